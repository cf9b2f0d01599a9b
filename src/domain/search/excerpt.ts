import { startOfCharacter, firstBlank } from '../texts.js'
import type { Passage } from './passages.js'
import type { Ranked } from './rank.js'

/** Chooses the exact text to show of a hit. [R7] */

export interface Excerpt {
  text: string
  /** Start in the original text of the part, in UTF-16 code units. */
  offset: number
  /** Words that match, in the same units. */
  matches: { offset: number; length: number }[]
}

/** Characters shown before the first match of the excerpt. */
const LEAD_CHARS = 60
const MAX_MATCHES = 20
/** Characters moved at most to begin and end between words. */
const WORD_SLACK = 24

/** Returns the stretch of a passage with the heaviest distinct terms, at most about `chars` long.
 * @param weights of the query terms */
export function excerptOf<P extends Passage>(
  { passage, occurrences }: Pick<Ranked<P>, 'passage' | 'occurrences'>,
  weights: readonly number[],
  chars: number,
): Excerpt {
  const { text, start } = passage
  const placed = occurrences.filter((one) => one.end > one.start)
  let best = { weight: -1, at: 0 }
  for (const [first, { start: from }] of placed.entries()) {
    const seen = new Set<number>()
    let weight = 0
    for (let at = first; at < placed.length && placed[at]!.end <= from + chars - LEAD_CHARS; at++) {
      const { term } = placed[at]!
      weight += (weights[term] ?? 0) * (seen.has(term) ? 0.1 : 1)
      seen.add(term)
    }
    if (weight > best.weight) best = { weight, at: from }
  }
  // A short passage is shown whole, a long one never beyond its end.
  const from = Math.max(0, Math.min(best.at - LEAD_CHARS, text.length - chars))
  const to = Math.min(text.length, from + chars)
  const begin = startOfCharacter(text, from === 0 ? 0 : afterSpace(text, from))
  const end = startOfCharacter(text, to === text.length ? to : beforeSpace(text, to))
  const matches = new Map<number, number>()
  for (const one of placed) if (one.start >= begin && one.end <= end) matches.set(one.start, one.end - one.start)
  return {
    text: text.slice(begin, end),
    offset: start + begin,
    matches: [...matches]
      .sort(([a], [b]) => a - b)
      .slice(0, MAX_MATCHES)
      .map(([at, length]) => ({ offset: start + at, length })),
  }
}

function afterSpace(text: string, at: number): number {
  const found = firstBlank(text.slice(at, at + WORD_SLACK))
  return found < 0 ? at : at + found + 1
}

function beforeSpace(text: string, at: number): number {
  const found = /\s\S*$/.exec(text.slice(at - WORD_SLACK, at))
  return found ? at - WORD_SLACK + found.index : at
}
