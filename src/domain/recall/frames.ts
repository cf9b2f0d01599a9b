import type { Row } from '../attribution/own-rows.js'

/** Shows which rows of an excerpt its writer quoted from someone else, although the start of the quote is not in it. [P14] */

const QUOTE_SIGN = '> '

/** Returns the words from one offset to another, with a sign of a quote before each row that has the words of others.
 * @param whole the text of the part, or as much of it as is known
 * @param rows all of its rows */
export function withFrames(whole: string, rows: readonly Row[], from: number, to: number): string {
  let shown = ''
  let at = from
  for (const row of rows) {
    if (row.frame !== 'quote' || row.to <= from || row.from >= to) continue
    const start = Math.max(row.from, from)
    if (whole.slice(start, row.to).trim() === '' || /^\s{0,60}>/.test(whole.slice(start, start + 61))) continue
    shown += whole.slice(at, start) + QUOTE_SIGN
    at = start
  }
  return shown + whole.slice(at, to)
}
