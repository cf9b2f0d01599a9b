/** Removes signs at the ends of a text. Uses loops, because a pattern anchored at the end is quadratic in the length of a run of signs. A
 * blank among the signs is any white space. */

/** Returns a text without the signs at its start and at its end. */
export function withoutSigns(text: string, atStart: string, atEnd = atStart): string {
  return withoutHead(withoutTail(text, atEnd), atStart)
}

export function withoutHead(text: string, signs: string): string {
  let from = 0
  while (from < text.length && isOne(text[from]!, signs)) from++
  return from === 0 ? text : text.slice(from)
}

export function withoutTail(text: string, signs: string): string {
  let to = text.length
  while (to > 0 && isOne(text[to - 1]!, signs)) to--
  return to === text.length ? text : text.slice(0, to)
}

/** Returns a text without its last sign, if it is one of these. */
export function withoutLast(text: string, signs: string): string {
  return text !== '' && signs.includes(text.at(-1)!) ? text.slice(0, -1) : text
}

function isOne(sign: string, signs: string): boolean {
  return signs.includes(sign) || (signs.includes(' ') && sign.trim() === '')
}
