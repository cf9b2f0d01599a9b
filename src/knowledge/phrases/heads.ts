/** Heads: numbers for how words begin. A row whose heads a text does not have is not in it, which costs less to find out than a match. Other
 * words may have the same number. */

export const HEADS = 2_048
/** Of a word of which only the start is given. */
export const PREFIX_CHARS = 3

/** @param from where the word begins in a text, and where it ends */
export function wordHead(text: string, from = 0, to = text.length): number {
  return hash(text, from, to, 1)
}

/** @param from where a word of three characters or more begins in a text */
export function prefixHead(text: string, from = 0): number {
  return hash(text, from, from + PREFIX_CHARS, 2)
}

/** Of a language without blanks between words. */
export function charHead(text: string, at = 0): number {
  return hash(text, at, at + 1, 3)
}

function hash(text: string, from: number, to: number, seed: number): number {
  let value = seed
  for (let at = from; at < to; at++) value = (Math.imul(value, 31) + text.charCodeAt(at)) | 0
  return (value ^ (value >>> 11)) & (HEADS - 1)
}
