/** Splits streamed bytes into lines and server-sent events. Any split of the bytes into chunks gives the same result. */

const LF = 10
const CR = 13

/** Collects UTF-8 bytes and returns each line once its end has arrived. Lines end with LF, CR or CRLF. */
export class LineReader {
  private readonly decoder = new TextDecoder()
  /** Pieces of the line that has not ended. They are joined once, so that a long line costs its length only. */
  private pieces: string[] = []
  private endedWithCr = false

  /** Returns the lines that `chunk` completes. */
  push(chunk: Uint8Array): string[] {
    return this.split(this.decoder.decode(chunk, { stream: true }))
  }

  /** Returns the last lines; the very last may have no end. */
  end(): string[] {
    const lines = this.split(this.decoder.decode())
    const rest = this.pieces.join('')
    this.pieces = []
    return rest === '' ? lines : [...lines, rest]
  }

  private split(text: string): string[] {
    const lines: string[] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code !== LF && code !== CR) continue
      // The LF of a CRLF ends no second line, even if it arrives in the next chunk.
      if (code === LF && this.endedWithCr && at === from) from = at + 1
      else {
        this.pieces.push(text.slice(from, at))
        lines.push(this.pieces.join(''))
        this.pieces = []
        from = at + 1
      }
      this.endedWithCr = code === CR
    }
    if (from < text.length) {
      this.pieces.push(text.slice(from))
      this.endedWithCr = false
    }
    return lines
  }
}

export interface ServerEvent {
  /** Name of the event; empty if it has none. */
  name: string
  data: string
}

/** Assembles server-sent events from lines. Comments are dropped. */
export class EventReader {
  private name = ''
  private data: string[] = []

  /** Returns the event that the line completes, or null. An event ends with an empty line. */
  push(line: string): ServerEvent | null {
    if (line === '') return this.end()
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'event') this.name = value
    else if (field === 'data') this.data.push(value)
    return null
  }

  /** Returns the event that has begun. Some servers omit the empty line after the last one. */
  end(): ServerEvent | null {
    const event = this.data.length > 0 ? { name: this.name, data: this.data.join('\n') } : null
    this.name = ''
    this.data = []
    return event
  }
}
