import { eachMember, elementSpans, type Span } from './value-spans.js'

/** Finds the members of a JSON object and the elements of one of its lists, as byte ranges. Reads the bytes as Latin-1,
 * one character per byte: the marks of JSON are ASCII, and no byte of a longer UTF-8 character is. The text must have
 * passed JSON.parse. */

export interface BodySpans {
  /** Values of the members. If a key repeats, the last one counts, as in JSON.parse. */
  members: Map<string, Span>
  /** Elements of the list, without surrounding blanks; empty if the member is no array. */
  elements: Span[]
}

/** Returns the values of all members and the elements of one list, as byte ranges.
 * @param text the body as Latin-1 */
export function bodySpans(text: string, list: string): BodySpans {
  const members = new Map<string, Span>()
  eachMember(text, (name, span) => void members.set(name, span))
  const span = members.get(list)
  return { members, elements: span === undefined ? [] : elementSpans(text, span.from) }
}
