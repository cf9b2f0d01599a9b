/** Cuts a text before it is encoded, so that the encoding takes linear time. [T1] */
import { hasDigit, hasBlank, hasLetter } from '../domain/texts.js'

/**
 * Longest run without a sure boundary. Byte-pair merging is quadratic in the longest piece that the encoding's split
 * pattern produces: 200 KB of one letter take more than 20 s. Ordinary words, numbers and punctuation are far below
 * this limit, so only longer runs are cut. A character beyond ASCII counts as three units, because it is two to four
 * bytes.
 */
const RUN_UNITS = 256
/** A part ends at the first sure boundary after this many characters. Callers can pause between parts. */
const PART_CHARS = 4_096

const UNKNOWN = 0
const SPACE = 1
const NEWLINE = 2
const DIGIT = 3
const LETTER = 4
const MARK = 5
const APOSTROPHE = 6
/** A character beyond ASCII that is not whitespace; nothing else is known about it. */
const WIDE = 7

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (char === '\r' || char === '\n') return NEWLINE
  if (hasBlank(char)) return SPACE
  if (hasDigit(char)) return DIGIT
  if (hasLetter(char)) return LETTER
  return char === "'" ? APOSTROPHE : MARK
})

/**
 * Cuts a text into parts whose token counts add up to that of the whole. Cuts at sure boundaries, where the o200k split
 * pattern always splits: before a space, between letters and digits, and so on. Cuts a run of more than 256 units
 * without such a boundary anywhere, which costs at most one extra token per cut. Never cuts a surrogate pair.
 * Takes linear time. Lazy, so a caller may pause.
 */
export function* cutForEncoding(text: string): Generator<string, void, undefined> {
  let start = 0
  let run = 0
  let before = UNKNOWN
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const kind = code < 128 ? (ASCII_KINDS[code] ?? UNKNOWN) : wideKind(code)
    if (isSureBoundary(before, kind)) {
      run = 0
      if (i - start >= PART_CHARS) {
        yield text.slice(start, i)
        start = i
      }
    } else if (run >= RUN_UNITS && i > start && !isLowSurrogate(code)) {
      yield text.slice(start, i)
      start = i
      run = 0
    }
    // The pattern splits digits into groups of three, so they never form a long piece.
    run = kind === DIGIT ? 0 : run + (code < 128 ? 1 : 3)
    before = kind
  }
  if (start < text.length) yield start === 0 ? text : text.slice(start)
}

/** Whether no alternative of the o200k pattern can match across the two characters, regardless of their context. */
function isSureBoundary(before: number, kind: number): boolean {
  if (before === UNKNOWN || kind === UNKNOWN || before === kind) return false
  if (before === WIDE || kind === WIDE) return kind === SPACE // a wide character may be a letter, a digit or a mark
  if (kind === DIGIT || before === DIGIT) return true
  switch (kind) {
    case SPACE: // can only start a piece or follow other whitespace
      return before !== NEWLINE
    case NEWLINE: // punctuation includes the newlines after it
    case MARK: // punctuation ends a word; an apostrophe may start a contraction and has its own kind
      return before === LETTER
    default:
      return false
  }
}

/** Recognizes scripts written without spaces, their punctuation, and whitespace beyond ASCII. The rest is WIDE. */
function wideKind(code: number): number {
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3400 && code <= 0x4dbf)) return LETTER // Han
  if ((code >= 0x3041 && code <= 0x3096) || (code >= 0x30a1 && code <= 0x30fa)) return LETTER // kana
  if (code >= 0xac00 && code <= 0xd7a3) return LETTER // Hangul
  if ((code >= 0x3001 && code <= 0x3003) || (code >= 0x3008 && code <= 0x3011)) return MARK
  if ((code >= 0x2010 && code <= 0x2027) || (code >= 0xff01 && code <= 0xff0f) || (code >= 0xff1a && code <= 0xff20))
    return MARK
  const blank =
    code === 0xa0 || code === 0x1680 || (code >= 0x2000 && code <= 0x200a) || code === 0x2028 || code === 0x2029
  return blank || code === 0x85 || code === 0x202f || code === 0x205f || code === 0x3000 || code === 0xfeff
    ? UNKNOWN
    : WIDE
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
