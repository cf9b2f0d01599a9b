/** Long texts of a result. A text that is within another one, as a message is within its body, is sent as its place: the event loop cuts it
 * out, which takes no memory. */

export type TextTable = (string | TextPlace)[]

/** Characters `from` to `to` of the longest text of the table. */
interface TextPlace {
  of: number
  from: number
  to: number
}

/** Characters that are looked for, and places compared for each text: the search must not take long in hostile texts. */
const LOOK = { chars: 64, places: 3 }
/** Texts not found in the longest one before the search ends. */
const MISSES = 8

/** @param texts in the order in which they are in the result */
export function textTable(texts: readonly string[]): TextTable {
  const of = texts.reduce((longest, text, at) => (text.length > (texts[longest]?.length ?? 0) ? at : longest), 0)
  const whole = texts[of] ?? ''
  let after = 0
  let misses = 0
  return texts.map((text, at) => {
    if (at === of || misses >= MISSES) return text
    const from = placeIn(whole, text, after)
    if (from === null) {
      misses += 1
      return text
    }
    after = from + text.length
    return { of, from, to: after }
  })
}

/** Returns the texts in the order of the table. */
export function textsOf(table: TextTable): string[] {
  return table.map((entry) => {
    if (typeof entry === 'string') return entry
    const whole = table[entry.of]
    if (typeof whole !== 'string') throw new Error('a text is within a text that was not sent')
    return whole.slice(entry.from, entry.to)
  })
}

function placeIn(whole: string, text: string, after: number): number | null {
  const start = text.slice(0, LOOK.chars)
  let from = after
  for (let tried = 0; tried < LOOK.places; tried++) {
    const at = whole.indexOf(start, from)
    if (at < 0) return null
    if (whole.startsWith(text, at)) return at
    from = at + 1
  }
  return null
}
