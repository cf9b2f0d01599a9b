import { withoutLast } from '../signs.js'
/** Splits a paragraph where a sentence ends, not after an abbreviation. */

const BOUNDARY =
  /[.!?…]["'”’)\]*_`]{0,3}\s+(?=["'“(*_`]{0,3}[\p{Lu}\p{N}\p{Lo}])|[。！？]["'”’」』)]{0,2}(?=[^\s。！？"'”’」』)])/gu
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|vs|cf|approx|fig|Mr|Mrs|Dr)\.|\b[A-Z]\.|^\d{1,3}\.)$/
/** A short word before a number: `No. 172`, `Abb. 3`. */
const COUNTED = /(?:^|[\s(])\p{Lu}\p{Ll}{1,3}\.$/u
const NUMBER = /^\s{0,3}\d/

/** A day before its month, as German writes it: `am 29. Mai`. Other languages write months with a small letter, before which no
 * sentence ends. */
const DAY = /[\s(–-]\d{1,2}\.$/
const MONTH = /^\s{1,3}(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/

/** Returns the sentences of a paragraph, verbatim. */
export function splitSentences(block: string): string[] {
  const found: string[] = []
  let start = 0
  for (const end of block.matchAll(BOUNDARY)) {
    const cut = end.index + end[0].length
    const piece = block.slice(start, cut).trim()
    const next = block.slice(cut, cut + 4)
    if (
      ABBREVIATION.test(piece) ||
      (COUNTED.test(piece) && NUMBER.test(next)) ||
      (DAY.test(piece) && MONTH.test(block.slice(cut - 1)))
    )
      continue
    found.push(piece)
    start = cut
  }
  const rest = block.slice(start).trim()
  if (rest !== '') found.push(rest)
  return found
}

/** Ends of sentences before a small letter, and of clauses. Used only where a sentence is too long to be one line. */
const WEAKER = [/[.!?…]["'”’)\]]{0,3}\s+/g, /[;；]\s*/g]

/** Returns the sentences of a paragraph; a sentence that is longer is split at its weaker ends into pieces that are as long as
 * allowed, and stays whole if it has none. */
export function sentencesWithin(block: string, maxChars: number): string[] {
  return splitSentences(block).flatMap((sentence) => {
    if (sentence.length <= maxChars) return [sentence]
    return WEAKER.reduce<string[]>(
      (pieces, end) => pieces.flatMap((piece) => (piece.length <= maxChars ? [piece] : packed(piece, end, maxChars))),
      [sentence],
    )
  })
}

/** Splits after each end, and joins neighbors while they fit. */
function packed(text: string, end: RegExp, maxChars: number): string[] {
  const found: string[] = []
  let start = 0
  const ends = [...text.matchAll(end)].filter(
    ({ index, 0: mark }) => !ABBREVIATION.test(text.slice(Math.max(0, index - 12), index + mark.trimEnd().length)),
  )
  const cuts = [...ends.map(({ index, 0: mark }) => index + mark.length), text.length]
  let last = 0
  for (const cut of cuts) {
    if (last > start && text.slice(start, cut).trimEnd().length > maxChars) {
      found.push(withoutLast(text.slice(start, last).trim(), ';；'))
      start = last
    }
    last = cut
  }
  found.push(text.slice(start).trim())
  return found.filter((piece) => piece !== '')
}
