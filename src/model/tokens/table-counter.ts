import { isUtf8 } from 'node:buffer'
import { partCounter, type PartCounter } from './part-counter.js'
import { rankOf, type RankTable } from './rank-table.js'

/** Counts with the shared ranks. The same tokens as `encoding.ts`, in any text. [T3] */
export function tableCounter(table: RankTable): PartCounter {
  const encoder = new TextEncoder()
  let bytes = new Uint8Array(1_024)
  return partCounter((piece) => {
    // A character takes three bytes at most; one of four bytes is two characters.
    if (piece.length * 3 > bytes.length) bytes = new Uint8Array(piece.length * 3)
    const { written } = encoder.encodeInto(piece, bytes)
    return rankOf(table, bytes, 0, written) === null ? mergedTokens(table, bytes, written) : 1
  })
}

/** Higher than any rank: two neighbors that are no token together. */
const NO_TOKEN = 0x7fffffff

/** Merges neighbors, those of the lowest rank first, until no two are a token. Takes quadratic time: `cutForEncoding` bounds the length. */
function mergedTokens(table: RankTable, bytes: Uint8Array, length: number): number {
  const starts = Array.from({ length: length + 1 }, (_, at) => at)
  const rankAt = (at: number): number => {
    const to = starts[at + 2]
    return to === undefined ? NO_TOKEN : (rankOfPair(table, bytes, starts[at]!, to) ?? NO_TOKEN)
  }
  const ranks = starts.map((_, at) => rankAt(at))
  for (;;) {
    let lowest = NO_TOKEN
    let found = -1
    for (let at = 0; at < ranks.length - 1; at++) {
      if (ranks[at]! >= lowest) continue
      lowest = ranks[at]!
      found = at
    }
    if (found < 0) return starts.length - 1
    starts.splice(found + 1, 1)
    ranks.splice(found, 1)
    ranks[found] = rankAt(found)
    if (found > 0) ranks[found - 1] = rankAt(found - 1)
  }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** The library decodes what it looks up, which drops a byte order mark. Counts must not depend on which of the two counts. */
function rankOfPair(table: RankTable, bytes: Uint8Array, from: number, to: number): number | null {
  const isMarked = BYTE_ORDER_MARK.every((byte, at) => bytes[from + at] === byte) && to - from >= BYTE_ORDER_MARK.length
  if (isMarked && isUtf8(bytes.subarray(from, to))) {
    const rest = from + BYTE_ORDER_MARK.length
    return rest === to ? null : rankOf(table, bytes, rest, to)
  }
  return rankOf(table, bytes, from, to)
}
