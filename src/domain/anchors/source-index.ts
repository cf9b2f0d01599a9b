import { containsAnchor } from './anchors.js'
import { exactStrings, type ExactString } from './exact-strings.js'
import { sourceText, type Passage } from '../source/reading.js'

/** The ground a summary stands on: what its source really says. Nothing exact may be written that does not stand here. [V4] */
export interface SourceIndex {
  /** Exact strings of a text that stand nowhere in the source. */
  inventedIn(text: string): ExactString[]
}

/** `known`: exact strings of the source already found; they are not looked up again. */
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

/** Small figures are prose (`3 files`, `2 steps`): a summary may count. */
function mustBeSourced(exact: ExactString): boolean {
  if (exact.kind === 'number') return digitsOf(exact.text).replace(/\D/g, '').length >= 3
  if (exact.kind === 'date' || exact.kind === 'error') return /\d{3}|[A-Za-z]{4}/.test(exact.text)
  return true
}

/** A figure without its unit: `1,200 tokens` and `1,200ms` are both 1,200. */
function digitsOf(text: string): string {
  return /\d(?:[\d.,]*\d)?/.exec(text)?.[0] ?? text
}
