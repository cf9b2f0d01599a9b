/** Where in a text a writer speaks for himself: outside code fences, quotes, thinking, and tags around what others said. What opens a fence or
 * thinking and is not closed shuts out the rest; a quote ends with a blank line. One pass over the text, whatever is in it. [G3] */

import { finish, type Steps } from '../steps.js'

export interface LineSpan {
  /** First character, and the one after the last. */
  from: number
  to: number
}

export interface OwnLines {
  lines: LineSpan[]
  /** Lines after these. */
  beyond: number
}

/** Places, or lines of a fence or a quote, looked at before the caller may pause: under a millisecond. */
const LOOKS_PER_STEP = 1_000

const THINKING = 'think|thinking|reasoning|analysis|scratchpad'
const OTHERS = 'blockquote|pre|code|tool_result|tool_response|tool_output|function_results|document|system-reminder'
/** Indentation and bullets in front of what opens a fence or a quote. */
const LEAD = '(?:[ \\t]|[-*+•](?=[ \\t])|\\d{1,3}[.)](?=[ \\t])){0,60}'

/** Places of interest, in order: fences, quotes and tags at the beginning of a line, ends of thinking and what is looked for anywhere. */
function boundaryPattern(wanted: string): RegExp {
  const opening = `^${LEAD}(?:(?<fence>\`{3}|~{3})|(?<quote>>)|<(?<tag>${THINKING}|${OTHERS})\\b)`
  return new RegExp(`${opening}|(?<thought></(?:${THINKING})[ \\t]{0,4}>)|(?<found>${wanted})`, 'gim')
}

/** Lines with a match of `wanted` that are the writer's own, in order; the first `most` of them, and how many more there are.
 * @param wanted source of a pattern that looks at a bounded number of characters */
export function ownLinesWith(text: string, wanted: string, most: number): OwnLines {
  return finish(ownLineSteps(text, wanted, most))
}

/** As `ownLinesWith`, with pauses. */
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
    const { fence, quote, tag, thought } = match.groups ?? {}
    const at = match.index
    if (fence !== undefined) {
      next = yield* endOfFence(text, next - 3, fence[0]!)
    } else if (quote !== undefined) {
      next = yield* endOfParagraph(text, at)
    } else if (tag !== undefined) {
      next = Math.max(next, endOfTag(text, next, tag.toLowerCase(), absent))
    } else if (thought !== undefined) {
      // Some templates swallow the opening tag: all of it was thinking.
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

/** Past the line that closes it: as many of the same sign, and nothing else. Backticks with another in the same line are code font. */
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

/** A quote runs on over lines without their sign until a blank one. */
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

/** Past the line of its end; a tag that never ends is a word in the text, unless it opens thinking. */
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
