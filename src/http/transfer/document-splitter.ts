import { closes, isBlank, opens } from '../../domain/json/value-spans.js'
import { Collected, SplitFault, type Piece, type Splitter } from './pieces.js'

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const COLON = 58

type Awaiting = 'start' | 'key' | 'colon' | 'value' | 'element' | 'after member' | 'after element' | 'end'

/** Splits one document: an object or an array. */
export class DocumentSplitter implements Splitter {
  private awaiting: Awaiting = 'start'
  private readonly open = new Collected()
  /** Inside a value: nesting, and whether a string is open and its next character escaped. */
  private inValue = false
  private depth = 0
  private inString = false
  private escaped = false
  private isList = false
  private key: string | null = null
  private index = 0
  private found: Piece[] = []

  push(chunk: string): Piece[] {
    this.found = []
    for (let at = 0; at < chunk.length;) at = this.inValue ? this.continueValue(chunk, at) : this.between(chunk, at)
    return this.found
  }

  end(): Piece[] {
    if (this.awaiting !== 'end') throw new SplitFault('incomplete', 'The document ends too early.')
    return []
  }

  /** Reads one character between values. Returns the index of the next. */
  private between(chunk: string, at: number): number {
    const code = chunk.charCodeAt(at)
    if (isBlank(code)) return at + 1
    switch (this.awaiting) {
      case 'start':
        if (!opens(code)) throw broken('an object or an array')
        this.isList = code === 0x5b
        this.awaiting = this.isList ? 'element' : 'key'
        return at + 1
      case 'key':
        if (code === 0x7d) return this.finish(at)
        if (code !== QUOTE) throw broken('a member name')
        return this.begin(at)
      case 'colon':
        if (code !== COLON) throw broken('a colon')
        this.awaiting = 'value'
        return at + 1
      case 'value':
        // An array is split into its elements.
        if (code !== 0x5b) return this.begin(at)
        this.awaiting = 'element'
        this.index = 0
        return at + 1
      case 'element':
        return code === 0x5d ? this.closeList(at) : this.begin(at)
      case 'after element':
        if (code === 0x5d) return this.closeList(at)
        if (code !== COMMA) throw broken('a comma')
        this.awaiting = 'element'
        return at + 1
      case 'after member':
        if (code === 0x7d) return this.finish(at)
        if (code !== COMMA) throw broken('a comma')
        this.awaiting = 'key'
        return at + 1
      case 'end':
        throw broken('nothing after the document')
    }
  }

  private begin(at: number): number {
    this.inValue = true
    this.depth = 0
    this.inString = false
    this.escaped = false
    return at
  }

  /** Reads a value until its end or the end of the chunk. */
  private continueValue(chunk: string, from: number): number {
    let at = from
    for (; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (this.inString) {
        if (this.escaped) this.escaped = false
        else if (code === BACKSLASH) this.escaped = true
        else if (code === QUOTE) {
          this.inString = false
          if (this.depth === 0) return this.complete(chunk, from, at + 1)
        }
      } else if (code === QUOTE) this.inString = true
      else if (opens(code)) this.depth += 1
      else if (closes(code) && this.depth > 0) {
        this.depth -= 1
        if (this.depth === 0) return this.complete(chunk, from, at + 1)
      } else if (this.depth === 0 && (code === COMMA || closes(code) || isBlank(code)))
        return this.complete(chunk, from, at)
    }
    this.open.add(chunk, from, at)
    return at
  }

  private complete(chunk: string, from: number, to: number): number {
    this.open.add(chunk, from, to)
    const text = this.open.take()
    this.inValue = false
    if (this.awaiting === 'key') {
      this.key = nameOf(text)
      this.awaiting = 'colon'
    } else if (this.awaiting === 'value') {
      this.found.push({ kind: 'member', key: this.key ?? '', text })
      this.awaiting = 'after member'
    } else {
      this.found.push({ kind: 'element', key: this.key, index: this.index++, text })
      this.awaiting = 'after element'
    }
    return to
  }

  private closeList(at: number): number {
    if (this.isList) return this.finish(at)
    this.awaiting = 'after member'
    return at + 1
  }

  private finish(at: number): number {
    this.awaiting = 'end'
    return at + 1
  }
}

function nameOf(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    throw broken('a member name')
  }
}

function broken(expected: string): SplitFault {
  return new SplitFault('broken', `The document is not valid JSON: expected ${expected}.`)
}
