import { declares, isComment, isConflict, isConflictMark } from '../source/junk.js'
import { hasWord, introduces, cutAtWord } from '../texts.js'
import { blocksOf } from '../source/blocks.js'
import { settingsIn } from '../source/labels.js'
import { isWholeLine, MAX_LINE_CHARS } from '../source/prose.js'
import { sentencesWithin } from '../source/split-sentences.js'
import { isTableRow, tableOf } from '../source/tables.js'

/** Reads a statement as pieces in order: sentences, list items, introductions, and what no line of a checkpoint can hold
 * whole, as a line: code by its first declaration, tables by their rows. [V5] */

export interface Piece {
  text: string
  /** Whether it only introduces the next piece, so that it says nothing without it. */
  introduces: boolean
  /** Whether it follows the piece before it in the same paragraph. */
  follows?: boolean
  /** Whether it holds the names of a list. */
  isNames?: boolean
  /** Place and worth among the pieces of the answer of a chat. */
  place?: number
  worth?: number
}

/** Characters read of a statement. */
const MAX_STATEMENT_CHARS = 40_000
/** Code of so many rows and characters is quoted whole. */
const SHORT_CODE = { rows: 3, chars: 200 }
/** Rows shown of a table. */
const MAX_TABLE_ROWS = 6
/** Characters shown of one row. */
const MAX_ROW_CHARS = 160
const FENCE = /^(?:```|~~~)\s*([\w+#-]{0,20})/

/** @param seq number of the message, which names code that is not quoted whole */
export function piecesOf(text: string, seq: number): Piece[] {
  const pieces: Piece[] = []
  for (const section of sectionsOf(text.slice(0, MAX_STATEMENT_CHARS))) {
    if (section.form === 'prose') pieces.push(...prosePieces(section.rows.join('\n')))
    else pieces.push(...(section.form === 'code' ? codePieces(section, seq) : tablePieces(section.rows)))
  }
  return pieces
}

interface Section {
  form: 'prose' | 'code' | 'table'
  rows: string[]
  language: string
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = []
  let open: Section = { form: 'prose', rows: [], language: '' }
  let isFenced = false
  const next = (form: Section['form'], language = '') => {
    if (open.rows.length > 0) sections.push(open)
    open = { form, rows: [], language }
  }
  for (const raw of text.split('\n')) {
    const row = raw.trim()
    const fence = FENCE.exec(row)
    if (fence) {
      isFenced = !isFenced
      next(isFenced ? 'code' : 'prose', fence[1])
      continue
    }
    const form = isFenced ? 'code' : isTableRow(row) ? 'table' : 'prose'
    if (form !== open.form) next(form)
    if (form === 'prose' || row !== '') open.rows.push(form === 'code' ? raw.trimEnd() : row)
  }
  next('prose')
  return sections
}

function prosePieces(text: string): Piece[] {
  return [...blocksOf(text)].flatMap(({ text: block, isItem, isLabeled }) => {
    const isShortItem = isItem && block.length <= MAX_LINE_CHARS / 2 && !introduces(block)
    return (isShortItem ? [block] : sentencesWithin(block, MAX_LINE_CHARS)).flatMap((sentence, at): Piece[] => {
      if (isIntroduction(sentence)) return [{ text: sentence, introduces: true }]
      const piece = { text: sentence, introduces: false, ...(at > 0 && { follows: true }) }
      return isLabeled === true || isWholeLine(sentence, isItem) ? [piece] : []
    })
  })
}

function isIntroduction(sentence: string): boolean {
  return introduces(sentence) && sentence.length <= MAX_LINE_CHARS && hasWord(sentence)
}

function codePieces({ rows: raw, language }: Section, seq: number): Piece[] {
  const rows = replacingRows(raw.map((row) => row.trim()))
  if (rows.length <= SHORT_CODE.rows && rows.join('').length <= SHORT_CODE.chars)
    return rows.length === 0 ? [] : [{ text: rows.map(quoted).join(' / '), introduces: false }]
  if (isPlan(raw)) return prosePieces(raw.join('\n'))
  const settings = settingsIn(rows.join('\n'))
  if (settings.length > 0) return settings.map((text) => ({ text: shortened(text), introduces: false }))
  const first =
    rows.find(declares) ?? rows.find((row) => hasWord(row) && !isComment(row)) ?? rows.find((row) => hasWord(row))
  const named = `${raw.length} lines of ${language === '' ? 'text' : language} in message ${seq}`
  return [{ text: first === undefined ? named : `${quoted(shortened(first))} … (${named})`, introduces: false }]
}

/** Returns the rows that a block with marks of a conflict puts in place of others; all rows of a block without. */
function replacingRows(rows: readonly string[]): readonly string[] {
  if (!isConflict(rows)) return rows
  const code = (from: number) => rows.slice(from).filter((row) => row !== '' && !isConflictMark(row))
  const replacing = code(rows.findIndex((row) => row.startsWith('=====')) + 1)
  return replacing.length > 0 ? replacing : code(0)
}

/** Share of the rows of a code block that are sentences or items, from which on it holds a plan or decision rather than code. */
const PLAN_SHARE = 0.5

function isPlan(rows: readonly string[]): boolean {
  const filled = rows.filter((row) => row.trim() !== '')
  const lines = [...blocksOf(filled.join('\n'))].filter(
    ({ text, isItem }) => !isComment(text) && isWholeLine(text, isItem),
  )
  return lines.length > 0 && lines.length >= PLAN_SHARE * filled.length
}

/** Quotes a row of code. One that contains the sign for quotes stays bare. */
export function quoted(row: string): string {
  return row.includes('`') ? row : `\`${row}\``
}

function tablePieces(raw: readonly string[]): Piece[] {
  const { head, rows } = tableOf(raw)
  const shown = rows.slice(0, MAX_TABLE_ROWS).map((row) => shortened(row))
  // The names of the columns say nothing without a row.
  const texts = head === undefined ? shown : [`${shortened(head)}; ${shown[0] ?? ''}`, ...shown.slice(1)]
  const more = rows.length - shown.length
  return [...texts, ...(more > 0 ? [`${more} more rows`] : [])].map((text) => ({ text, introduces: false }))
}

/** Cuts a row at a word end. */
export function shortened(row: string, maxChars = MAX_ROW_CHARS): string {
  return cutAtWord(row, maxChars)
}
