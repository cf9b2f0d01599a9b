import { isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'

/** Returns the items of a context as text for a reader that has nothing else: notes, such as a checkpoint, whole, and the newest of the
 * rest, within a number of tokens. At least one item is in it.
 * @param items of the Responses API, in order */
export function clearText(
  items: readonly Json[],
  { tokens, count }: { tokens: number; count: (text: string) => number },
): string {
  const lines: string[] = []
  let used = 0
  for (const item of items.toReversed()) {
    const line = lineOf(item)
    if (line === null) continue
    used += count(line)
    if (used > tokens && lines.length > 0) break
    lines.push(line)
  }
  return ['What was said before:', ...lines.toReversed()].join('\n\n')
}

function lineOf(item: Json): string | null {
  if (!isObject(item)) return null
  const { type, role, name } = item
  if (type === 'function_call' || type === 'custom_tool_call')
    return `call of ${String(name)}: ${textOf(item.arguments ?? item.input)}`
  if (type === 'function_call_output' || type === 'custom_tool_call_output') return `result: ${textOf(item.output)}`
  const text = textOf(item.content)
  return text === '' ? null : `${String(role ?? type ?? 'item')}: ${text}`
}

function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : [])).join('\n')
}
