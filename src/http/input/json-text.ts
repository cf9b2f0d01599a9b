/** JSON replies in which some members are exact JSON text of someone else: they are spliced in, never parsed and written anew. */

export class RawJson {
  constructor(readonly text: string) {}
}

/** What a reply is made of: plain data, dates (ISO 8601) and raw JSON text; members that are undefined are left out. */
export type Reply = RawJson | Date | string | number | boolean | null | undefined | readonly Reply[] | object

/** Text of a reply. Lone surrogates come out as escapes, so the text is always well-formed Unicode. */
export function jsonText(value: Reply): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map((item: Reply) => jsonText(item)).join(',')}]`
  if (value === null || typeof value !== 'object' || value instanceof Date) return JSON.stringify(value) ?? 'null'
  const members: string[] = []
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${jsonText(member)}`)
  }
  return `{${members.join(',')}}`
}

/** The same text in pieces, for replies that would be too large as one text: raw JSON text is one of them, as it is. */
export function* jsonPieces(value: Reply): Generator<string> {
  if (value instanceof RawJson) yield value.text
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
