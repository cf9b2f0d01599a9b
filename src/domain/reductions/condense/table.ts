/** Objects of one shape as a table: their keys once, their values line by line. Shared by the views of queries and of APIs. */
import { leafText, type Field, type Span } from './json-spans.js'
import { clipped, verbatim, note, type Piece, type ViewLine } from './view.js'

const COLUMNS_SHOWN = 24
/** Members of a list of plain values shown in one cell. */
const VALUES_SHOWN = 8
const SEPARATOR = ' | '

/** Rows of any shape, written down by whoever read them. */
export interface Rows {
  count: number
  /** Lines before the rows: the columns. */
  head: (characters: number) => ViewLine[]
  row: (index: number, characters: number) => ViewLine
  foot: readonly string[]
}

/** The keys of rows that are objects, in the order they are met; inner objects give `outer.inner`. Null when a row is none. */
export function columnsOf(rows: readonly Span[]): string[] | null {
  const columns = new Set<string>()
  for (const row of rows) {
    if (row.kind !== 'object') return null
    for (const field of row.fields) for (const { key } of flattened(field)) columns.add(key)
  }
  return [...columns]
}

export function headLine(columns: readonly string[]): Piece[] {
  const more = columns.length - COLUMNS_SHOWN
  return [
    ...separated(columns.slice(0, COLUMNS_SHOWN).map(keyPieces)),
    ...(more > 0 ? [note(` [${more} more columns]`)] : []),
  ]
}

/** The values of one row under the columns; a row that is no object is one value. */
export function rowLine(text: string, columns: readonly string[] | null, row: Span, cellCharacters: number): Piece[] {
  if (columns === null || row.kind !== 'object') return cell(text, row, cellCharacters)
  const values = new Map(row.fields.flatMap(flattened).map(({ key, value }) => [key, value]))
  return separated(columns.slice(0, COLUMNS_SHOWN).map((column) => cell(text, values.get(column), cellCharacters)))
}

/** A value in short: a plain one as it is written, a list of plain ones by its first members, anything else by its size. */
export function cell(text: string, value: Span | undefined, characters: number): Piece[] {
  if (value === undefined) return []
  const leaf = leafText(text, value)
  if (leaf !== null) return clipped(leaf, characters)
  if (value.kind === 'object') return [note(`{${value.fields.length} fields}`)]
  if (value.kind !== 'list') return []
  const first = value.items.slice(0, VALUES_SHOWN).map((item) => leafText(text, item))
  if (value.items.length === 0 || first.includes(null)) return [note(`[${value.items.length} entries]`)]
  const rest = value.items.length - first.length
  const pieces = first.flatMap((item, index) => [
    ...(index > 0 ? [note(', ')] : []),
    ...clipped(item ?? '', characters),
  ])
  return [...pieces, ...(rest > 0 ? [note(` [${rest} more]`)] : [])]
}

/** Keys are joined by a sign that is in no key as it is shown: each part was copied by itself. */
const JOINT = '\u0000'

function flattened({ key, value }: Field): Field[] {
  if (value.kind !== 'object' || value.fields.length === 0) return [{ key, value }]
  return value.fields.map((inner) => ({ key: `${key}${JOINT}${inner.key}`, value: inner.value }))
}

function keyPieces(column: string): Piece[] {
  return column.split(JOINT).flatMap((part, index) => [...(index > 0 ? [note('.')] : []), ...clipped(part, 80)])
}

function separated(cells: readonly (readonly Piece[])[]): Piece[] {
  return cells.flatMap((pieces, index) => [...(index > 0 ? [note(SEPARATOR)] : []), ...pieces])
}

/** Text that is a table already: its own line. */
export function ownLine(line: string, characters: number): ViewLine {
  return line.length <= characters ? [verbatim(line)] : clipped(line, characters)
}
