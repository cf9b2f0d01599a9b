/** Builds copies of a message without its large values, in its own format. They parse to the same parts in the same
 * order. Readers that do not need the large values never load them. */
import { messageFormat, parseMessage } from '../formats/index.js'
import type { Format, Frame, Json, NewMessage, ParsedMessage, Part, PartPath } from '../message.js'
import { headAndTail } from '../source/bounded.js'
import { RESULT_HEAD_CHARS, RESULT_TAIL_CHARS, resultText } from '../source/source.js'

export interface Source {
  format: Format
  /** Length of the message's JSON text. */
  length: number
  value: Json
  parsed: ParsedMessage
}

/** Messages shorter than this get no frame or no outline. Characters of JSON. */
const FRAME_FROM = 4_096
export const OUTLINE_FROM = 262_144
/** A frame keeps values up to this size. Characters. */
const FRAME_PART = 1_024
/** Characters that an outline keeps of all large values of a message, shared evenly, and the minimum for each value. */
const OUTLINE_CHARS = 2 * (RESULT_HEAD_CHARS + RESULT_TAIL_CHARS)
const MIN_OUTLINE_CHARS = 2_000
/** Longer strings in an image or file are its bytes. Characters. */
const MAX_MEDIUM_STRING = 1_000

export type Shortened = Pick<NewMessage, 'shortened'>

/** Returns the frame and outline to store with a message; empty if neither is worth storing. */
export function shortenedOf(source: Source): Shortened {
  const frame = frameOf(source)
  const outline = outlineOf(source)
  return frame === null && outline === null ? {} : { shortened: { frame, outline } }
}

/** Returns the message without its large tool arguments and results; null if that would save less than half. */
export function frameOf(source: Source): Frame | null {
  if (source.length < FRAME_FROM) return null
  const { parts, paths } = source.parsed
  const without = parts.flatMap((part, index) =>
    isPaired(part) && isLarger(valueAt(source.value, paths[index]!), part, FRAME_PART) ? [index] : [],
  )
  const raw = rewritten(source, without, (old) =>
    typeof old === 'string' ? '' : Array.isArray(old) || old === null ? [] : {},
  )
  return raw === null || raw.length > source.length / 2 ? null : { raw, without }
}

/** Returns the message with head and tail of results and arguments, and with images and files without their bytes.
 * Summaries and the ledger need nothing more. Null if it would save less than half.
 * @param partChars maximum characters of one value */
export function outlineOf(source: Source, partChars = RESULT_HEAD_CHARS + RESULT_TAIL_CHARS): string | null {
  if (source.length < Math.min(OUTLINE_FROM, partChars * 2)) return null
  const { parts, paths } = source.parsed
  const sized = (limit: number) =>
    parts.flatMap((part, index) =>
      isShortened(part) && isLarger(valueAt(source.value, paths[index]!), part, limit) ? [index] : [],
    )
  const share = Math.floor(OUTLINE_CHARS / Math.max(1, sized(MIN_OUTLINE_CHARS).length))
  const chars = Math.max(MIN_OUTLINE_CHARS, Math.min(partChars, share))
  const raw = rewritten(source, sized(chars), (old, index) => shorter(old, parts[index]!, chars))
  return raw === null || raw.length > source.length / 2 ? null : raw
}

function isPaired({ type }: Part): boolean {
  return type === 'tool_call' || type === 'tool_result'
}

/** Text and reasoning are never shortened. */
function isShortened({ type }: Part): boolean {
  return type !== 'text' && type !== 'reasoning'
}

/** Whether a value is larger than `chars`. Also checks the content of a result, which includes images stored next to
 * it. */
function isLarger(value: Json | undefined, part: Part, chars: number): boolean {
  return sizeWithin(value, chars) > chars || (part.type === 'tool_result' && sizeWithin(part.content, chars) > chars)
}

