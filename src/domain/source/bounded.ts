/** Bounds the text of a message that the summary reads. Finding exact strings costs up to a second per megabyte, and
 * one message may have 16. The whole message stays readable in history. [T1] */
import type { Json } from '../message.js'
import { startOfCharacter } from '../texts.js'

/** Characters read of one message, about 30,000 tokens. Of a longer message, the start, the end and windows between
 * them are read. */
export const MESSAGE_READ_CHARS = 120_000
/** Number of parts read from the start and end of a message. */
export const PARTS_READ = { head: 1_500, tail: 500 }
const HEAD_SHARE = 0.6
const TAIL_SHARE = 0.25
/** Number of windows, spread evenly between start and end. */
const WINDOWS = 8
/** Number of values read in the arguments of one call. */
const VALUES_READ = 5_000

/** Shortens a text to at most `chars` characters. Cuts at line ends if possible, so that no partial name is read. */
export function boundedText(text: string, chars: number): string {
  if (text.length <= chars) return text
  // Each piece except the first needs one more character for the line break before it.
  const freeTokens = Math.max(1, Math.floor(chars) - WINDOWS - 2)
  const head = Math.ceil(freeTokens * HEAD_SHARE)
  const tail = Math.floor(freeTokens * TAIL_SHARE)
  const window = Math.floor((freeTokens - head - tail) / WINDOWS)
  const stride = (text.length - head - tail) / WINDOWS
  const pieces = [piece(text, 0, head)]
  for (let at = 0; at < WINDOWS && window > 0; at++) {
    const from = Math.floor(head + at * stride + (stride - window) / 2)
    pieces.push(piece(text, from, from + window))
  }
  pieces.push(piece(text, text.length - tail, text.length))
  return pieces.filter((one) => one !== '').join('\n')
}

/** Returns the text between two offsets, without a partial line or word at either end. */
function piece(text: string, from: number, to: number): string {
  const inside = text.slice(startOfCharacter(text, from), startOfCharacter(text, to))
  const half = inside.length / 2
  let start = 0
  if (from > 0) start = firstEnd(inside, half, '\n') ?? firstEnd(inside, half, ' ') ?? 0
  let end = inside.length
  if (to < text.length) end = lastEnd(inside, half, '\n') ?? lastEnd(inside, half, ' ') ?? end
  return inside.slice(start, end)
}

function firstEnd(text: string, before: number, sign: string): number | null {
  const at = text.slice(0, before).indexOf(sign)
  return at < 0 ? null : at + 1
}

function lastEnd(text: string, after: number, sign: string): number | null {
  const at = text.lastIndexOf(sign)
  return at < after ? null : at
}

/** Returns the maximum per length so that all together are at most `total`. Short lengths stay whole. Returns Infinity
 * if all fit. */
export function fairShare(lengths: readonly number[], total: number): number {
  let left = total
  const ascending = lengths.toSorted((a, b) => a - b)
  for (const [at, length] of ascending.entries()) {
    const share = left / (ascending.length - at)
    if (length > share) return Math.floor(share)
    left -= length
  }
  return Infinity
}

/** Returns the lengths of the strings and keys that are read of a value, and whether all its values are read. */
export function extentOf(value: Json): { lengths: number[]; isWhole: boolean } {
  const lengths: number[] = []
  const { left } = visit(value, VALUES_READ, (text) => {
    lengths.push(text.length)
    return text
  })
  return { lengths, isWhole: left > 0 }
}

/** Returns a value with at most `chars` characters in its strings and without values beyond `VALUES_READ`. */
export function boundedValue(value: Json, chars: number): Json {
  const share = fairShare(extentOf(value).lengths, chars)
  return visit(value, VALUES_READ, (text) => boundedText(text, share)).copy
}

/** Copies the first `most` nested values in order. `read` transforms each string and key. */
function visit(value: Json, most: number, read: (text: string) => string): { copy: Json; left: number } {
  let left = most
  const copyOf = (inner: Json): Json => {
    left -= 1
    if (typeof inner === 'string') return read(inner)
    if (inner === null || typeof inner !== 'object') return inner
    if (Array.isArray(inner)) {
      const items: Json[] = []
      for (const item of inner) {
        if (left <= 0) break
        items.push(copyOf(item))
      }
      return items
    }
    const members: [string, Json][] = []
    for (const key in inner) {
      if (left <= 0) break
      members.push([read(key), copyOf(inner[key] ?? null)])
    }
    return Object.fromEntries(members)
  }
  return { copy: copyOf(value), left }
}
