import { splitIntoSentences } from './sentences.js'

/** Chooses the words of a passage to quote: all of a short one, else whole sentences around the words that match. [M2] */

/** Characters of a message that is quoted whole. */
export const WHOLE_CHARS = 600
/** Characters quoted of a longer one. */
const QUOTED_CHARS = 480

/** Start and end of the words to quote, in the text of the passage.
 * @param matches places of the words that match, ascending */
export function quotedSpan(
  text: string,
  matches: readonly { start: number; weight: number }[],
): { from: number; to: number } {
  if (text.length <= WHOLE_CHARS) return { from: 0, to: text.length }
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
    const fits = (one: { from: number; to: number } | undefined) => one && length() + one.to - one.from <= QUOTED_CHARS
    if (fits(after) && (!fits(before) || weights[last + 1]! >= weights[first - 1]!)) last += 1
    else if (fits(before)) first -= 1
    else break
  }
  const { from } = sentences[first]!
  const { to } = sentences[last]!
  return { from, to: Math.min(to, from + 2 * QUOTED_CHARS) }
}
