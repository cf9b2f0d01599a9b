import { firstOf, kindAmong, lengthOfStart } from '../../knowledge/lines/read.js'

/** Finds a text that a person points at: `From this article, make a plan.` and the article, or the mail and `Shorten the text above.` What it says
 * are not the person's words. [P14] */

/** Characters of a text that is shown. A shorter one may be what the person says. */
const MIN_SHOWN_CHARS = 300
/** It is longer than what points at it, so many times. */
const TIMES_LONGER = 2
/** Characters of a paragraph that points, or that comes behind the text. */
const MAX_POINTING_CHARS = 600
const MAX_BEHIND_CHARS = 300

const points = firstOf('pointed')
const asked = kindAmong('asked')
const imperative = kindAmong('imperative')
const deed = lengthOfStart('deed')
const BLANK_ROWS = /\n[^\S\n]*\n/g

/** Returns a text with the rows blanked of what it points at. */
export function withoutPointed(own: string): string {
  const parts = paragraphsOf(own)
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return own
  const isBehind = parts.length > 1 && last.text.length <= MAX_BEHIND_CHARS && asks(last.text)
  const to = isBehind ? last.from : own.length
  const from = startBelow(own, first)
  if (from !== null && isLong(to - from, from - first.from)) return blanked(own, from, to)
  if (isBehind && points(last.text) !== null && isLong(to, last.text.length)) return blanked(own, 0, to)
  return own
}

interface Paragraph {
  from: number
  text: string
}

function paragraphsOf(own: string): Paragraph[] {
  const ends = [...own.matchAll(BLANK_ROWS)].map(({ index }) => index)
  return [...ends, own.length]
    .map((end, at) => ({ from: at === 0 ? 0 : ends[at - 1]! + 1, end }))
    .map(({ from, end }) => ({ from, text: own.slice(from, end) }))
    .filter(({ text }) => text.trim() !== '')
}

/** Returns where the text begins below the words that point at it: behind a colon, or in the next row; null: nothing points. */
function startBelow(own: string, { from, text }: Paragraph): number | null {
  const found = points(text.slice(0, MAX_POINTING_CHARS))
  if (found === null) return null
  const rest = own.slice(from + found.to, from + found.to + MAX_POINTING_CHARS)
  const end = /[:：]\s|[：\n]/u.exec(rest)
  return end ? from + found.to + end.index + 1 : null
}

function isLong(shown: number, pointing: number): boolean {
  return shown >= MIN_SHOWN_CHARS && shown >= TIMES_LONGER * pointing
}

/** Whether a paragraph asks the reader to do something. */
function asks(text: string): boolean {
  const plain = text.trim()
  return asked(plain) !== null || deed(plain) > 0 || imperative(plain) !== null
}

function blanked(own: string, from: number, to: number): string {
  return own.slice(0, from) + own.slice(from, to).replace(/[^\n]/g, '') + own.slice(to)
}
