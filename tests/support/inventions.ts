import type { CondensedView } from '../../src/domain/reductions/condense/view.js'

/** Words that a condensed view may add. */
const OWN_WORDS =
  /^(?:more|other|lines?|files?|folders?|results?|rows?|columns|entries|fields?|follow|of|the|file|is|line|result|to|empty|or|link|header|omitted)$/

/** Returns text of a condensed view that is neither copied from its source nor an allowed note. */
export function inventions({ lines }: CondensedView, source: string): string[] {
  const pieces = lines.flat()
  const copies = pieces.flatMap((piece) =>
    'verbatim' in piece && !source.includes(piece.verbatim) ? [piece.verbatim] : [],
  )
  const words = pieces.flatMap((piece) => ('note' in piece ? (piece.note.match(/\p{L}+/gu) ?? []) : []))
  return [...copies, ...words.filter((word) => !OWN_WORDS.test(word))]
}
