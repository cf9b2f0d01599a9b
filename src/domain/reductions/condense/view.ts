/** A condensed view in the making. Every piece says whether it was copied from the result or is ours (a count, a line number): what is
 * copied stands so in the source, and nothing else of it is told. [D2] */
import { pluralize, formatInteger } from '../../number-format.js'
import type { ResultKind } from './kinds.js'

export type Piece = { verbatim: string } | { note: string }
export type ViewLine = readonly Piece[]

export interface CondensedView {
  kind: ResultKind
  /** What of the result is in the view, in words. */
  kept: string
  lines: ViewLine[]
}

/** Characters a view may take. */
export interface ViewBounds {
  /** Never more than this. */
  maxCharacters: number
  /** Small enough to be clearly worth it. */
  worthCharacters: number
}

/** One way of writing a view. `whole`: nothing was left out for want of room. */
export interface Attempt {
  kept: string
  lines: ViewLine[]
  whole: boolean
}

/** Attempts barer than need be that are tried for the sake of a clear gain: more would say too little of a result that has room. */
const BARER_FOR_GAIN = 2

/** The fullest attempt that fits, attempts being given from full to bare; a barer one if that makes it clearly smaller. When none fits, the
 * barest, cut where the room ends. */
export function firstThatFits(attempts: readonly ((characters: number) => Attempt)[], bounds: ViewBounds): Attempt {
  let fullest: Attempt | null = null
  let barer = 0
  for (const attempt of attempts) {
    const made = attempt(bounds.maxCharacters)
    if (!made.whole) continue
    if (sizeOf(made.lines) <= bounds.worthCharacters) return made
    fullest ??= made
    if (++barer > BARER_FOR_GAIN) break
  }
  return fullest ?? attempts.at(-1)!(bounds.maxCharacters)
}

/** Characters, the ends of the lines among them. */
export function sizeOf(lines: readonly ViewLine[]): number {
  return lines.reduce((sum, line) => sum + lineText(line).length + 1, 0)
}

/** Takes lines until the room is used up. */
export class Sheet {
  readonly lines: ViewLine[] = []
  private freeCharacters: number

  constructor(characters: number) {
    this.freeCharacters = characters
  }

  /** False, and nothing is taken, when the lines do not fit. */
  add(...lines: ViewLine[]): boolean {
    const size = sizeOf(lines)
    if (size > this.freeCharacters) return false
    this.freeCharacters -= size
    this.lines.push(...lines)
    return true
  }

  /** A closing word about what was left out; it may go past the end by its own few characters. */
  close(text: string): void {
    this.lines.push([note(`[${text}]`)])
  }
}

/** What a tool wraps its output in. */
const TAG = /^<\/?\w+>$/
const OTHERS_SHOWN = 4
const OTHER_CHARACTERS = 160

/** Lines that are no part of the list they stand around (a heading, an exit code): the first as they are, the rest counted. */
export function otherLines(lines: readonly string[]): ViewLine[] {
  const others = lines.filter((line) => !TAG.test(line))
  const rest = others.length - OTHERS_SHOWN
  const first = others.slice(0, OTHERS_SHOWN).map((line) => clipped(line, OTHER_CHARACTERS))
  return rest > 0 ? [...first, [note(`[${pluralize(rest, 'other line')}]`)]] : first
}

export function verbatim(text: string): Piece {
  return { verbatim: text }
}

export function note(text: string): Piece {
  return { note: text }
}

export function lineText(line: ViewLine): string {
  return line.map((piece) => ('verbatim' in piece ? piece.verbatim : piece.note)).join('')
}

/** The beginning of a text, and a sign where it is not all of it. Never half of a surrogate pair or of an escape. */
export function clipped(text: string, characters: number): Piece[] {
  if (text.length <= characters) return text === '' ? [] : [verbatim(text)]
  const cut = text.slice(0, characters).replace(/(?:[\uD800-\uDBFF]|\\)$/, '')
  return [verbatim(cut), note('…')]
}

/** Of all or of some: `12 files`, `5 of 12 files`. */
export function share(shown: number, all: number, one: string, many = `${one}s`): string {
  return shown === all ? pluralize(all, one, many) : `${formatInteger(shown)} of ${pluralize(all, one, many)}`
}
