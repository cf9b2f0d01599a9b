/** Reads one JSON string of any length in steps. A single string may fill a body of 16 MiB. [13] */

const QUOTE = 34
const BACKSLASH = 92
const FIRST_PRINTABLE = 32
const LETTER_U = 117
const SIMPLE_ESCAPES = '"\\/bfnrt'
const HEX_FOUR = /^[0-9a-fA-F]{4}$/
/** Characters decoded at once. */
const PIECE_CHARS = 65_536

export class JsonStringReader {
  /** Index of the next character to read; in a broken string, of the invalid character. */
  at: number
  /** Decoded pieces, and the start of the rest. */
  private readonly pieces: string[] = []
  private pieceFrom: number
  private isEscaped = false

  /** @param from index of the opening quote */
  constructor(
    private readonly text: string,
    readonly from: number,
  ) {
    this.at = from + 1
    this.pieceFrom = from + 1
  }

  /** Reads up to the index `end`. Returns `done` after the closing quote. */
  advance(end: number): 'done' | 'more' | 'broken' {
    const { text } = this
    let at = this.at
    while (at < end) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        this.take(at)
        this.at = at + 1
        return 'done'
      }
      // Past the end of the text the code is NaN, which fails every comparison.
      if (!(code >= FIRST_PRINTABLE)) {
        this.at = Math.min(at, text.length)
        return 'broken'
      }
      if (code === BACKSLASH) {
        this.isEscaped = true
        const next = afterEscape(text, at)
        if (next < 0) {
          this.at = -next
          return 'broken'
        }
        at = next
      } else at++
      if (at - this.pieceFrom >= PIECE_CHARS && this.isEscaped) this.take(at)
    }
    this.at = at
    return 'more'
  }

  /** Returns the decoded string. Call only after `advance` returned `done`. */
  value(): string {
    return this.pieces.length === 1 ? this.pieces[0]! : this.pieces.join('')
  }

  private take(to: number): void {
    const source = this.text.slice(this.pieceFrom, to)
    this.pieces.push(this.isEscaped ? String(JSON.parse(`"${source}"`)) : source)
    this.isEscaped = false
    this.pieceFrom = to
  }
}

/** Returns the index after an escape, or the negated index of the invalid character. */
function afterEscape(text: string, at: number): number {
  const code = text.charCodeAt(at + 1)
  if (code === LETTER_U) return HEX_FOUR.test(text.slice(at + 2, at + 6)) ? at + 6 : -(at + 1)
  if (at + 1 >= text.length) return -text.length
  return SIMPLE_ESCAPES.includes(text[at + 1]!) ? at + 2 : -(at + 1)
}
