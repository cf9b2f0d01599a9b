/** Splits JSON text that arrives in chunks into values small enough to parse, so that a file of any size takes the
 * memory of one value. Finds boundaries only; faults inside a value show when it is parsed. */

/** A piece of a file. `line`: of JSON Lines. `member`: of the outermost object; an array member is split into `element`s
 * instead. `key` is null for elements of an outermost array. */
export type Piece =
  | { kind: 'line'; line: number; text: string }
  | { kind: 'member'; key: string; text: string }
  | { kind: 'element'; key: string | null; index: number; text: string }

/** Why the text cannot be split. */
export class SplitFault extends Error {
  constructor(
    readonly kind: 'too-long' | 'broken' | 'incomplete',
    message: string,
  ) {
    super(message)
  }
}

export interface Splitter {
  /** Returns the pieces that end in this chunk. Throws SplitFault. */
  push(chunk: string): Piece[]
  /** Returns the last piece. Throws SplitFault if the text is incomplete. */
  end(): Piece[]
}

/** Characters of one value. A message has at most 16 MiB; its record is larger. */
export const MAX_VALUE_CHARS = 48 * 1024 * 1024

/** Text of one value, collected from chunks. */
export class Collected {
  private pieces: string[] = []
  private chars = 0

  add(chunk: string, from: number, to: number): void {
    this.chars += to - from
    if (this.chars > MAX_VALUE_CHARS)
      throw new SplitFault('too-long', `One value has more than ${MAX_VALUE_CHARS} characters.`)
    if (to > from) this.pieces.push(chunk.slice(from, to))
  }

  take(): string {
    const text = this.pieces.length === 1 ? this.pieces[0]! : this.pieces.join('')
    this.pieces = []
    this.chars = 0
    return text
  }
}
