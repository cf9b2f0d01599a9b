import { HEADING } from '../attribution/row-looks.js'
import { endsSentence, hasUnspaced, hasWord, introduces } from '../texts.js'
import { beginsFence, BULLET, withoutBold } from './blocks.js'
import { isJunk } from './junk.js'
import { isTableRow } from './tables.js'

/** Reads what a long answer is made of: the names of its headings or of the items of its outermost list. Five options differ by their
 * names, not by the sentence before them. [C10] */

/** Fewer names are no list. */
const MIN_NAMES = 3
/** Share of the rows of a level that must have a name. */
const NAMED_SHARE = 0.7
/** Characters of a name. A longer row has its name before a sign. */
const MAX_NAME_CHARS = 60
const AFTER_NAME = /[:：]|\s[–—-]\s/u
/** A title has no clauses. */
const PAUSE = /[,，]/u
/** Characters read of an answer. */
const MAX_TEXT_CHARS = 40_000

interface Row {
  name: string | null
  /** Whether the name is before a sign, and what it names after that. */
  isLabel: boolean
  /** Headings first, then titles without a sign, then items by their columns. */
  level: number
}
const TITLE_LEVEL = 10
const TABLE_LEVEL = 11

/** Returns as many names as fit in one line, and the first of them; null for a text without a list or titles. */
export function outlineOf(text: string, fits: (names: string) => boolean): { names: string; first: string } | null {
  const rows = rowsOf(text)
  for (const level of [...new Set(rows.map((row) => row.level))].toSorted((a, b) => a - b)) {
    const own = rows.filter((row) => row.level === level)
    const times = counted(own.map(({ name }) => bare(name)))
    // A label that is there twice names nothing: `Link: …`, `Step 2: …`.
    const isName = ({ name, isLabel }: Row) => name !== null && !(isLabel && times.get(bare(name))! > 1)
    const names = [...new Set(own.filter(isName).map(({ name }) => name!))]
    if (names.length >= MIN_NAMES && names.length >= NAMED_SHARE * own.length)
      return { names: joined(names, fits), first: names[0]! }
  }
  return null
}

function rowsOf(text: string): Row[] {
  const found: Row[] = []
  let [isFenced, isAfterBlank] = [false, true]
  for (const raw of text.slice(0, MAX_TEXT_CHARS).split('\n')) {
    const row = raw.trim()
    const isFence = beginsFence(row)
    if (isFence) isFenced = !isFenced
    if (isFenced || isFence) continue
    const bullet = BULLET.exec(row)?.[0]
    if (HEADING.test(row)) found.push({ ...nameOf(row.slice(row.indexOf(' '))), level: row.indexOf(' ') })
    else if (bullet !== undefined)
      found.push({ ...nameOf(row.slice(bullet.length)), level: TABLE_LEVEL + 1 + raw.length - raw.trimStart().length })
    else if (isTableRow(row)) found.push({ ...nameOf(firstCell(row)), level: TABLE_LEVEL })
    else if (isAfterBlank && isTitle(withoutBold(row))) found.push({ ...nameOf(row), level: TITLE_LEVEL })
    isAfterBlank = row === ''
  }
  return found
}

/** Returns the first cell with a word: a number of the row says nothing. */
function firstCell(row: string): string {
  return row.split('|').find((cell) => isNamed(cell)) ?? ''
}

function isTitle(row: string): boolean {
  return row.length <= MAX_NAME_CHARS && (introduces(row) || !endsSentence(row)) && !PAUSE.test(row)
}

function counted(texts: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return times
}

/** A name without its number: `Step 2`. */
function bare(name: string | null): string {
  return (name ?? '').replace(/\d+/g, '')
}

/** Whether it is more than a number or a time. */
function isNamed(name: string): boolean {
  return hasWord(name) || hasUnspaced(name)
}

function nameOf(row: string): Pick<Row, 'name' | 'isLabel'> {
  const whole = withoutBold(row.replaceAll('\\*', '*'))
  const isLabel = whole.length > MAX_NAME_CHARS || introduces(whole)
  const name = isLabel ? whole.slice(0, AFTER_NAME.exec(whole)?.index ?? Infinity).trim() : whole
  return { name: name.length > MAX_NAME_CHARS || !isNamed(name) || isJunk(name) ? null : name, isLabel }
}

/** Further names are counted. */
function joined(names: readonly string[], fits: (names: string) => boolean): string {
  const after = names.findIndex((_, at) => at > 0 && !fits(names.slice(0, at + 1).join('; ')))
  return after < 0 ? names.join('; ') : `${names.slice(0, after).join('; ')}; ${names.length - after} more`
}
