/** Reads JSON. Returns the same values as JSON.parse, with limits that stop before too much memory is
 * used. One pass without recursion. JSON.parse can block the event loop for seconds: a body of 14 MB may contain
 * millions of values. [13] */
import { isBlank } from './value-spans.js'
import type { Json } from '../message.js'
import { JsonStringReader } from './json-string.js'
import type { JsonObject } from './json.js'

export interface JsonLimits {
  /** Maximum nesting of arrays and objects. */
  depth: number
  /** Maximum number of values and member names together. */
  nodes: number
}

/** Start and end offset in the text. */
export type Span = readonly [from: number, to: number]

/** Span of a member of the outermost object, and spans of its elements if it is an array. */
export interface MemberSpan {
  at: Span
  elements: Span[]
}

export type JsonReading =
  | { kind: 'value'; value: Json; members: Map<string, MemberSpan> }
  /** `at`: index of the first invalid character; the length of the text if the text ends too early. */
  | { kind: 'fault'; at: number }
  | { kind: 'too-deep' | 'too-many' }

/** Longer numbers are refused at their start: converting one of millions of digits takes a second. [13] */
const MAX_NUMBER_CHARS = 1_000

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERALS: readonly [string, Json][] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

type Awaiting = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end' | 'end'

interface Frame {
  holder: Json[] | JsonObject
  /** Name of the current member. */
  key: string
  /** Start of the holder, and start of the current value. */
  from: number
  valueFrom: number
  elements: Span[]
}

/** Reads `text` as JSON. */
export function readJson(text: string, limits: JsonLimits): JsonReading {
  return new JsonReader(text, limits).read()
}

class JsonReader {
  private reading: JsonReading | null = null
  private at = 0
  private awaiting: Awaiting = 'value'
  private nodes = 0
  private value: Json = null
  private readonly frames: Frame[] = []
  private readonly members = new Map<string, MemberSpan>()

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits,
  ) {}

  read(): JsonReading {
    while (this.reading === null) this.readNext()
    return this.reading
  }

  private readNext(): void {
    const { text } = this
    while (isBlank(text.charCodeAt(this.at))) this.at++
    if (this.at >= text.length) {
      const { value, members } = this
      this.reading = this.awaiting === 'end' ? { kind: 'value', value, members } : { kind: 'fault', at: text.length }
      return
    }
    const sign = text[this.at]!
    const frame = this.frames.at(-1)
    if (this.awaiting === 'value' || (this.awaiting === 'value or ]' && sign !== ']')) return this.beginValue(sign)
    if (sign === '"' && (this.awaiting === 'key' || this.awaiting === 'key or }')) return this.readString()
    if (sign === ':' && this.awaiting === 'colon') return this.pass('value')
    if (sign === ',' && this.awaiting === 'comma or end')
      return this.pass(Array.isArray(frame?.holder) ? 'value' : 'key')
    if (frame && this.mayClose(sign, frame)) {
      this.frames.pop()
      this.at++
      return this.complete(frame.holder, frame.from, frame.elements)
    }
    this.fail(this.at)
  }

  private mayClose(sign: string, { holder }: Frame): boolean {
    return Array.isArray(holder)
      ? sign === ']' && (this.awaiting === 'comma or end' || this.awaiting === 'value or ]')
      : sign === '}' && (this.awaiting === 'comma or end' || this.awaiting === 'key or }')
  }

  private pass(awaiting: Awaiting): void {
    this.at++
    this.awaiting = awaiting
  }

  private beginValue(sign: string): void {
    const frame = this.frames.at(-1)
    if (frame) frame.valueFrom = this.at
    if (sign === '"') return this.readString()
    if (sign === '{' || sign === '[') return this.open(sign)
    if (!this.countNode()) return
    const from = this.at
    const word = LITERALS.find(([name]) => name[0] === sign)
    if (word) {
      if (!this.text.startsWith(word[0], from)) return this.fail(from)
      this.at += word[0].length
      return this.complete(word[1], from)
    }
    this.readNumber(from)
  }

  private open(sign: '{' | '['): void {
    if (this.frames.length >= this.limits.depth) this.reading = { kind: 'too-deep' }
    else if (this.countNode()) {
      this.frames.push({ holder: sign === '[' ? [] : {}, key: '', from: this.at, valueFrom: this.at, elements: [] })
      this.pass(sign === '[' ? 'value or ]' : 'key or }')
    }
  }

  private readNumber(from: number): void {
    const { text } = this
    let to = from
    while (to < text.length && to - from <= MAX_NUMBER_CHARS && isNumberSign(text.charCodeAt(to))) to++
    if (to - from > MAX_NUMBER_CHARS) return this.fail(from)
    const look = text.slice(from, to)
    NUMBER.lastIndex = 0
    const found = NUMBER.exec(look)?.[0].length ?? 0
    if (found === 0 || found < look.length) return this.fail(from + found)
    this.at = to
    this.complete(Number(look), from)
  }

  private readString(): void {
    if (!this.countNode()) return
    const string = new JsonStringReader(this.text, this.at)
    const isWhole = string.read()
    this.at = string.at
    if (!isWhole) return this.fail(string.at)
    const isKey = this.awaiting === 'key' || this.awaiting === 'key or }'
    if (!isKey) return this.complete(string.value(), string.from)
    this.frames.at(-1)!.key = string.value()
    this.awaiting = 'colon'
  }

  /** Stores a value that has been read completely. */
  private complete(value: Json, from: number, elements: Span[] = []): void {
    const frame = this.frames.at(-1)
    if (!frame) {
      this.value = value
      this.awaiting = 'end'
      return
    }
    if (Array.isArray(frame.holder)) frame.holder.push(value)
    else setMember(frame.holder, frame.key, value)
    this.awaiting = 'comma or end'
    const at: Span = [from, this.at]
    if (this.frames.length === 1 && !Array.isArray(frame.holder)) this.members.set(frame.key, { at, elements })
    else if (this.frames.length === 2 && Array.isArray(frame.holder)) frame.elements.push(at)
  }

  private countNode(): boolean {
    if (++this.nodes <= this.limits.nodes) return true
    this.reading = { kind: 'too-many' }
    return false
  }

  private fail(at: number): void {
    this.reading = { kind: 'fault', at }
  }
}

function setMember(holder: JsonObject, key: string, value: Json): void {
  // A plain assignment to this key would set the prototype.
  if (key === '__proto__')
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
  else holder[key] = value
}

/** Whether a character can be part of a number: digits, `+`, `-`, `.`, `e`, `E`. */
function isNumberSign(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x65 || code === 0x45
  )
}
