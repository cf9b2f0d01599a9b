import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { cutForEncoding } from '../text-cuts.js'

/** Counts the tokens of texts piece by piece, and remembers the counts of short pieces: the same ones repeat in every text. */

/** A piece of the encoding's split pattern at one place. Merging never crosses pieces, so their counts add up. The library
 * makes an array and an object for each piece of a text, which takes as long again as everything else. */
const PIECE = new RegExp(O200K_TOKEN_SPLIT_REGEX.source, 'uy')

/** Two generations of pieces, so that those in use stay when the newer one is full. Bounds both to a few MB; forgetting only costs time. */
const MAX_KNOWN = 20_000
const MAX_KNOWN_CHARS = 40

export interface PartCounter {
  /** Counts the tokens of a part from `cutForEncoding`. */
  countPart: (part: string) => number
  /** Counts the tokens of a text. Takes linear time on any input. [T1] */
  countText: (text: string) => number
}

/** @param countPiece tokens of one piece, without its neighbors */
export function partCounter(countPiece: (piece: string) => number): PartCounter {
  let known = new Map<string, number>()
  let knownBefore = new Map<string, number>()
  const remembered = (piece: string, tokens: number): number => {
    if (piece.length > MAX_KNOWN_CHARS) return tokens
    if (known.size >= MAX_KNOWN) {
      knownBefore = known
      known = new Map()
    }
    known.set(flat(piece), tokens)
    return tokens
  }
  const pieceTokens = (piece: string): number =>
    known.get(piece) ?? remembered(piece, knownBefore.get(piece) ?? countPiece(piece))
  const countPart = (part: string): number => {
    let tokens = 0
    for (let from = 0; from < part.length;) {
      PIECE.lastIndex = from
      // The pattern matches any text. Should it not, the rest counts as one piece.
      if (!PIECE.test(part)) return tokens + countPiece(part.slice(from))
      tokens += pieceTokens(part.slice(from, PIECE.lastIndex))
      from = PIECE.lastIndex
    }
    return tokens
  }
  const countText = (text: string): number => {
    let tokens = 0
    for (const part of cutForEncoding(text)) tokens += countPart(part)
    return tokens
  }
  return { countPart, countText }
}

/** Returns the text as a string of its own: a slice keeps its whole text in memory. V8 copies slices of fewer than 13
 * characters anyway. */
function flat(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}
