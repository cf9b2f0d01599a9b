/** Finds lines in the writer's own words: outside code fences, quotes, thinking, and tags around other people's text.
 * An unclosed fence or thinking block excludes the rest of the text. A quote ends at a blank line. Always one pass over
 * the text. [G3] */

import { finish, type Steps } from '../steps.js'

export interface LineSpan {
  /** Offset of the first character, and of the one after the last. */
  from: number
  to: number
}

export interface OwnLines {
  lines: LineSpan[]
  /** Number of further lines. */
  beyond: number
}

/** Matches, or lines of a fence or quote, per step; less than a millisecond. */
const LOOKS_PER_STEP = 1_000

const THINKING = 'think|thinking|reasoning|analysis|scratchpad'
const OTHERS =
  'blockquote|pre|code|tool_result|tool_response|tool_output|function_results|document|system-reminder|' +
  'output|result|results|stdout|stderr|file|details|quote|log'
/** Indentation and bullets before the start of a fence or quote. */
const LEAD = '(?:[ \\t]|[-*+•](?=[ \\t])|\\d{1,3}[.)](?=[ \\t])){0,60}'

/** Matches fences, quotes and tags at the start of a line, and the end of thinking and `wanted` anywhere. */
function boundaryPattern(wanted: string): RegExp {
  const opening = `^${LEAD}(?:(?<fence>\`{3}|~{3})|(?<quote>>)|(?<comment><!--)|<(?<tag>${THINKING}|${OTHERS})\\b)`
  return new RegExp(`${opening}|(?<thought></(?:${THINKING})[ \\t]{0,4}>)|(?<found>${wanted})`, 'gim')
}

/** Returns the writer's own lines that match `wanted`, in order: the first `most`, and the number of further ones.
 * @param wanted source of a pattern that reads a bounded number of characters */
export function ownLinesWith(text: string, wanted: string, most: number): OwnLines {
  return finish(ownLineSteps(text, wanted, most))
}

/** Same as `ownLinesWith`, with pauses. */
export function* ownLineSteps(text: string, wanted: string, most: number): Steps<OwnLines> {
  const pattern = boundaryPattern(wanted)
  let lines: LineSpan[] = []
  let beyond = 0
  let seenTo = -1
  const absent = new Set<string>()
  let next = 0
  for (let looks = 1; ; looks++) {
    if (looks % LOOKS_PER_STEP === 0) yield
    pattern.lastIndex = next
    const match = pattern.exec(text)
    if (!match) break
    next = pattern.lastIndex
    const { fence, quote, comment, tag, thought } = match.groups ?? {}
    const at = match.index
    if (fence !== undefined) {
      next = yield* endOfFence(text, next - 3, fence[0]!)
    } else if (quote !== undefined) {
      next = yield* endOfParagraph(text, at)
    } else if (comment !== undefined) {
      // An unclosed comment is one to the end, as in HTML.
      const end = text.indexOf('-->', next)
      next = end < 0 ? text.length : endOfLine(text, end)
    } else if (tag !== undefined) {
      next = Math.max(next, endOfTag(text, next, tag.toLowerCase(), absent))
    } else if (thought !== undefined) {
      // Some templates omit the opening tag, so everything up to here was thinking.
      lines = []
      beyond = 0
    } else if (at >= seenTo) {
      const from = text.lastIndexOf('\n', at) + 1
      seenTo = endOfLine(text, at)
      if (lines.length < most) lines.push({ from, to: seenTo })
      else beyond += 1
    }
  }
  return { lines, beyond }
}

/** Returns the end of the line that closes the fence: at least as many of the same character, and nothing else.
 * Backticks that are closed on the same line are code font, not a fence. */
function* endOfFence(text: string, at: number, sign: string): Steps<number> {
  const length = runLength(text, at, sign)
  let to = endOfLine(text, at)
  if (sign === '`' && text.slice(at + length, to).includes(sign)) return to
  for (let looks = 1; to < text.length; looks++) {
    if (looks % LOOKS_PER_STEP === 0) yield
    const from = to + 1
    to = endOfLine(text, from)
    const first = from + text.slice(from, to).search(/\S|$/)
    const run = runLength(text, first, sign)
    if (run >= length && text.slice(first + run, to).trim() === '') return to
  }
  return text.length
}

/** Returns the end of a quote. It continues over lines without `>` until a blank line. */
function* endOfParagraph(text: string, at: number): Steps<number> {
  let to = endOfLine(text, at)
  for (let looks = 1; to < text.length; looks++) {
    if (looks % LOOKS_PER_STEP === 0) yield
    const from = to + 1
    to = endOfLine(text, from)
    if (text.slice(from, to).trim() === '') return to
  }
  return text.length
}

/** Returns the end of the line with the closing tag. A tag without one is plain text, unless it opens thinking. */
function endOfTag(text: string, at: number, name: string, absent: Set<string>): number {
  if (absent.has(name)) return at
  const end = new RegExp(`</${name}\\b`, 'gi')
  end.lastIndex = at
  const found = end.exec(text)
  if (found) return endOfLine(text, found.index)
  if (THINKING.split('|').includes(name)) return text.length
  absent.add(name)
  return at
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function runLength(text: string, from: number, sign: string): number {
  let to = from
  while (text[to] === sign) to++
  return to - from
}
