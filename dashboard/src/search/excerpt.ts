/** Splits the excerpt of a search hit at its matches. */

export interface ExcerptPiece {
  text: string
  isMatch: boolean
}

interface Excerpt {
  excerpt: string
  /** Start of the excerpt in the original. */
  offset: number
  /** Counted from the start of the original, too. They may overlap: words of Chinese do. */
  matches: readonly { offset: number; length: number }[]
}

/** Returns the pieces of an excerpt. Joined, they are the excerpt. */
export function piecesOfExcerpt({ excerpt, offset, matches }: Excerpt): ExcerptPiece[] {
  const pieces: ExcerptPiece[] = []
  let end = 0
  const add = (to: number, isMatch: boolean) => {
    if (to > end) pieces.push({ text: excerpt.slice(end, to), isMatch })
    end = Math.max(end, to)
  }
  for (const { from, to } of merged(
    matches.map((match) => ({ from: match.offset - offset, to: match.offset - offset + match.length })),
  )) {
    add(Math.min(from, excerpt.length), false)
    add(Math.min(to, excerpt.length), true)
  }
  add(excerpt.length, false)
  return pieces
}

interface Span {
  from: number
  to: number
}

/** Joins spans that overlap or touch, in order. */
function merged(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}
