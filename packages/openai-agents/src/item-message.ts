import type { NativePart } from '@palimpsest/client'
import type { AgentItem } from './contract.js'

/** Items as native messages, one each, so that the newest item can be taken back alone. The parts are what Palimpsest
 * counts and shrinks; the exact item is metadata. */

type Part = NativePart

export interface ItemMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  parts: Part[]
  metadata: { item: AgentItem }
}

export function messageOf(item: AgentItem): ItemMessage {
  return { ...shownOf(item), metadata: { item } }
}

/** Returns the items of a message of a context: the stored item if the context has all of it, the item with the
 * shortened content if the message was reduced, and new items for a checkpoint or a block of goals. */
export function itemsOf(message: {
  role: string
  parts?: Part[]
  content?: string
  metadata?: Record<string, unknown>
}): AgentItem[] {
  const parts = message.parts ?? [{ type: 'text', text: message.content ?? '' }]
  const item: AgentItem = message.metadata?.item
  if (item === undefined) return parts.flatMap((part) => newItem(message.role, part))
  if (JSON.stringify(shownOf(item).parts) === JSON.stringify(parts)) return [item]
  return parts.flatMap((part) => {
    const shortened: AgentItem = newItem(message.role, part)[0]
    if (shortened === undefined) return []
    const { callId, arguments: args, output, content } = shortened
    if (item.type === 'function_call' && args !== undefined) return [{ ...item, callId, arguments: args }]
    if (item.type === 'function_call_result' && output !== undefined) return [{ ...item, callId, output }]
    return item.role !== undefined && content !== undefined ? [{ ...item, content }] : [shortened]
  })
}

function shownOf(item: AgentItem): { role: ItemMessage['role']; parts: Part[] } {
  const type = String(item.type ?? 'message')
  const { callId } = item
  if (type === 'message') return { role: item.role, parts: contentParts(item.content) }
  if (type === 'reasoning') return { role: 'assistant', parts: [{ type: 'reasoning', text: textOf(item.content) }] }
  if (typeof callId === 'string' && type.endsWith('_call')) {
    const args = parsed(item.arguments ?? item.action ?? item.operation ?? {})
    return { role: 'assistant', parts: [{ type: 'tool_call', callId, name: String(item.name ?? type), args }] }
  }
  if (typeof callId === 'string' && /_(result|output)$/.test(type))
    return { role: 'tool', parts: [{ type: 'tool_result', callId, content: resultContent(item.output) }] }
  return { role: 'assistant', parts: [{ type: 'opaque', item }] }
}

function contentParts(content: unknown): Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.map(partOf) : []
}

function partOf(block: AgentItem): Part {
  if (typeof block.text === 'string') return { type: 'text', text: block.text }
  if (typeof block.refusal === 'string') return { type: 'text', text: block.refusal }
  if (typeof block.image === 'string') return { type: 'image', image_url: block.image }
  if (typeof block.file === 'string') return { type: 'file', file_url: block.file }
  return { type: 'opaque', block }
}

function resultContent(output: AgentItem): string | object[] {
  if (typeof output === 'string') return output
  if (output?.type === 'text') return String(output.text)
  return (Array.isArray(output) ? output : [output ?? '']).map((block: AgentItem) =>
    typeof block === 'object' ? partOf(block) : { type: 'text', text: String(block) },
  )
}

function newItem(role: string, part: Part): AgentItem[] {
  switch (part.type) {
    case 'text': {
      if (role !== 'assistant') return [{ type: 'message', role, content: part.text }]
      return [{ type: 'message', role, status: 'completed', content: [{ type: 'output_text', text: part.text }] }]
    }
    case 'tool_call': {
      const { callId, name, args } = part
      // The API refuses arguments that are no object.
      const object = typeof args === 'object' && args !== null ? args : { note: args }
      return [{ type: 'function_call', callId, name, status: 'completed', arguments: JSON.stringify(object) }]
    }
    case 'tool_result': {
      const { callId, name = '', content } = part
      const text = typeof content === 'string' ? content : textOf(content)
      return [{ type: 'function_call_result', callId, name, status: 'completed', output: { type: 'text', text } }]
    }
    default:
      return []
  }
}

function textOf(blocks: AgentItem): string {
  return Array.isArray(blocks)
    ? blocks.flatMap(({ text }: AgentItem) => (typeof text === 'string' ? [text] : [])).join('\n\n')
    : ''
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Reasoning is bound to the item after it, in both directions: the API refuses one without the other. Drops reasoning
 * whose item left, and ids of items whose reasoning left.
 * @param stored whether the item before it in the history is reasoning */
export function withoutBrokenReasoning(
  items: readonly AgentItem[],
  followsReasoning: ReadonlySet<AgentItem>,
): AgentItem[] {
  return items.flatMap((item, at) => {
    if (item.type === 'reasoning')
      return followsReasoning.has(items[at + 1]) || items[at + 1]?.type === 'reasoning' ? [item] : []
    if (!followsReasoning.has(item) || items[at - 1]?.type === 'reasoning') return [item]
    const { id: _, ...rest } = item
    return [rest]
  })
}
