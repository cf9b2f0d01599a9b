import { isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'

/** Returns the items of a context as text for a reader that has nothing else: what must be kept, such as a checkpoint, whole, and the newest
 * of the rest, within a number of tokens. At least one item of the rest is in it.
 * @param items of the Responses API, or messages of Anthropic's, in order */
export function clearText(
  items: readonly Json[],
  {
    mustKeep,
    tokens,
    count,
  }: { mustKeep: (item: Json, index: number) => boolean; tokens: number; count: (text: string) => number },
): string {
  const lines = items.map((item, index) => ({ line: lineOf(item), isKept: mustKeep(item, index) }))
  let used = lines.reduce((sum, { line, isKept }) => (isKept && line !== null ? sum + count(line) : sum), 0)
  let isFull = false
  let rest = 0
  const shown = lines.toReversed().filter(({ line, isKept }) => {
    if (line === null || isKept || isFull) return line !== null && isKept
    used += count(line)
    isFull = used > tokens && rest > 0
    if (!isFull) rest += 1
    return !isFull
  })
  return ['What was said before:', ...shown.toReversed().map(({ line }) => line)].join('\n\n')
}

function lineOf(item: Json): string | null {
  if (!isObject(item)) return null
  const { type, role, name } = item
  if (type === 'function_call' || type === 'custom_tool_call')
    return `call of ${String(name)}: ${textOf(item.arguments ?? item.input)}`
  if (type === 'function_call_output' || type === 'custom_tool_call_output') return `result: ${textOf(item.output)}`
  const text = textOf(item.content)
  const words = text === '' ? [] : [`${String(role ?? type ?? 'item')}: ${text}`]
  const lines = [...words, ...toolLines(item.content)]
  return lines.length === 0 ? null : lines.join('\n\n')
}

/** Returns the calls and results among the blocks of a message of Anthropic's API. */
function toolLines(content: Json | undefined): string[] {
  const blocks = Array.isArray(content) ? content : []
  return blocks.flatMap((block) => {
    if (!isObject(block)) return []
    if (block.type === 'tool_use') return [`call of ${String(block.name)}: ${JSON.stringify(block.input ?? null)}`]
    return block.type === 'tool_result' ? [`result: ${textOf(block.content)}`] : []
  })
}

function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : [])).join('\n')
}
