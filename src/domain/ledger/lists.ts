import { BULLET } from '../attribution/row-looks.js'
import { introduces } from '../texts.js'
import { splitSentences } from '../source/split-sentences.js'

/** Joins a rule that ends with a colon with what is below it: `Always follow these steps:` says nothing alone. [C9] */

/** Characters of a rule with its list. Items that do not fit are left out whole. */
const MAX_CHARS = 800
/** Rules with a list, of one text. */
const MAX_LISTS = 50

/** Returns the rules with rows below them, and the text without those rows.
 * @param own a person's own rows of the text. What was between two of them is no part of a list
 * @param isRule whether a sentence that ends with a colon is a rule */
export function introducedIn(
  own: string,
  text: string,
  isRule: (head: string) => boolean,
): { found: string[]; rest: string } {
  const rows = own.split('\n')
  const found: string[] = []
  let count = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!.trimEnd()
    if (!introduces(row)) continue
    const head = splitSentences(row.trimStart().replace(BULLET, '')).at(-1) ?? ''
    if (head === '' || !isRule(head)) continue
    if (++count > MAX_LISTS) break
    const start = rows[at]!.slice(row.length - head.length)
    const below = rowsBelow(rows, at + 1, MAX_CHARS - start.length)
    const whole = [start, ...below].join('\n').trimEnd()
    const isWhole = text.includes(whole)
    if (isWhole && below.length > 0) found.push(whole)
    rows[at] = row.slice(0, row.length - head.length)
    if (isWhole) rows.fill('', at + 1, at + 1 + below.length)
    if (isWhole) at += below.length
  }
  return { found, rest: rows.join('\n') }
}

/** Returns the rows of a list, or of the paragraph below; blank rows may be before and between items. */
function rowsBelow(rows: readonly string[], from: number, maxChars: number): string[] {
  let [to, chars] = [from, 0]
  let isList = false
  for (let at = from; at < rows.length && chars < maxChars; at++) {
    const row = rows[at]!
    chars += row.length + 1
    const isItem = BULLET.test(row)
    if (row.startsWith('```')) break
    if (row.trim() === '') {
      if (to > from && !isList) break
      continue
    }
    if (chars > maxChars || (isList && !isItem && !/^\s/u.test(row))) break
    isList ||= isItem
    to = at + 1
  }
  return rows.slice(from, to)
}
