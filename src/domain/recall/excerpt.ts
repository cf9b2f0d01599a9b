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
  weight: number
}

/** Returns how many characters of a message are quoted whole.
 * @param maxTokens tokens that recalled words may take */
export function wholeChars(isPersons: boolean, maxTokens: number): number {
  return isPersons ? Math.max(WHOLE_CHARS, Math.floor(PERSON_CHARS * maxTokens)) : WHOLE_CHARS
}

/** Start and end of the words to quote, in the text of the passage.
 * @param matches ascending
 * @param whole characters of a text that is quoted whole */
export function quotedSpan(text: string, matches: readonly Match[], whole = WHOLE_CHARS): { from: number; to: number } {
  const quotedChars = QUOTED_SHARE * whole
  if (text.length <= whole) return { from: 0, to: text.length }
  const sentences = splitIntoSentences(text)
  const weightOf = ({ from, to }: { from: number; to: number }) =>
    matches.reduce((sum, { start, weight }) => sum + (start >= from && start < to ? weight : 0), 0)
  const weights = sentences.map(weightOf)
  let first = weights.indexOf(Math.max(...weights))
  let last = first
  const length = () => sentences[last]!.to - sentences[first]!.from
  // Grows to the side that has more of the words; the sentence after explains more than the one before.
  for (;;) {
    const [before, after] = [sentences[first - 1], sentences[last + 1]]
    const fits = (one: { from: number; to: number } | undefined) => one && length() + one.to - one.from <= quotedChars
    if (fits(after) && (!fits(before) || weights[last + 1]! >= weights[first - 1]!)) last += 1
    else if (fits(before)) first -= 1
    else break
  }
  const { from } = sentences[first]!
  const { to } = sentences[last]!
  return { from, to: Math.min(to, from + 2 * quotedChars) }
}
