import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'

import { cutForEncoding } from './text-cuts.js'

/** Treats text that looks like a control token (`<|endoftext|>`) as plain text: never rejected, never one token. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() }

/** A piece of the encoding's split pattern at one place. Merging never crosses pieces, so their counts add up. The library
 * makes an array and an object for each piece of a text, which takes as long again as everything else. */
const PIECE = new RegExp(O200K_TOKEN_SPLIT_REGEX.source, 'uy')

// We remember counts instead. The library would evict single entries, which costs more than merging again.
setMergeCacheSize(0)

/** Tokens of pieces: the same ones repeat in every text. Two generations, so that those in use stay when the newer one is
 * full. Bounds both to a few MB; forgetting only costs time. */
let known = new Map<string, number>()
let knownBefore = new Map<string, number>()
const MAX_KNOWN = 20_000
const MAX_KNOWN_CHARS = 40

/** Counts the tokens of a part from `cutForEncoding`, synchronously on this thread. */
export function countPart(part: string): number {
  let tokens = 0
  for (let from = 0; from < part.length;) {
    PIECE.lastIndex = from
    // The pattern matches any text. Should it not, the library skips what it does not match.
    if (!PIECE.test(part)) return tokens + countTokens(part.slice(from), PLAIN_TEXT)
    tokens += pieceTokens(part.slice(from, PIECE.lastIndex))
    from = PIECE.lastIndex
  }
  return tokens
}

function pieceTokens(piece: string): number {
  return known.get(piece) ?? remembered(piece, knownBefore.get(piece) ?? countTokens(piece, PLAIN_TEXT))
}

function remembered(piece: string, tokens: number): number {
  if (piece.length > MAX_KNOWN_CHARS) return tokens
  if (known.size >= MAX_KNOWN) {
    knownBefore = known
    known = new Map()
  }
  known.set(flat(piece), tokens)
  return tokens
}

/** Returns the text as a string of its own: a slice keeps its whole text in memory. V8 copies slices of fewer than 13
 * characters anyway. */
function flat(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}

/** Counts the o200k_base tokens of a text, synchronously on this thread. Takes linear time on any input. [T1] */
export function countText(text: string): number {
  let tokens = 0
  for (const part of cutForEncoding(text)) tokens += countPart(part)
  return tokens
}

/** Counts for the first time. That compiles the split pattern, once for each width of characters, which takes 15 to 30 ms: no
 * request should wait for it. */
export function warmUp(): void {
  countText('a 1')
  countText('\u4e00 a')
}
