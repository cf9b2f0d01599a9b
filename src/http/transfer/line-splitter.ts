import { Collected, type Piece, type Splitter } from './pieces.js'

/** Splits JSON Lines. Blank lines are skipped but counted. */
export class LineSplitter implements Splitter {
  private line = 0
  private readonly open = new Collected()

  push(chunk: string): Piece[] {
    const found: Piece[] = []
    for (let from = 0; from < chunk.length;) {
      const to = chunk.indexOf('\n', from)
      this.open.add(chunk, from, to < 0 ? chunk.length : to)
      if (to < 0) break
      found.push(...this.close())
      from = to + 1
    }
    return found
  }

  end(): Piece[] {
    return this.close()
  }

  private close(): Piece[] {
    this.line += 1
    const text = this.open.take().trim()
    return text === '' ? [] : [{ kind: 'line', line: this.line, text }]
  }
}