/** Returns the approximate characters of a value. Stops counting beyond `chars`. */
function sizeWithin(value: unknown, chars: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  for (const [key, inner] of Object.entries(value)) {
    size += key.length + sizeWithin(inner, chars - size)
    if (size > chars) break
  }
  return size
}

/** Returns the message with some values replaced; null if it would not parse to the same parts. */
function rewritten(
  { format, value, parsed }: Source,
  indexes: readonly number[],
  replace: (old: Json, index: number) => Json,
): string | null {
  if (indexes.length === 0) return null
  const { mediaKey } = messageFormat(format)
  let message = value
  for (const index of indexes) {
    message = withValue(message, parsed.paths[index]!, (old) => replace(old, index))
    // Images of a result beside its content are removed with it.
    if (mediaKey !== null && parsed.parts[index]!.type === 'tool_result')
      message = withValue(message, [mediaKey], () => [])
  }
  try {
    const again = parseMessage(format, message, '')
    const same =
      again.parts.length === parsed.parts.length &&
      again.parts.every(({ type }, index) => type === parsed.parts[index]!.type)
    return same ? JSON.stringify(message) : null
  } catch {
    return null
  }
}

function shorter(old: Json, part: Part, chars: number): Json {
  if (part.type === 'tool_result') return cut(resultText(part.content), chars)
  if (part.type !== 'tool_call') return shorterStrings(old, MAX_MEDIUM_STRING, () => '')
  // Arguments received as a JSON string stay a string that parses.
  if (typeof old === 'string')
    return typeof part.args === 'string' ? cut(old, chars) : JSON.stringify(withinBudget(part.args, chars))
  return withinBudget(old, chars)
}

function cut(text: string, chars: number): string {
  const head = Math.floor((chars * RESULT_HEAD_CHARS) / (RESULT_HEAD_CHARS + RESULT_TAIL_CHARS))
  return headAndTail(text, head, chars - head)
}

/** Returns the leading fields that fit into `chars`, with long values cut. The order is kept because a path usually
 * precedes the content written to it. */
function withinBudget(args: Json, chars: number): Json {
  const longest = Math.floor(chars / 2)
  const short = shorterStrings(args, longest, (text) => cut(text, longest))
  if (sizeWithin(short, chars) <= chars) return short
  if (typeof short !== 'object' || short === null || Array.isArray(short)) return cut(JSON.stringify(short), chars)
  let left = chars
  const fields = Object.entries(short).flatMap(([key, value]): [string, Json][] => {
    const size = key.length + sizeWithin(value, longest)
    const kept = size > longest && typeof value !== 'string' ? cut(JSON.stringify(value), longest) : value
    left -= Math.min(size, longest)
    return left >= 0 ? [[key, kept]] : []
  })
  return Object.fromEntries(fields)
}

function shorterStrings(value: Json, longest: number, replace: (text: string) => string): Json {
  if (typeof value === 'string') return value.length > longest ? replace(value) : value
  if (Array.isArray(value)) return value.map((inner) => shorterStrings(inner, longest, replace))
  if (typeof value !== 'object' || value === null) return value
  // fromEntries defines its keys, so that a key named __proto__ stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorterStrings(inner, longest, replace)]))
}

function valueAt(value: Json, path: PartPath): Json | undefined {
  let at: Json | undefined = value
  for (const step of path)
    at = Array.isArray(at) ? at[Number(step)] : typeof at === 'object' && at !== null ? at[step] : undefined
  return at
}

/** Returns `value` with the value at `path` replaced. Copies only the objects along the path. */
function withValue(value: Json, path: PartPath, replace: (old: Json) => Json): Json {
  const [step, ...rest] = path
  if (step === undefined) return replace(value)
  if (Array.isArray(value))
    return value.map((inner, index) => (index === Number(step) ? withValue(inner, rest, replace) : inner))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === String(step) ? withValue(inner, rest, replace) : inner]),
  )
}
