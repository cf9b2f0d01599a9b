import { containsAnchor } from './anchors.js'
import { exactStrings, type ExactString } from './exact-strings.js'
import { hasThreeDigits } from './shapes.js'
import { sourceText, type Passage } from '../source/reading.js'

/** Index of the exact strings in a source. A summary must not contain exact strings absent from its source. [V4] */
export interface SourceIndex {
  /** Returns the exact strings of a text that are absent from the source. */
  inventedIn(text: string): ExactString[]
}

/** Builds the index.
 * @param known exact strings already found in the source, which need no search */
export function indexSource(passages: readonly Passage[], known: Iterable<string> = []): SourceIndex {
  const text = sourceText(passages)
  const sourced = new Map<string, boolean>()
  for (const exact of known) sourced.set(exact, true)
  const isSourced = (exact: ExactString): boolean => {
    const key = exact.kind === 'number' ? digitsOf(exact.text) : exact.text
    const cached = sourced.get(exact.text) ?? sourced.get(key)
    if (cached !== undefined) return cached
    const answer = containsAnchor({ text: key, kind: exact.kind }, text)
    sourced.set(key, answer)
    return answer
  }
  return { inventedIn: (line) => exactStrings(line).filter((exact) => mustBeSourced(exact) && !isSourced(exact)) }
}

/** Whether an exact string must occur in the source. Small numbers are prose (`3 files`): a summary may count. */
function mustBeSourced(exact: ExactString): boolean {
  if (exact.kind === 'number') return hasThreeDigits(exact.text)
  if (exact.kind === 'date' || exact.kind === 'error') return /\d{3}|[A-Za-z]{4}/.test(exact.text)
  return true
}

/** Removes the unit of a number: `1,200 tokens` and `1,200ms` are both `1,200`. */
function digitsOf(text: string): string {
  return /\d(?:[\d.,]*\d)?/.exec(text)?.[0] ?? text
}
