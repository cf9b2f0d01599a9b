import type { Format, Json, ParsedMessage, PartPath } from '../message.js'
import { parseJson } from './args.js'
import { messageFormat } from './definitions.js'
import { copyJson, isObject, type JsonObject } from '../json/json.js'
import { isSealed } from './reasoning.js'
import { textBlock } from './rendering.js'

/** Keys in which servers repeat the reasoning of a message, as text or sealed. They leave together. */
const REASONING_KEYS = ['reasoning_content', 'reasoning', 'reasoning_details']

/** Returns a copy of a message in its own format with some parts replaced by text or removed (null). All other keys are
 * unchanged. For a call, the text is JSON of an object with the new arguments. Returns null if only thinking would
 * remain. */
export function replaceParts(
  format: Format,
  value: Json,
  parsed: ParsedMessage,
  replacements: Map<number, string | null>,
): Json | null {
  const copy = copyJson(value)
  if (replacements.size === 0 || !isObject(copy)) return copy
  if (isEmptied(parsed, replacements)) return null
  const { mediaKey, argsAreText } = messageFormat(format)
  const removed: PartPath[] = []
  for (const [index, text] of replacements) {
    const part = parsed.parts[index]
    const path = parsed.paths[index]
    if (!part || !path) continue
    // The images belong to the replaced result.
    if (part.type === 'tool_result' && mediaKey !== null) delete copy[mediaKey]
    if (text === null) removed.push(path)
    else if (path[0] === mediaKey) {
      // The list of images cannot contain text, so the text is appended to the content.
      const content = typeof copy.content === 'string' ? copy.content : ''
      copy.content = content === '' ? text : `${content}\n\n${text}`
      removed.push(path)
    } else if (path[0] !== 'tool_call_ids') write(copy, path, text, part.type === 'tool_call' ? { argsAreText } : null)
  }
  removeAll(copy, removed)
  return copy
}

function isEmptied({ parts }: ParsedMessage, replacements: Map<number, string | null>): boolean {
  const removes = parts.some((_, index) => replacements.get(index) === null)
  const says = parts.some((part, index) => {
    const text = replacements.get(index)
    if (text === null) return false
    if (text !== undefined) return true
    return part.type !== 'reasoning' && !(part.type === 'opaque' && isSealed(part))
  })
  return removes && !says
}

/** Writes `text` at `path`.
 * @param call how the format writes arguments, if `text` is new arguments of a call; null for plain text */
function write(message: JsonObject, path: PartPath, text: string, call: { argsAreText: boolean } | null): void {
  const key = path.at(-1)
  let holder: Json | undefined = message
  for (const step of path.slice(0, -1))
    holder = Array.isArray(holder) ? holder[Number(step)] : isObject(holder) ? holder[step] : undefined
  if (Array.isArray(holder)) {
    const index = Number(key)
    // Replaces the whole block. In a list of strings the replacement is a string.
    holder[index] = typeof holder[index] === 'string' ? text : textBlock(text)
  } else if (isObject(holder) && key !== undefined) {
    const old = holder[key]
    // Arguments keep their type. Missing arguments get the type of the format.
    const wantsText = call === null || typeof old === 'string' || (old === undefined && call.argsAreText)
    holder[key] = wantsText ? text : (parseJson(text) ?? {})
  }
}

/** Removes list elements from the end, so that the paths of the others stay valid. */
function removeAll(message: JsonObject, paths: PartPath[]): void {
  // A list at the top, in which every element is a separate part.
  const numbered = paths.filter((path) => typeof path[1] === 'number')
  // An item of a model turn may have several parts, but leaves once.
  const places = new Map(numbered.map(([list, index]) => [`${list}/${index}`, [String(list), Number(index)] as const]))
  for (const [key, index] of [...places.values()].toSorted((a, b) => b[1] - a[1])) {
    const list = message[key]
    if (Array.isArray(list)) list.splice(index, 1)
  }
  for (const [key] of paths.filter((path) => !numbered.includes(path))) {
    if (key === 'content')
      message.content = Array.isArray(message.tool_calls) || isObject(message.function_call) ? null : ''
    else for (const name of REASONING_KEYS.includes(String(key)) ? REASONING_KEYS : [String(key)]) delete message[name]
  }
  tidy(message)
}

/** Removes empty lists, which servers reject, and normalizes empty content. */
function tidy(message: JsonObject): void {
  for (const key of ['tool_calls', 'images']) {
    const list = message[key]
    if (Array.isArray(list) && list.length === 0) delete message[key]
  }
  const calls = Array.isArray(message.tool_calls) || isObject(message.function_call)
  const { content } = message
  const isEmpty = content === null || (Array.isArray(content) && content.length === 0)
  if (isEmpty) message.content = calls ? null : ''
}
