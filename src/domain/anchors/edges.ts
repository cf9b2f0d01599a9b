/** Punctuation around a word. Loops, not patterns: a pattern for "signs up to the end" looks at each run of signs once for each of its signs. */

const LEADING = ',:;!?&+~^%@$'
const TRAILING = '.,:;!?&+^/\\-'
/** Leading signs go only before a letter, or before what opens a path. */
const OPENS_WORD = /[A-Za-z./\\]/

/** A word without the punctuation before and after it. */
export function withoutEdges(word: string): string {
  let from = 0
  while (from < word.length && LEADING.includes(word[from]!)) from++
  if (from === word.length || !OPENS_WORD.test(word[from]!)) from = 0
  return withoutTail(from === 0 ? word : word.slice(from), TRAILING)
}

/** A word without any of the signs at its end. */
export function withoutTail(word: string, signs: string): string {
  let to = word.length
  while (to > 0 && signs.includes(word[to - 1]!)) to--
  return to === word.length ? word : word.slice(0, to)
}
