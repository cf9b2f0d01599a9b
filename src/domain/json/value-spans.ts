/** Finds where values begin and end in the text of a JSON body, without recursion. Parts of 16 MiB are only
 * passed over, never copied. The text must have passed JSON.parse unless a function says otherwise. */

/** A value from its first character to behind its last. */
export interface Span {
  from: number
  to: number
}

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const COLON = 58

/** Whether a character code opens or closes an object or array · is a blank of JSON. */
export const opens = (code: number) => code === 0x5b || code === 0x7b
export const closes = (code: number) => code === 0x5d || code === 0x7d
export const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Reports each member of the object that the text is, in order. A text that is no object has none. */
export function eachMember(text: string, report: (name: string, value: Span) => void): void {
  let at = skipBlanks(text, 0)
  if (text[at] !== '{') return
  at = skipBlanks(text, at + 1)
  while (text.charCodeAt(at) === QUOTE) {
    const keyEnd = endOfValue(text, at)
    const name: unknown = JSON.parse(text.slice(at, keyEnd)) // keys may be written with escapes
    const from = afterMark(text, keyEnd, COLON)
    const to = endOfValue(text, from)
    report(String(name), { from, to })
    at = afterMark(text, to, COMMA)
  }
}

/** Returns the elements of the array that opens at `start`, without surrounding blanks; empty if none does. */
export function elementSpans(text: string, start: number): Span[] {
  if (text[start] !== '[') return []
  const elements: Span[] = []
  let at = skipBlanks(text, start + 1)
  while (at < text.length && !closes(text.charCodeAt(at))) {
    const to = endOfValue(text, at)
    elements.push({ from: at, to })
    at = afterMark(text, to, COMMA)
  }
  return elements
}

/** Returns the nesting of arrays and objects: 0 for a scalar. Works on any text, valid JSON or not. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      do at = text.indexOf('"', at + 1)
      while (at >= 0 && isEscaped(text, at))
      if (at < 0) break
    } else if (opens(code)) deepest = Math.max(deepest, ++depth)
    else if (closes(code)) depth--
  }
  return deepest
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

/** Index of what follows a comma or colon, which may be absent, and the blanks around it. */
function afterMark(text: string, from: number, mark: number): number {
  const at = skipBlanks(text, from)
  return text.charCodeAt(at) === mark ? skipBlanks(text, at + 1) : at
}

/** Whether the quote at an index of a string does not close it: an odd number of backslashes is before it. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (quote - before) % 2 === 0
}

/** Index after the value that begins at `start`; the end of the text if it never ends. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      do {
        at = text.indexOf('"', at + 1)
        if (at < 0) return text.length
      } while (isEscaped(text, at))
      if (depth === 0) return at + 1
    } else if (opens(code)) depth++
    else if (depth === 0) {
      // A number or word ends before the next mark.
      if (closes(code) || code === COMMA || isBlank(code)) return at
    } else if (closes(code) && --depth === 0) return at + 1
  }
  return text.length
}
