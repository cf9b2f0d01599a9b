import type { PartPath } from '../message.js'

/** Extracts exact source text from a JSON body. History returns messages byte for byte, and a parsed value cannot
 * reproduce numeric key order, duplicate keys, big numbers and escapes. All functions take one pass without recursion
 * over up to 16 MiB of text. */

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
  const start = valueStart(bodyText, key)
  if (start < 0 || bodyText[start] !== '[') return []
  const slices: string[] = []
  let at = skipBlanks(bodyText, start + 1)
  while (at < bodyText.length && bodyText[at] !== ']') {
    const end = endOfValue(bodyText, at)
    slices.push(bodyText.slice(at, end))
    at = skipBlanks(bodyText, end)
    if (bodyText.charCodeAt(at) === COMMA) at = skipBlanks(bodyText, at + 1)
  }
  return slices
}

/** Returns the source text of the value of a top-level key; null if the key is absent. */
export function sliceValue(bodyText: string, key: string): string | null {
  const start = valueStart(bodyText, key)
  return start < 0 ? null : bodyText.slice(start, endOfValue(bodyText, start))
}

/** Returns the source text of the value at a path, such as one part of a message; null if there is none. */
export function sliceAt(text: string, path: PartPath): string | null {
  let value: string | null = text
  for (let at = 0; at < path.length && value !== null; at++) {
    const key = String(path[at])
    const index = path[at + 1]
    if (typeof index !== 'number') value = sliceValue(value, key)
    else {
      value = sliceArray(value, key)[index] ?? null
      at += 1
    }
  }
  return value
}

/** Returns the nesting of arrays and objects: 0 for a scalar. Works on any text, valid JSON or not. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (opens(code)) deepest = Math.max(deepest, ++depth)
    else if (closes(code)) depth--
  }
  return deepest
}

function valueStart(text: string, key: string): number {
  let at = skipBlanks(text, 0)
  if (text[at] !== '{') return -1
  let found = -1
  at = skipBlanks(text, at + 1)
  while (text.charCodeAt(at) === QUOTE) {
    const keyEnd = endOfString(text, at)
    const name: unknown = JSON.parse(text.slice(at, keyEnd)) // keys may be written with escapes
    at = skipBlanks(text, keyEnd)
    if (text.charCodeAt(at) === COLON) at = skipBlanks(text, at + 1)
    if (name === key) found = at
    at = skipBlanks(text, endOfValue(text, at))
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
function endOfString(text: string, start: number): number {
  let at = start
  for (;;) {
    at = text.indexOf('"', at + 1)
    if (at < 0) return text.length
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    // An even number of backslashes before the quote does not escape it.
    if ((at - before) % 2 === 1) return at + 1
  }
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return endOfString(text, start)
  if (!opens(first)) return endOfScalar(text, start)
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (opens(code)) depth++
    else if (closes(code) && --depth === 0) return at + 1
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
