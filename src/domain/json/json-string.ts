/** Reads one JSON string of any length. A single string may fill a body of 16 MiB. [13]
 *
 * It looks for the closing quote with functions of the engine, piece by piece, and lets `JSON.parse` decode and check the
 * pieces that have escapes. That takes a third of the time of a look at each character, three quarters if it is full of quotes. */

const QUOTE = '"'
const BACKSLASH = 92
const FIRST_PRINTABLE = 32
const LETTER_U = 117
const SIMPLE_ESCAPES = '"\\/bfnrt'
const HEX_FOUR = /^[0-9a-fA-F]{4}$/
/** Characters of a unicode escape, the longest one. */
const LONGEST_ESCAPE = 6
/** Characters examined at once. */
const PIECE_CHARS = 16_384
/** Matches control characters and backslashes: what does not mean itself, or must not be there. */
const NOT_PLAIN = /[^ -[\]-\uffff]/

export class JsonStringReader {
  /** Index of the next character to read; in a broken string, of the invalid character. */
  at: number
  /** Decoded pieces, and the start of the plain text behind them. */
  private readonly pieces: string[] = []
  private plainFrom: number

  /** @param from index of the opening quote */
  constructor(
    private readonly text: string,
    readonly from: number,
  ) {
    this.at = from + 1
    this.plainFrom = from + 1
  }

  /** Reads up to the closing quote. Returns false for a broken string. */
  read(): boolean {
    for (;;) {
      const piece = this.text.slice(this.at, this.at + PIECE_CHARS)
      const quote = closingQuote(piece)
      const source = piece.slice(0, quote < 0 ? withoutCutEscape(piece) : quote)
      const fault = this.take(source)
      if (fault >= 0 || (source === '' && quote < 0)) {
        this.at += fault >= 0 ? fault : faultIn(piece)
        return false
      }
      if (quote >= 0) {
        this.endPlain()
        this.at++
        return true
      }
    }
  }

  /** Returns the decoded string. Call only after `read` returned true. */
  value(): string {
    return this.pieces.length === 1 ? this.pieces[0]! : this.pieces.join('')
  }

  /** Reads text that holds whole escapes. Returns -1, or the index of an invalid character. */
  private take(source: string): number {
    if (NOT_PLAIN.test(source)) {
      const decoded = decode(source)
      if (decoded === null) return faultIn(source)
      this.endPlain()
      this.pieces.push(decoded)
      this.plainFrom += source.length
    }
    this.at += source.length
    return -1
  }

  /** Makes a piece of the plain text up to here: one slice, however long it is. */
  private endPlain(): void {
    if (this.plainFrom < this.at || this.pieces.length === 0) this.pieces.push(this.text.slice(this.plainFrom, this.at))
    this.plainFrom = this.at
  }
}

/** Returns the index of the first quote that no backslash escapes, or -1. */
function closingQuote(piece: string): number {
  let quote = piece.indexOf(QUOTE)
  while (quote >= 0 && isEscaped(piece, quote)) quote = piece.indexOf(QUOTE, quote + 1)
  return quote
}

/** Whether the number of backslashes before the index is odd. */
function isEscaped(piece: string, at: number): boolean {
  let from = at
  while (from > 0 && piece.charCodeAt(from - 1) === BACKSLASH) from--
  return (at - from) % 2 === 1
}

/** Returns the length of a piece without an escape that its end cuts. */
function withoutCutEscape(piece: string): number {
  const tailFrom = Math.max(0, piece.length - LONGEST_ESCAPE)
  const escape = tailFrom + piece.slice(tailFrom).lastIndexOf('\\')
  if (escape < tailFrom || isEscaped(piece, escape)) return piece.length
  const chars = piece.charCodeAt(escape + 1) === LETTER_U ? LONGEST_ESCAPE : 2
  return escape + chars > piece.length ? escape : piece.length
}

function decode(source: string): string | null {
  try {
    return JSON.parse(`"${source}"`) as string
  } catch {
    return null
  }
}

/** Returns the index of the first character that may not be there. A text that only ends too early is faulty at its end. */
function faultIn(source: string): number {
  let at = 0
  while (at < source.length) {
    const code = source.charCodeAt(at)
    if (code < FIRST_PRINTABLE) return at
    const next = code === BACKSLASH ? afterEscape(source, at) : at + 1
    if (next < 0) return -next
    at = next
  }
  return source.length
}

/** Returns the index after an escape, or the negated index of the invalid character. */
function afterEscape(text: string, at: number): number {
  if (at + 1 >= text.length) return -text.length
  if (text.charCodeAt(at + 1) === LETTER_U) return HEX_FOUR.test(text.slice(at + 2, at + 6)) ? at + 6 : -(at + 1)
  return SIMPLE_ESCAPES.includes(text[at + 1]!) ? at + 2 : -(at + 1)
}
