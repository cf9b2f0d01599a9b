import type { PartPath } from '../message.js'
import { finish, type Steps } from '../steps.js'

/** Extracts exact source text from a JSON body. History returns messages byte for byte, and a parsed value cannot
 * reproduce numeric key order, duplicate keys, big numbers and escapes. All functions take one pass without recursion
 * over up to 16 MiB of text. */

/** Characters passed in one step: 1 to 3 milliseconds. */
const CHARS_PER_STEP = 131_072

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const COLON = 58

const opens = (code: number) => code === 0x5b || code === 0x7b
const closes = (code: number) => code === 0x5d || code === 0x7d
const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Returns the source text of each element of the top-level array `key`, without surrounding whitespace; empty if there
 * is no such array. `bodyText` must have passed JSON.parse. If the key repeats, the last value counts, as in
 * JSON.parse. */
export function sliceArray(bodyText: string, key: string): string[] {
  return finish(arraySteps(bodyText, key))
}

/** Returns the source text of the value of a top-level key; null if the key is absent. */
export function sliceValue(bodyText: string, key: string): string | null {
  return finish(valueSteps(bodyText, key))
}

/** Returns the source text of the value at a path, such as one part of a message; null if there is none. */
export function* sliceAtSteps(text: string, path: PartPath): Steps<string | null> {
  let value: string | null = text
  for (let at = 0; at < path.length && value !== null; at++) {
    const key = String(path[at])
    const index = path[at + 1]
    if (typeof index !== 'number') value = yield* valueSteps(value, key)
    else {
      const elements: string[] = yield* arraySteps(value, key)
      value = elements[index] ?? null
      at += 1
    }
  }
  return value
}

/** As `sliceArray`, in steps. */
export function* arraySteps(text: string, key: string): Steps<string[]> {
  const start = yield* valueStart(text, key)
  if (start < 0 || text[start] !== '[') return []
  const slices: string[] = []
  let at = skipBlanks(text, start + 1)
  let pauseAt = at + CHARS_PER_STEP
  while (at < text.length && text[at] !== ']') {
    const end = yield* endOfValue(text, at)
    slices.push(text.slice(at, end))
    if (end >= pauseAt) {
      yield
      pauseAt = end + CHARS_PER_STEP
    }
    at = skipBlanks(text, end)
    if (text.charCodeAt(at) === COMMA) at = skipBlanks(text, at + 1)
  }
  return slices
}

/** As `sliceValue`, in steps. */
export function* valueSteps(text: string, key: string): Steps<string | null> {
  const start = yield* valueStart(text, key)
  return start < 0 ? null : text.slice(start, yield* endOfValue(text, start))
}

/** Returns the nesting of arrays and objects: 0 for a scalar. Works on any text, valid JSON or not. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = finish(endOfString(text, at)) - 1
    else if (opens(code)) deepest = Math.max(deepest, ++depth)
    else if (closes(code)) depth--
  }
  return deepest
}

function* valueStart(text: string, key: string): Steps<number> {
  let at = skipBlanks(text, 0)
  if (text[at] !== '{') return -1
  let found = -1
  at = skipBlanks(text, at + 1)
  let pauseAt = at + CHARS_PER_STEP
  while (text.charCodeAt(at) === QUOTE) {
    const keyEnd = yield* endOfString(text, at)
    const name: unknown = JSON.parse(text.slice(at, keyEnd)) // keys may be written with escapes
    at = skipBlanks(text, keyEnd)
    if (text.charCodeAt(at) === COLON) at = skipBlanks(text, at + 1)
    if (name === key) found = at
    at = skipBlanks(text, yield* endOfValue(text, at))
    if (at >= pauseAt) {
      yield
      pauseAt = at + CHARS_PER_STEP
    }
    if (text.charCodeAt(at) === COMMA) at = skipBlanks(text, at + 1)
  }
  return found
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

/** Index after the closing quote of the string that opens at `start`; the end of the text if it never closes. */
function* endOfString(text: string, start: number): Steps<number> {
  let at = start
  let pauseAt = start + CHARS_PER_STEP
  for (;;) {
    at = text.indexOf('"', at + 1)
    if (at < 0) return text.length
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    // An even number of backslashes before the quote does not escape it.
    if ((at - before) % 2 === 1) return at + 1
    if (at < pauseAt) continue
    yield
    pauseAt = at + CHARS_PER_STEP
  }
}

function* endOfValue(text: string, start: number): Steps<number> {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return yield* endOfString(text, start)
  if (!opens(first)) return endOfScalar(text, start)
  let depth = 0
  let pauseAt = start + CHARS_PER_STEP
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = (yield* endOfString(text, at)) - 1
    else if (opens(code)) depth++
    else if (closes(code) && --depth === 0) return at + 1
    if (at < pauseAt) continue
    yield
    pauseAt = at + CHARS_PER_STEP
  }
  return text.length
}

function endOfScalar(text: string, start: number): number {
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === COMMA || closes(code) || isBlank(code)) break
    at++
  }
  return at
}
