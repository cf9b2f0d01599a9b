import type { CondensedView } from '../../src/domain/reductions/condense/view.js'

/** All words that condensed views add. */
const OWN_WORDS =
  /^(?:more|other|lines?|files?|folders?|results?|rows?|columns|entries|fields?|follow|of|the|file|is|line|result|to|empty|or|linking|left|out)$/

/** Returns the parts of a condensed view that are neither copied from its source nor counts. */
export function inventions({ lines }: CondensedView, source: string): string[] {
  const pieces = lines.flat()
  const copies = pieces.flatMap((piece) => ('copied' in piece && !source.includes(piece.copied) ? [piece.copied] : []))
  const words = pieces.flatMap((piece) => ('said' in piece ? (piece.said.match(/\p{L}+/gu) ?? []) : []))
  return [...copies, ...words.filter((word) => !OWN_WORDS.test(word))]
}
