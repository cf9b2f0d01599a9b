/** Ranges of a text by characters, bytes or lines. Slices put together give the text exactly, in every unit; no character is parted. [D1] [P8] */

/** characters: UTF-16 code units, as `length` counts in JavaScript · bytes: of UTF-8 · lines: each with the line break that ends it. */
export const UNITS = ['characters', 'bytes', 'lines'] as const
export type Unit = (typeof UNITS)[number]
export type Size = Record<Unit, number>

/** Of a whole original. */
export interface Measures {
  size: Size
  /** SHA-256 of it as UTF-8, lower-case hex. */
  sha256: string
}

export interface Range {
  unit: Unit
  /** Of the first thing wanted: characters and bytes count from 0, lines from 1. */
  offset: number
  /** At least 1. */
  limit: number
}

/** What is really given, in the unit that was asked for. */
export interface Slice {
  /** Where it begins: in characters and bytes the start of the character that was asked for. */
  offset: number
  length: number
  content: string
  /** Where the next slice begins; null: this was the end. */
  nextOffset: number | null
}

/** Most characters in a slice by lines, unless a single line is longer: lines are given whole. */
export const LINES_MOST_CHARACTERS = 1_000_000

const LINE_BREAK = 10

/** Both ends are moved back to the start of the character they fall into, so that steps of any fixed width fit together; a step
 * narrower than one character gives that character. `size` is that of the whole text. */
export function sliceText(text: string, size: Size, { unit, offset, limit }: Range): Slice {
  switch (unit) {
    case 'characters':
      return sliceCharacters(text, offset, limit)
    case 'bytes':
      // Nothing but ASCII: a byte is a character.
      return size.bytes === text.length ? sliceCharacters(text, offset, limit) : sliceBytes(text, offset, limit)
    case 'lines':
      return sliceLines(text, size.lines, offset, limit)
  }
}

/** Line breaks in a text. A text has one line more than that, unless it ends with a break or is empty. */
export function countLineBreaks(text: string): number {
  let breaks = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === LINE_BREAK) breaks++
  return breaks
}

/** Lines of a text with so many breaks in it. */
export function linesOf(text: string, breaks: number): number {
  return text === '' || text.charCodeAt(text.length - 1) === LINE_BREAK ? breaks : breaks + 1
}

/** The same place, or the one before it if that would part a surrogate pair. */
export function startOfCharacter(text: string, at: number): number {
  return isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at
}

function sliceCharacters(text: string, offset: number, limit: number): Slice {
  const from = startOfCharacter(text, Math.min(offset, text.length))
  const end = startOfCharacter(text, Math.min(offset + limit, text.length))
  const to = end > from ? end : from + unitsAt(text, from)
  return { offset: from, length: to - from, content: text.slice(from, to), nextOffset: to < text.length ? to : null }
}

interface Place {
  /** Code units before it. */
  index: number
  /** Bytes before it. */
  byte: number
}

function sliceBytes(text: string, offset: number, limit: number): Slice {
  const from = placeOfByte(text, offset, { index: 0, byte: 0 })
  const end = placeOfByte(text, offset + limit, from)
  const to = end.index > from.index ? end : after(text, from)
  const content = text.slice(from.index, to.index)
  return {
    offset: from.byte,
    length: to.byte - from.byte,
    content,
    nextOffset: to.index < text.length ? to.byte : null,
  }
}

/** The start of the character that a byte belongs to, looked for from an earlier place on. */
function placeOfByte(text: string, byte: number, from: Place): Place {
  let { index, byte: passed } = from
  while (index < text.length && passed < byte) {
    const code = text.charCodeAt(index)
    if (code < 0x80) {
      // Most of most texts: worth a way of its own.
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

function after(text: string, { index, byte }: Place): Place {
  const units = unitsAt(text, index)
  return { index: index + units, byte: units === 0 ? byte : byte + widthOf(text.charCodeAt(index), units) }
}

function sliceLines(text: string, total: number, offset: number, limit: number): Slice {
  const first = Math.min(offset, total + 1)
  const from = skipLines(text, 0, first - 1, Infinity).at
  const { at, lines } = skipLines(text, from, Math.min(limit, total + 1 - first), from + LINES_MOST_CHARACTERS)
  return {
    offset: first,
    length: lines,
    content: text.slice(from, at),
    nextOffset: at < text.length ? first + lines : null,
  }
}

/** Past so many lines, whole ones only: the first in any case, others while they end before `bound`. */
function skipLines(text: string, from: number, wanted: number, bound: number): { at: number; lines: number } {
  let lines = 0
  let at = from
  for (let next = from; next < text.length && lines < wanted; next++) {
    const isLast = next === text.length - 1
    if (text.charCodeAt(next) !== LINE_BREAK && !isLast) continue
    if (lines > 0 && next >= bound) break
    at = next + 1
    lines += 1
  }
  return { at, lines }
}

/** 2 for a surrogate pair, 1 for anything else, 0 at the end. */
function unitsAt(text: string, at: number): number {
  if (at >= text.length) return 0
  return isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1
}

/** Bytes of UTF-8; half a pair that stands alone takes three, as its replacement character would. */
function widthOf(code: number, units: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : units === 2 ? 4 : 3
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
