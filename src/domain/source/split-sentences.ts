/** Splits a paragraph where a sentence ends, not after an abbreviation. */

const BOUNDARY =
  /[.!?…]["'”’)\]*_`]{0,3}\s+(?=["'“(*_`]{0,3}[\p{Lu}\p{N}\p{Lo}])|[。！？]["'”’」』)]{0,2}(?=[^\s。！？"'”’」』)])/gu
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|fig|Mr|Mrs|Dr)\.|\b[A-Z]\.|^\d{1,3}\.)$/

/** Returns the sentences of a paragraph, verbatim. */
export function splitSentences(block: string): string[] {
  const found: string[] = []
  let start = 0
  for (const end of block.matchAll(BOUNDARY)) {
    const cut = end.index + end[0].length
    const piece = block.slice(start, cut).trim()
    if (ABBREVIATION.test(piece)) continue
    found.push(piece)
    start = cut
  }
  const rest = block.slice(start).trim()
  if (rest !== '') found.push(rest)
  return found
}
