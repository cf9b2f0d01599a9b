import { ownRows, type Frame } from './own-rows.js'
import { pairsIn } from './pairs.js'

/** Splits a text into its writer's own words and those that it shows of others. [P14] */

export interface OwnWords {
  /** The writer's own rows. Each row of others is a blank one; code leaves an empty fence. */
  own: string
  /** Rows with the words of others. */
  others: string
  /** Returns a piece of the own text with the words between quotation marks, in tags, and in code font blanked. Pieces are
   * asked for in their order. */
  unquoted(piece: string): string
}

/** Characters of the own text in which the next piece is searched. */
const SEARCHED_CHARS = 20_000

/** @param isPersons whether a person wrote the text */
export function ownWords(text: string, isPersons = false): OwnWords {
  const own: string[] = []
  const others: string[] = []
  let before: Frame | null = null
  for (const { from, to, frame } of ownRows(text, isPersons)) {
    if (frame === null) own.push(text.slice(from, to))
    else if (frame !== before) own.push(frame === 'code' ? '```\n```' : '')
    // Rows of different quotes must not be joined.
    if (frame === 'quote') others.push(withoutMarks(text.slice(from, to)))
    else if (before === 'quote') others.push('')
    before = frame
  }
  const ownText = own.join('\n')
  const pairs = pairsIn(ownText)
  const quoting = isPersons ? pairs.filter(({ tag }) => tag === undefined) : pairs
  const spans = quoting.map(({ from, to }) => [from, to] as const)
  return { own: ownText, others: others.join('\n'), unquoted: blanker(ownText, spans) }
}

/** Returns a text without the rows that have the words of others. Code and tables stay. */
export function withoutOthers(text: string): string {
  return ownRows(text)
    .map(({ from, to, frame }) => (frame === 'quote' ? '' : text.slice(from, to)))
    .join('\n')
}

/** Removes signs of a block quote from a row, which are no words. */
export function withoutMarks(row: string): string {
  return row.replace(/^[ \t]{0,60}(?:[>＞][ \t]?){1,20}/, '')
}

function blanker(text: string, spans: readonly (readonly [number, number])[]): (piece: string) => string {
  let cursor = 0
  let next = 0
  let reach = 0
  return (piece) => {
    const found = text.slice(cursor, cursor + SEARCHED_CHARS + piece.length).indexOf(piece)
    if (found < 0) return withoutQuotations(piece)
    const start = cursor + found
    cursor = start + piece.length
    let said = ''
    let at = start
    const blankTo = (to: number) => {
      const end = Math.min(to, cursor)
      if (end > at) said += ' '.repeat(end - at)
      at = Math.max(at, end)
    }
    blankTo(reach)
    for (let span = spans[next]; span && span[0] < cursor; span = spans[++next]) {
      reach = Math.max(reach, span[1])
      if (span[0] > at) said += text.slice(at, span[0])
      at = Math.max(at, span[0])
      blankTo(span[1])
    }
    return said + text.slice(at, cursor)
  }
}

/** Blanks what a line quotes. */
function withoutQuotations(line: string): string {
  const spans = pairsIn(line).map(({ from, to }) => [from, to] as const)
  return blanker(line, spans)(line)
}
