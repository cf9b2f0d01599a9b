/** Bounds the text of a message that the summary reads. Finding exact strings costs up to a second per megabyte, and
 * one message may have 16. The whole message stays readable in history. [T1] */
import type { Json } from '../message.js'
import { startOfCharacter } from '../texts.js'

/** Characters read of one message, about 30,000 tokens. Of a longer message, the start and the end are read. */
export const MESSAGE_READ_CHARS = 120_000
/** Number of parts read from the start and end of a message. */
export const PARTS_READ = { head: 1_500, tail: 500 }
const HEAD_SHARE = 0.7
/** Number of values read in the arguments of one call. */
const VALUES_READ = 5_000

/** Returns the start and end of a text, of at most `chars` characters together, cut at line or word ends if possible, so that
 * no partial name is read. */
export function boundedText(text: string, chars: number): string {
  if (text.length <= chars) return text
  const front = text.slice(0, startOfCharacter(text, Math.ceil(chars * HEAD_SHARE)))
  const back = text.slice(startOfCharacter(text, text.length - Math.max(0, Math.floor(chars) - front.length - 2)))
  const end = ['\n', ' '].map((sign) => front.lastIndexOf(sign)).find((at) => at > front.length / 2)
  const start = ['\n', ' '].map((sign) => back.indexOf(sign)).find((at) => at >= 0 && at < back.length / 2)
  return `${front.slice(0, end)}\n${back.slice(start === undefined ? 0 : start + 1)}`
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

/** Returns the head and tail of a text, cut at line ends if possible, so that no partial name is read. Idempotent. */
export function headAndTail(text: string, headChars: number, tailChars: number): string {
  if (text.length <= headChars + tailChars + 1) return text
  const head = text.lastIndexOf('\n', headChars)
  const tail = text.indexOf('\n', text.length - tailChars)
  const front = text.slice(0, head > headChars / 2 ? head : startOfCharacter(text, headChars))
  const back = text.slice(
    tail > 0 && tail < text.length - tailChars / 2 ? tail : startOfCharacter(text, text.length - tailChars),
  )
  return `${front}\n${back}`
}
