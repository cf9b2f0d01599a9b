import { chosenRuns } from './pieces.js'
import { splitIntoSentences } from './sentences.js'

/** Chooses the words of a passage to quote: all of a short one, else whole sentences around the words that match. [M2] */

/** Characters of a message that is quoted whole. */
export const WHOLE_CHARS = 600
/** Characters quoted of a longer one, as a share of those. */
const QUOTED_SHARE = 0.8
/** Characters of a message of a person that is quoted whole, for each token that recalled words may take: a fifth of them. What a
 * person writes states facts from its first to its last word; a long answer repeats them. */
const PERSON_CHARS = 0.8

/** A place of a word that matches. */
export interface Match {
  start: number
  /** Index in the query. */
  term: number
  weight: number
}

interface Span {
  from: number
  to: number
}

/** Returns how many characters of a message are quoted whole.
 * @param maxTokens tokens that recalled words may take */
export function wholeChars(isPersons: boolean, maxTokens: number): number {
  return isPersons ? Math.max(WHOLE_CHARS, Math.floor(PERSON_CHARS * maxTokens)) : WHOLE_CHARS
}

/** Returns the start and end of each stretch of words to quote, in the text of the passage; the one that says most comes first. A list
 * or a long answer has the words of a question in one place and what it asks for in another.
 * @param matches ascending
 * @param whole characters of a text that is quoted whole */
export function quotedSpans(text: string, matches: readonly Match[], whole = WHOLE_CHARS): Span[] {
  if (text.length <= whole) return [{ from: 0, to: text.length }]
  const quotedChars = QUOTED_SHARE * whole
  const sentences = splitIntoSentences(text).map((span) => ({ ...span, words: wordsWithin(span, matches) }))
  return chosenRuns(sentences, quotedChars).map(({ first, last }) => {
    const { from } = sentences[first]!
    return { from, to: Math.min(sentences[last]!.to, from + 2 * quotedChars) }
  })
}

function wordsWithin({ from, to }: Span, matches: readonly Match[]): Map<number, number> {
  const within = matches.filter(({ start }) => start >= from && start < to)
  return new Map(within.map(({ term, weight }) => [term, weight]))
}
