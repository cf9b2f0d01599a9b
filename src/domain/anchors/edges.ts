import { withoutTail } from '../signs.js'

/** Removes punctuation around a word. */

const LEADING = ',:;!?&+~^%@$'
const TRAILING = '.,:;!?&+^/\\-'
/** Leading punctuation is removed only before a letter or the start of a path. */
const OPENS_WORD = /[A-Za-z./\\]/

/** Removes the punctuation before and after a word. */
export function withoutEdges(word: string): string {
  let from = 0
  while (from < word.length && LEADING.includes(word[from]!)) from++
  if (from === word.length || !OPENS_WORD.test(word[from]!)) from = 0
  return withoutTail(from === 0 ? word : word.slice(from), TRAILING)
}
