import { containsAnchor } from './anchors.js'
import type { Anchor } from '../source/types.js'

/** Finds which of many anchors a long text contains. Searching the whole text for each anchor is quadratic: a window of
 * a million tokens with a decision on every line took 18 s. Large inputs therefore use an index of short pieces. */

/** Minimum anchors × characters for which the index of pieces pays off. */
const MIN_INDEXED_WORK = 20_000_000
const PIECE_CHARS = 6

type Named = Pick<Anchor, 'text' | 'kind'>

/** Returns `containsAnchor` for one text, optimized for the given number of anchors. */
export function anchorMatcher(text: string, anchors: number): (anchor: Named) => boolean {
  if (anchors * text.length < MIN_INDEXED_WORK) return (anchor) => containsAnchor(anchor, text)
  const first = new Map<string, number>()
  for (let at = text.length - PIECE_CHARS; at >= 0; at--) first.set(text.slice(at, at + PIECE_CHARS), at)
  return (anchor) => {
    const last = anchor.text.length - PIECE_CHARS
    // Shorter anchors are found fast enough without the index.
    if (last < 0) return containsAnchor(anchor, text)
    // The anchor cannot start before the latest of the starts that its pieces allow.
    const starts = [0, last >> 1, last].map(
      (at) => (first.get(anchor.text.slice(at, at + PIECE_CHARS)) ?? Infinity) - at,
    )
    const from = Math.max(0, ...starts)
    return from !== Infinity && containsAnchor(anchor, text, from)
  }
}
