import { containsAnchor } from './anchors.js'
import type { Anchor } from '../source/types.js'

/** Which of many anchors stand in a long text. Looking for each in all of it is quadratic: a window of a million tokens whose every line is
 * a decision took 18 s. Where it would be much, pieces of an anchor are looked up first. */

/** Anchors × characters from which the pieces are worth their making. */
const MIN_INDEXED_WORK = 20_000_000
const PIECE_CHARS = 6

type Named = Pick<Anchor, 'text' | 'kind'>

/** As `standsIn`, for so many anchors that are asked about one text. */
export function anchorMatcher(text: string, anchors: number): (anchor: Named) => boolean {
  if (anchors * text.length < MIN_INDEXED_WORK) return (anchor) => containsAnchor(anchor, text)
  const first = new Map<string, number>()
  for (let at = text.length - PIECE_CHARS; at >= 0; at--) first.set(text.slice(at, at + PIECE_CHARS), at)
  return (anchor) => {
    const last = anchor.text.length - PIECE_CHARS
    // Shorter ones are found fast enough.
    if (last < 0) return containsAnchor(anchor, text)
    // It begins no earlier than its piece that comes last.
    const starts = [0, last >> 1, last].map(
      (at) => (first.get(anchor.text.slice(at, at + PIECE_CHARS)) ?? Infinity) - at,
    )
    const from = Math.max(0, ...starts)
    return from !== Infinity && containsAnchor(anchor, text, from)
  }
}
