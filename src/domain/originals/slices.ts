/** Slices a text by characters, bytes or lines. Consecutive slices add up to the exact text in every unit, and no
 * character is split. [D1] [P8] */
import { isHigh, isLow, startOfCharacter } from '../texts.js'

/** characters: UTF-16 code units, like `length` in JavaScript · bytes: UTF-8 · lines: each with its final line
 * break. */
export const UNITS = ['characters', 'bytes', 'lines'] as const
export type Unit = (typeof UNITS)[number]
export type Size = Record<Unit, number>

/** Size and hash of a whole original. */
export interface Measures {
  size: Size
  /** SHA-256 of the original as UTF-8, lower-case hex. */
  sha256: string
}

export interface Range {
  unit: Unit
  /** Start of the range: characters and bytes count from 0, lines from 1. */
  offset: number
  /** At least 1. */
  limit: number
}

/** The slice returned, in the unit requested. */
export interface Slice {
  /** Actual start. For characters and bytes: the start of the character at the offset requested. */
  offset: number
  length: number
  content: string
  /** Start of the next slice; null at the end of the text. */
  nextOffset: number | null
}

/** Maximum characters in a slice by lines. A single longer line is still returned whole. */
export const MAX_LINE_SLICE_CHARACTERS = 1_000_000

const LINE_BREAK = 10

/** Returns a slice. Moves both ends back to the start of the character they fall into, so that steps of any fixed width
 * fit together. A range narrower than one character returns that character.
 * @param size size of the whole text */
export function sliceText(text: string, size: Size, { unit, offset, limit }: Range): Slice {
  switch (unit) {
    case 'characters':
      return sliceCharacters(text, offset, limit)
    case 'bytes':
      // Pure ASCII: every character is one byte.
      return size.bytes === text.length ? sliceCharacters(text, offset, limit) : sliceBytes(text, offset, limit)
    case 'lines':
      return sliceLines(text, size.lines, offset, limit)
  }
}

/** Returns the number of line breaks. A text has one line more than that, unless it ends with a break or is empty. */
export function countLineBreaks(text: string): number {
  let breaks = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === LINE_BREAK) breaks++
  return breaks
}

/** Returns the number of lines of a text with `breaks` line breaks. */
export function linesOf(text: string, breaks: number): number {
  return text === '' || text.charCodeAt(text.length - 1) === LINE_BREAK ? breaks : breaks + 1
}

function sliceCharacters(text: string, offset: number, limit: number): Slice {
  const from = startOfCharacter(text, Math.min(offset, text.length))
  const end = startOfCharacter(text, Math.min(offset + limit, text.length))
  const to = end > from ? end : from + unitsAt(text, from)
  return { offset: from, length: to - from, content: text.slice(from, to), nextOffset: to < text.length ? to : null }
}

interface Position {
  /** Code units before the position. */
  index: number
  /** Bytes before the position. */
  byte: number
}

function sliceBytes(text: string, offset: number, limit: number): Slice {
  const from = positionOfByte(text, offset, { index: 0, byte: 0 })
  const end = positionOfByte(text, offset + limit, from)
  const to = end.index > from.index ? end : after(text, from)
  const content = text.slice(from.index, to.index)
  return {
    offset: from.byte,
    length: to.byte - from.byte,
    content,
    nextOffset: to.index < text.length ? to.byte : null,
  }
}

/** Returns the start of the character that contains `byte`, searching from the earlier position `from`. */
function positionOfByte(text: string, byte: number, from: Position): Position {
  let { index, byte: passed } = from
  for (let characters = 1; index < text.length && passed < byte; characters++) {
    const code = text.charCodeAt(index)
    if (code < 0x80) {
      // ASCII fast path: most text is ASCII.
      passed += 1
      index += 1
      continue
    }
    const units = unitsAt(text, index)
    const width = widthOf(code, units)
    if (passed + width > byte) break
    passed += width
    index += units
  }
  return { index, byte: passed }
}

function after(text: string, { index, byte }: Position): Position {
  const units = unitsAt(text, index)
  return { index: index + units, byte: units === 0 ? byte : byte + widthOf(text.charCodeAt(index), units) }
}

function sliceLines(text: string, total: number, offset: number, limit: number): Slice {
  const first = Math.min(offset, total + 1)
  const { at: from } = skipLines(text, 0, first - 1, Infinity)
  const wanted = Math.min(limit, total + 1 - first)
  const { at, lines } = skipLines(text, from, wanted, from + MAX_LINE_SLICE_CHARACTERS)
  return {
    offset: first,
    length: lines,
    content: text.slice(from, at),
    nextOffset: at < text.length ? first + lines : null,
  }
}

/** Skips up to `wanted` whole lines: always the first, further lines only if they end before `bound`. */
function skipLines(text: string, from: number, wanted: number, bound: number): { at: number; lines: number } {
  let lines = 0
  let at = from
  while (at < text.length && lines < wanted) {
    const found = text.indexOf('\n', at)
    const last = found < 0 ? text.length - 1 : found
    if (lines > 0 && last >= bound) break
    at = last + 1
    lines += 1
  }
  return { at, lines }
}

/** Returns the code units of the character at `at`: 2 for a surrogate pair, 1 for others, 0 at the end. */
function unitsAt(text: string, at: number): number {
  if (at >= text.length) return 0
  return isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1
}

/** Returns the UTF-8 bytes of a character. An unpaired surrogate takes three, like its replacement character. */
function widthOf(code: number, units: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : units === 2 ? 4 : 3
}
