import { readArgs } from '../domain/formats/args.js'
import { firstString, isObject, type JsonObject } from '../domain/json/json.js'
import type { Json } from '../domain/message.js'
import type { LoggedConversation, LoggedMessage, Skipped } from './conversation.js'
import type { LogLine } from './lines.js'

/** Reads sessions of the pi coding agent: text, thinking, toolCall and image blocks, results with an error flag, and
 * commands that the user ran. */

export function isPi(lines: LogLine[]): boolean {
  return lines.some(
    ({ value }) => value.type === 'message' && isObject(value.message) && typeof value.message.role === 'string',
  )
}

export function readPi(lines: LogLine[], title: string, skipped: Skipped[]): LoggedConversation {
  const messages: LoggedMessage[] = []
  for (const { line, value } of lines) {
    if (value.type !== 'message') continue
    const read = isObject(value.message) ? readMessage(value.message) : null
    if (!read) {
      skipped.push({ line, reason: 'not a message' })
      continue
    }
    const timestamp = firstString(value.timestamp)
    messages.push({ ...read, value: { ...read.value, ...(timestamp !== undefined && { timestamp }) } })
  }
  return { title, format: 'native', messages, skipped }
}

function readMessage(message: JsonObject): { value: JsonObject; origin?: 'app' } | null {
  switch (message.role) {
    case 'user':
    case 'assistant':
      return { value: { role: message.role, parts: blocksOf(message.content).map(partOf) } }
    case 'toolResult': {
      const name = firstString(message.toolName)
      const part: JsonObject = {
        type: 'tool_result',
        callId: firstString(message.toolCallId) ?? '',
        ...(name !== undefined && { name }),
        content: blocksOf(message.content).map(partOf),
        ...(message.isError === true && { isError: true }),
      }
      return { value: { role: 'tool', parts: [part] } }
    }
    case 'bashExecution': {
      const text = `$ ${firstString(message.command) ?? ''}\n${firstString(message.output) ?? ''}`
      return { value: { role: 'user', content: text, origin: 'app' }, origin: 'app' }
    }
    default:
      return null
  }
}

function blocksOf(content: Json | undefined): Json[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}

function partOf(block: Json): Json {
  if (isObject(block) && block.type === 'text' && typeof block.text === 'string')
    return { type: 'text', text: block.text }
  if (isObject(block) && block.type === 'thinking' && typeof block.thinking === 'string')
    return { type: 'reasoning', text: block.thinking }
  if (isObject(block) && block.type === 'image') return block
  if (isObject(block) && block.type === 'toolCall' && typeof block.name === 'string') {
    return { type: 'tool_call', callId: firstString(block.id) ?? '', name: block.name, args: readArgs(block.arguments) }
  }
  return { type: 'opaque', block }
}
