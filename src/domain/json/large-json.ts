/** JSON of many megabytes, read and written in small steps: JSON.parse and JSON.stringify would hold the event loop for the whole text. [T1] */
import { startOfCharacter } from '../originals/slices.js'
import type { Json } from '../message.js'
import type { Steps } from '../steps.js'
import { readJson } from './json-reader.js'

/** Shorter texts are read at once, in about a millisecond. */
const READ_AT_ONCE_CHARS = 262_144
/** Characters of a string written in one step: a quarter of a millisecond, or one where each is an escape. */
const WRITE_CHARS = 65_536
/** Stored messages passed every limit when they came. */
const NO_LIMITS = { depth: Infinity, nodes: Infinity }

/** As JSON.parse, of a text that passed the limits of a body. Throws what is no JSON. */
export function* parseSteps(text: string): Steps<Json> {
  if (text.length <= READ_AT_ONCE_CHARS) return JSON.parse(text) as Json
  const reading = yield* readJson(text, NO_LIMITS)
  if (reading.kind !== 'value') throw new Error(`A stored message is no JSON: ${reading.kind}.`)
  return reading.value
}

/** As JSON.stringify. */
export function* stringifySteps(value: Json): Steps<string> {
  if (!hasLongString(value)) return JSON.stringify(value)
  const pieces: string[] = []
  yield* write(value, pieces)
  yield
  return pieces.join('')
}

function* write(value: Json, pieces: string[]): Steps<void> {
  if (typeof value === 'string' && value.length > WRITE_CHARS) yield* writeString(value, pieces)
  else if (!hasLongString(value)) pieces.push(JSON.stringify(value))
  else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      pieces.push(at === 0 ? '[' : ',')
      yield* write(item, pieces)
    }
    pieces.push(']')
  } else if (typeof value === 'object' && value !== null) {
    let mark = '{'
    for (const [key, member] of Object.entries(value)) {
      // JSON.stringify leaves these out as well.
      if (member === undefined) continue
      pieces.push(mark, JSON.stringify(key), ':')
      yield* write(member, pieces)
      mark = ','
    }
    pieces.push('}')
  }
}

function* writeString(text: string, pieces: string[]): Steps<void> {
  for (const piece of stringPieces(text)) {
    pieces.push(piece)
    yield
  }
}

/** As JSON.stringify of a string, in pieces. */
export function* stringPieces(text: string): Generator<string> {
  if (text.length <= WRITE_CHARS) return yield JSON.stringify(text)
  yield '"'
  for (let from = 0; from < text.length;) {
    // Halves of a pair would be written as two escapes.
    const to = startOfCharacter(text, Math.min(text.length, from + WRITE_CHARS))
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield '"'
}

function hasLongString(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.length > WRITE_CHARS
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasLongString)
}
