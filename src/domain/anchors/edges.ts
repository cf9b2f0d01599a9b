/** Removes punctuation around a word. Uses loops, because a pattern anchored at the end is quadratic in the length of a
 * punctuation run. */

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

/** Removes the given characters from the end of a word. */
export function withoutTail(word: string, signs: string): string {
  let to = word.length
  while (to > 0 && signs.includes(word[to - 1]!)) to--
  return to === word.length ? word : word.slice(0, to)
}
