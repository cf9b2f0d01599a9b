import { endsSentence, hasLetter } from '../texts.js'
import type { CheckpointLine } from './checkpoint.js'
import type { LineKind } from '../source/types.js'
import { withoutHead, withoutTail } from '../signs.js'
import { namesOf } from './line-names.js'

/** Lines that differ only in names and numbers share one row: the first line whole, then what differs in each other one.
 * `Decided: part 3 uses choice_3. Likewise: 6 choice_6; 9 choice_9`. A row takes less than half the tokens of its lines,
 * and every exact string of them is in it. [C4] */

type RowLine = Pick<CheckpointLine, 'kind' | 'text' | 'about' | 'ends'>

/** Fewer lines stay lines. */
const MIN_LINES = 3
/** Words that all lines of a row share, at least: what they say must be clear from the first. */
const MIN_SHARED_WORDS = 3
/** Words that may differ, at most. Equal columns count once. */
const MAX_COLUMNS = 3
/** Maximum characters of a line in a row. */
const MAX_CHARS = 300
/** Lines of other kinds are rules, quoted code, closing statements, or have rows of their own. */
const KINDS: ReadonlySet<LineKind> = new Set(['decision', 'error', 'fact', 'progress'])
/** Lines about these are closing statements, or quote what was said. */
const STATED = new Set(['turn', 'rest', 'said'])
/** A word that may differ: a number, a name, a path, or code. */
const VARIABLE = /[\d_/`]/
const OPENING = `("'\`[`
const ENDING = '.,;:!?'
const CLOSING = `)]"'\`${ENDING}`
const PAIRS = ['()', '[]', '{}', '``', '""']

export interface Row<Line> {
  lines: readonly Line[]
  /** Text of the first line, and what each further line adds. */
  first: string
  more: readonly string[]
}

/** Returns the rows, and the lines in none. */
export function likewiseRows<Line extends CheckpointLine>(
  lines: readonly Line[],
): { rows: Row<Line>[]; others: Line[] } {
  const alike = new Map<string, Line[]>()
  for (const line of lines) {
    const key = shapeOf(line)
    if (key !== null) alike.set(key, [...(alike.get(key) ?? []), line])
  }
  const rows = [...alike.values()].flatMap((group) => rowOf(group) ?? [])
  const inRow = new Set(rows.flatMap((row) => row.lines))
  return { rows, others: lines.filter((line) => !inRow.has(line)) }
}

/** Returns the text of a row. */
export function rowText({ first, more }: Row<unknown>): string {
  return `${first}${endsSentence(first) ? '' : '.'} Likewise: ${more.join('; ')}`
}

/** Whether a row may hold the line. */
export function mayShareRow(line: RowLine): boolean {
  return shapeOf(line) !== null
}

/** Returns the words that lines of one row share, with gaps; null if the line can be in no row. */
function shapeOf({ kind, text, about = '', ends }: RowLine): string | null {
  if (
    !KINDS.has(kind) ||
    STATED.has(about.split(' ')[0]!) ||
    ends !== undefined ||
    text.length > MAX_CHARS ||
    text.includes('\n')
  )
    return null
  const words = text.split(' ')
  const shared = words.filter((word) => !VARIABLE.test(word))
  if (shared.length === words.length || shared.length < MIN_SHARED_WORDS) return null
  return `${kind} ${words.map((word) => (VARIABLE.test(word) ? '\0' : word)).join(' ')}`
}

function rowOf<Line extends CheckpointLine>(lines: readonly Line[]): Row<Line> | null {
  const [head, ...rest] = lines
  if (!head || lines.length < MIN_LINES) return null
  const columns = differing(lines.map(({ text }) => text.split(' ')))
  if (columns.length === 0 || columns.length > MAX_COLUMNS || !columns.flat().every(isWhole)) return null
  if (!columns.some((values) => values.every(isName))) return null
  const more = rest.map((_, at) => columns.map((values) => values[at + 1]!).join(' '))
  const text = more.join('; ')
  // A number without its unit would be another number.
  if (!rest.every((line) => namesOf(line).every((name) => text.includes(name) || head.text.includes(name)))) return null
  return { lines, first: head.text, more }
}

/** Returns the values of each position at which the words differ, without the marks around them that all share. */
function differing(texts: readonly string[][]): string[][] {
  const columns = new Map<string, string[]>()
  for (const at of texts[0]!.keys()) {
    const words = texts.map((words) => words[at]!)
    if (words.every((word) => word === words[0])) continue
    const bare = words.map(withoutMarks)
    const values = bare.every((value) => value !== '') ? bare : words
    columns.set(values.join('\n'), values)
  }
  return [...columns.values()]
}

/** Removes the marks around a value, or those behind it, so that no half of a pair is left: `run(),` is `run()`. */
function withoutMarks(word: string): string {
  const inner = withoutTail(withoutHead(word, OPENING), CLOSING)
  if (isWhole(inner)) return inner
  let bare = withoutTail(word, ENDING)
  while (!isWhole(bare) && CLOSING.includes(bare.at(-1)!)) bare = bare.slice(0, -1)
  return isWhole(bare) ? bare : word
}

/** Whether a value names something, so that a column of such values means something to a reader. */
function isName(value: string): boolean {
  return value.length >= 3 && hasLetter(value)
}

/** Whether every bracket and quote has its other half. */
function isWhole(value: string): boolean {
  return PAIRS.every((pair) => {
    const [opened, closed] = [...pair].map((mark) => value.split(mark).length - 1)
    return pair[0] === pair[1] ? opened! % 2 === 0 : opened === closed
  })
}
