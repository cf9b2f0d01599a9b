import type { CondensedView } from '../../src/domain/reductions/condense/view.js'

/** All words that a condensed view has of its own. */
const OWN_WORDS =
  /^(?:more|other|lines?|files?|folders?|results?|rows?|columns|entries|fields?|follow|of|the|file|is|line|result|to|empty|or|linking|left|out)$/

/** What a condensed view says that is neither a copy of its source nor a count. */
export function inventions({ lines }: CondensedView, source: string): string[] {
  const pieces = lines.flat()
  const copies = pieces.flatMap((piece) =>
    'verbatim' in piece && !source.includes(piece.verbatim) ? [piece.verbatim] : [],
  )
  const words = pieces.flatMap((piece) => ('note' in piece ? (piece.note.match(/\p{L}+/gu) ?? []) : []))
  return [...copies, ...words.filter((word) => !OWN_WORDS.test(word))]
}
