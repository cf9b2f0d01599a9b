import { oneLine } from '../texts.js'

/** Quotes the beginning of a human message, so that a line can name it. [V5] */

/** Characters quoted of a human message, which is verbatim in the context: of its first sentence · of a clause. */
const QUOTE_CHARS = { most: 64, min: 12 }
/** Characters of a human message that are read for its quotation. */
const MAX_READ_CHARS = 2_000
const TAG = /<\/?[a-z][\w-]{0,40}>/gi

/** Where a sentence ends, and where one may be cut: after a clause. */
const SENTENCE_END = /[.!?。！？](?=\s|$)|[。！？]/g
const CLAUSE_END = /[,;:，；：](?=\s|$)|[，；：]|\s(?=[–—-]\s)/g

/** Returns the first sentence of a message, or its first clauses if it is long; empty if neither is short enough. A quote
 * never ends inside a clause. */
export function quoteOf(text: string): string {
  const row =
    text
      .slice(0, MAX_READ_CHARS)
      .replace(TAG, ' ')
      .split('\n')
      .find((one) => one.trim() !== '') ?? ''
  const words = oneLine(row).trim()
  const ends = (pattern: RegExp) =>
    [...words.matchAll(pattern)]
      .map(({ index, 0: mark }) => index + mark.trimStart().length)
      .filter((end) => end >= QUOTE_CHARS.min && end <= QUOTE_CHARS.most)
  if (words.length <= QUOTE_CHARS.most) return words
  const sentence = ends(SENTENCE_END)[0]
  if (sentence !== undefined) return words.slice(0, sentence)
  const clause = ends(CLAUSE_END).at(-1)
  return clause === undefined ? '' : `${words.slice(0, clause).trimEnd()} …`
}
