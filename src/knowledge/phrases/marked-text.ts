import { charHead, HEADS, prefixHead, PREFIX_CHARS, wordHead } from './heads.js'

/** A text in lower case, with what each of its characters is. Many rows read the same text. */
export interface MarkedText {
  given: string
  /** Each character is at the place that it has in the given text. */
  lower: string
  /** Bits of the class of each character. */
  marks: Uint8Array
  /** Where a word can start: neither in a word nor directly after a hyphen or a backtick. */
  starts: readonly number[]
  /** Which heads the text has: 1 at the place of each. */
  heads: Uint8Array
}

export const LETTER = 1
export const NUMBER = 2
export const DIGIT = 4
export const BLANK = 8
/** Letters, numbers, and what joins words. */
export const JOINS = 16
const LINE_END = 32
export const UNDERSCORE = 64
export const WORD = LETTER | NUMBER

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/^\p{L}$/u, LETTER | JOINS],
  [/^\p{N}$/u, NUMBER | JOINS],
  [/^\d$/u, DIGIT],
  [/^\s$/u, BLANK],
  [/^[`-]$/u, JOINS],
  [/^_$/u, UNDERSCORE | JOINS],
  [/^[\n\r\u2028\u2029]$/u, LINE_END],
]

/** What marks each code unit; 255: not known yet. */
const known = new Uint8Array(65_536).fill(255)
const UNKNOWN = 255

/** The texts that were read last. A sentence is read in turn with parts of it. */
const recent = new Map<string, MarkedText>()
const MAX_RECENT = 16
let last: MarkedText | undefined

/** Returns a text with what its characters are. */
export function markedText(text: string): MarkedText {
  if (last?.given === text) return last
  let found = recent.get(text)
  if (found === undefined) {
    if (recent.size === MAX_RECENT) recent.clear()
    recent.set(text, (found = mark(text, text.replaceAll('İ', 'I').toLowerCase())))
  }
  last = found
  return found
}

function mark(given: string, lower: string): MarkedText {
  const marks = new Uint8Array(lower.length)
  const text = { given, lower, marks, starts: [] as number[], heads: new Uint8Array(HEADS) }
  for (let at = 0; at < lower.length; at++) text.marks[at] = marksOf(lower, at)
  for (let at = 0; at < lower.length; at++) {
    if (lower.charCodeAt(at) > 127) text.heads[charHead(lower, at)] = 1
    if ((text.marks[at]! & BLANK) === 0 && ((text.marks[at - 1] ?? 0) & JOINS) === 0) addStart(text, at)
  }
  return text
}

function addStart(text: MarkedText & { starts: number[] }, at: number): void {
  let end = at
  while (((text.marks[end] ?? 0) & WORD) !== 0) end++
  text.starts.push(at)
  if (end === at) return
  text.heads[wordHead(text.lower, at, end)] = 1
  if (end - at >= PREFIX_CHARS) text.heads[prefixHead(text.lower, at)] = 1
}

/** Whether a dot of a regular expression matches the character. */
export function isInLine({ marks }: MarkedText, at: number): boolean {
  return at < marks.length && (marks[at]! & LINE_END) === 0
}

function marksOf(text: string, at: number): number {
  const code = text.charCodeAt(at)
  // Both halves of a pair have the marks of the character.
  if (code >= 0xd800 && code <= 0xdbff) return classOf(String.fromCodePoint(text.codePointAt(at)!))
  if (code >= 0xdc00 && code <= 0xdfff && at > 0) return classOf(text.slice(at - 1, at + 1))
  if (known[code] === UNKNOWN) known[code] = classOf(text[at]!)
  return known[code]!
}

function classOf(char: string): number {
  return CLASSES.reduce((all, [pattern, bits]) => (pattern.test(char) ? all | bits : all), 0)
}
