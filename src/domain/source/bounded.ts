/** How much of a message the summary reads. Looking for exact strings costs up to a second for a megabyte, and one message may have 16.
 * All of it stays readable in history. [T1] */
import type { Json } from '../message.js'
import { startOfCharacter } from '../originals/slices.js'

/** Characters of one message that are read: some 30,000 tokens. Of a longer one these are its start, its end, and windows between them. */
export const MESSAGE_READ_CHARS = 120_000
/** Parts of one message that are read, from its start and its end. */
export const PARTS_READ = { head: 1_500, tail: 500 }
const HEAD_SHARE = 0.6
const TAIL_SHARE = 0.25
/** Evenly spread over what lies between start and end. */
const WINDOWS = 8
/** Values in the arguments of one call that are read. */
const VALUES_READ = 5_000

/** A text of at most so many characters, cut at line ends where there are some, so that no half name is read. */
export function boundedText(text: string, chars: number): string {
  if (text.length <= chars) return text
  // Each piece but the first takes one more character: the line break before it.
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

/** Between two places, without the broken line or word at either end. */
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

/** The most that each of several lengths may take so that all together take at most `total`: short ones stay whole. */
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

/** What would be read of a value: the lengths of its strings and keys, and whether it holds more values than are read. */
export function extentOf(value: Json): { lengths: number[]; isWhole: boolean } {
  const lengths: number[] = []
  const { left } = visit(value, VALUES_READ, (text) => {
    lengths.push(text.length)
    return text
  })
  return { lengths, isWhole: left > 0 }
}

/** A value with at most so many characters in its strings, and without the values beyond the limit. */
export function boundedValue(value: Json, chars: number): Json {
  const share = fairShare(extentOf(value).lengths, chars)
  return visit(value, VALUES_READ, (text) => boundedText(text, share)).copy
}

/** A copy of the first values of a value, in order, each string and key as `read` gives it. */
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
