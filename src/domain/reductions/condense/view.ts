/** Builds condensed views. A `verbatim` piece occurs exactly in the source. A `note` piece is added by the service: a
 * count, a line number. A view contains nothing else from the source. [D2] */
import { pluralize, formatInteger } from '../../number-format.js'
import type { ResultKind } from './kinds.js'

export type Piece = { verbatim: string } | { note: string }
export type ViewLine = readonly Piece[]

export interface CondensedView {
  kind: ResultKind
  /** Description of the content shown. */
  kept: string
  lines: ViewLine[]
}

/** Size limits of a view in characters. */
export interface ViewBounds {
  /** Hard limit. */
  maxCharacters: number
  /** A view of at most this size is clearly worth it. */
  worthCharacters: number
}

/** A view written at one level of detail. `whole`: nothing was omitted for lack of space. */
export interface Attempt {
  kept: string
  lines: ViewLine[]
  whole: boolean
}

/** Maximum number of shorter attempts for a clear gain after one that fits. Even shorter views would show too
 * little. */
const SHORTER_FOR_GAIN = 2

/** Returns the fullest attempt that fits, or a shorter one if that makes the view clearly smaller. If none fits,
 * returns the shortest, cut at the limit. `attempts` are ordered from full to minimal. */
export function firstThatFits(attempts: readonly ((characters: number) => Attempt)[], bounds: ViewBounds): Attempt {
  let fullest: Attempt | null = null
  let shorter = 0
  for (const attempt of attempts) {
    const made = attempt(bounds.maxCharacters)
    if (!made.whole) continue
    if (sizeOf(made.lines) <= bounds.worthCharacters) return made
    fullest ??= made
    if (++shorter > SHORTER_FOR_GAIN) break
  }
  return fullest ?? attempts.at(-1)!(bounds.maxCharacters)
}

/** Returns the characters of the lines, including line breaks. */
export function sizeOf(lines: readonly ViewLine[]): number {
  return lines.reduce((sum, line) => sum + lineText(line).length + 1, 0)
}

/** Collects lines up to a number of characters. */
export class Sheet {
  readonly lines: ViewLine[] = []
  private freeCharacters: number

  constructor(characters: number) {
    this.freeCharacters = characters
  }

  /** Adds all lines. Returns false and adds none if they do not fit. */
  add(...lines: ViewLine[]): boolean {
    const size = sizeOf(lines)
    if (size > this.freeCharacters) return false
    this.freeCharacters -= size
    this.lines.push(...lines)
    return true
  }

  /** Adds a closing note about omitted content. The note may exceed the limit by its own length. */
  close(text: string): void {
    this.lines.push([note(`[${text}]`)])
  }
}

/** Matches a tag in which a tool wraps its output. */
const TAG = /^<\/?\w+>$/
const OTHERS_SHOWN = 4
const OTHER_CHARACTERS = 160

/** Returns lines that are not part of a list (a heading, an exit code): the first lines, and the number of the rest. */
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

/** Returns the beginning of a text, with `…` if it is cut. Never splits a surrogate pair or an escape. */
export function clipped(text: string, characters: number): Piece[] {
  if (text.length <= characters) return text === '' ? [] : [verbatim(text)]
  const cut = text.slice(0, characters).replace(/(?:[\uD800-\uDBFF]|\\)$/, '')
  return [verbatim(cut), note('…')]
}

/** Returns the count of all or of some: `12 files`, `5 of 12 files`. */
export function share(shown: number, all: number, one: string, many = `${one}s`): string {
  return shown === all ? pluralize(all, one, many) : `${formatInteger(shown)} of ${pluralize(all, one, many)}`
}
