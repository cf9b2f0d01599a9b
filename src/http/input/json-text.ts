import { stringPieces } from '../../domain/formats/index.js'

/** JSON replies with members that are exact stored JSON text. That text is inserted unchanged, never parsed and
 * serialized again. */

export class RawJson {
  constructor(readonly text: string) {}
}

/** A reply value: plain data, dates (serialized as ISO 8601) and raw JSON text. Undefined members are omitted. */
export type Reply = RawJson | Date | string | number | boolean | null | undefined | readonly Reply[] | object

/** Serializes a reply. Lone surrogates are escaped, so the text is always well-formed Unicode. */
export function jsonText(value: Reply): string {
  if (value instanceof RawJson) return value.text
  // The engine serializes a whole value much faster than its members one by one.
  if (!hasRaw(value)) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map((item: Reply) => jsonText(item)).join(',')}]`
  const members: string[] = []
  for (const [key, member] of Object.entries(value as object)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${jsonText(member)}`)
  }
  return `{${members.join(',')}}`
}

function hasRaw(value: Reply): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Date) return false
  if (value instanceof RawJson) return true
  for (const key in value) if (hasRaw((value as Record<string, Reply>)[key])) return true
  return false
}

/** Values and characters that a short text may have. */
const SHORT_VALUES = 200
const SHORT_CHARS = 65_536

/** Returns the text of a value if it is short; null if not. Looks at no more than SHORT_VALUES values. */
function shortText(value: Reply): string | null {
  let values = 0
  let chars = 0
  let isPlain = true
  const fits = (one: Reply): boolean => {
    if (++values > SHORT_VALUES) return false
    if (one instanceof RawJson) {
      isPlain = false
      chars += one.text.length
    } else if (typeof one === 'string') chars += one.length
    else if (typeof one === 'object' && one !== null && !(one instanceof Date))
      for (const key in one) if (!fits((one as Record<string, Reply>)[key])) return false
    return chars <= SHORT_CHARS
  }
  if (!fits(value)) return null
  return isPlain ? (JSON.stringify(value) ?? 'null') : jsonText(value)
}

/** Serializes a reply in pieces, for replies too large for one string. Each raw JSON text is one piece. */
export function* jsonPieces(value: Reply): Generator<string> {
  // Most replies are short. A generator for each of their values would take more memory than the rest of the request.
  const short = shortText(value)
  if (short !== null) yield short
  else yield* longPieces(value)
}

function* longPieces(value: Reply): Generator<string> {
  if (value instanceof RawJson) yield value.text
  else if (typeof value === 'string') yield* stringPieces(value)
  else if (value === null || typeof value !== 'object' || value instanceof Date) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) {
    let mark = '['
    for (const item of value) {
      yield mark
      yield* jsonPieces(item as Reply)
      mark = ','
    }
    yield value.length === 0 ? '[]' : ']'
  } else {
    let mark = '{'
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${mark}${JSON.stringify(key)}:`
      yield* jsonPieces(member)
      mark = ','
    }
    yield mark === '{' ? '{}' : '}'
  }
}
