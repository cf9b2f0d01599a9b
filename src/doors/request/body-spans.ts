import { eachMember, elementSpans, type Span } from '../../domain/formats/value-spans.js'
import { finish, type Steps } from '../../domain/steps.js'

/** Finds the members of a JSON object and the elements of one of its lists, as byte ranges. Reads the bytes as Latin-1,
 * one character per byte: the marks of JSON are ASCII, and no byte of a longer UTF-8 character is. The text must have
 * passed JSON.parse. */

export interface BodySpans {
  /** Values of the members. If a key repeats, the last one counts, as in JSON.parse. */
  members: Map<string, Span>
  /** Elements of the list, without surrounding blanks; empty if the member is no array. */
  elements: Span[]
}

/** As `spansSteps`, at once, for short bodies. */
export function bodySpans(text: string, list: string): BodySpans {
  return finish(spansSteps(text, list))
}

/** @param text the body as Latin-1 */
export function* spansSteps(text: string, list: string): Steps<BodySpans> {
  const members = new Map<string, Span>()
  yield* eachMember(text, (name, span) => void members.set(name, span))
  const span = members.get(list)
  return { members, elements: span === undefined ? [] : yield* elementSpans(text, span.from) }
}
