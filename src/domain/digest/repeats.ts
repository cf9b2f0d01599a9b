import type { Closing } from './closing.js'

/** Leaves out of closing statements what is said again and again: the offer at the end of each answer, a note on the rules of the
 * company. Its copies would take the tokens of what is said once. [C10] */

/** Copies of a sentence in older checkpoints, from which on a new one does not repeat it. */
const MAX_COPIES = 2
/** Shorter sentences may be the answer itself. Characters. */
const MIN_CHARS = 24

/** Returns the statements, oldest turn first, each without the sentences that the statement of a later turn repeats, or that older
 * checkpoints have more than once. How a statement begins stays: it says what its turn came to.
 * @param olderText text of the older checkpoints */
export function withoutRepeats(closings: readonly Closing[], olderText: string): Closing[] {
  const later = new Set<string>()
  const isRepeated = (text: string) =>
    text.length >= MIN_CHARS && (later.has(text) || countOf(olderText, text) >= MAX_COPIES)
  return closings
    .toReversed()
    .map((closing) => {
      const { pieces } = closing
      const kept = pieces.filter(({ text, introduces }, at) => {
        const isTied = introduces || (at > 0 && pieces[at - 1]!.introduces)
        return at === 0 || isTied || !isRepeated(text)
      })
      for (const { text } of pieces) later.add(text)
      return { ...closing, pieces: kept }
    })
    .toReversed()
}

/** Returns how often a text has another, counted up to MAX_COPIES. */
function countOf(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at >= 0 && count < MAX_COPIES; at = text.indexOf(part, at + part.length)) count += 1
  return count
}
