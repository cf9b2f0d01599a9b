import { asks, UNSPACED_SCRIPTS } from '../texts.js'

/** Finds what people keep saying in a record of people alone, such as “Mm-hmm.” and “Okay, thanks.”: its words say nothing that the
 * next such message does not say. Needs no list of words, so it holds in every language. [P13] [R4] */

/** Words of a message that may be a repetition, the name of the speaker before them included. */
const MOST_WORDS = 6
/** Characters of such a message. Longer ones need not be read. */
const MOST_CHARS = 120
/** Scripts without spaces between words: each character counts as one. */
const UNSPACED = `[${UNSPACED_SCRIPTS}]`
const WORD = new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})[\\p{L}\\p{N}])+`, 'gu')

/** A message of a person, in the order of the conversation. */
export interface Utterance {
  seq: number
  text: string
}

/** Returns the messages whose few words a later one repeats. What answers a question says more than its words, and is none of them. */
export function repeatedWords(said: readonly Utterance[]): Set<number> {
  const repeated = new Set<number>()
  const later = new Set<string>()
  for (let at = said.length - 1; at >= 0; at--) {
    const { seq, text } = said[at]!
    if (text.length > MOST_CHARS) continue
    const words = text.toLowerCase().match(WORD) ?? []
    if (words.length > MOST_WORDS) continue
    const key = words.length > 0 ? words.join(' ') : text.trim()
    if (later.has(key) && !asks(said[at - 1]?.text ?? '')) repeated.add(seq)
    later.add(key)
  }
  return repeated
}
