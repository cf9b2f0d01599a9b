/** Writes objects of one shape as a table: keys once, then one line of values per object. Used by the views of queries
 * and APIs. */
import { leafText, type Field, type Span } from './json-spans.js'
import { clipped, verbatim, note, type Piece, type ViewLine } from './view.js'

const COLUMNS_SHOWN = 24
/** Members shown in one cell for a list of scalar values. */
const VALUES_SHOWN = 8
const SEPARATOR = ' | '

/** Rows of any source format. */
export interface Rows {
  count: number
  /** Returns the lines with the columns. */
  head: (characters: number) => ViewLine[]
  row: (index: number, characters: number) => ViewLine
  foot: readonly string[]
}

/** Returns the keys of the rows in order of first occurrence, inner objects as `outer.inner`; null if a row is not an
 * object. */
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

/** Returns the values of one row by column. A row that is not an object is a single value. */
export function rowLine(text: string, columns: readonly string[] | null, row: Span, cellCharacters: number): Piece[] {
  if (columns === null || row.kind !== 'object') return cell(text, row, cellCharacters)
  const values = new Map(row.fields.flatMap(flattened).map(({ key, value }) => [key, value]))
  return separated(columns.slice(0, COLUMNS_SHOWN).map((column) => cell(text, values.get(column), cellCharacters)))
}

/** Returns the short form of a value: a scalar verbatim, a list of scalars by its first members, other values by their
 * size. */
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

/** Joins nested keys. NUL occurs in no source text of a key, so the parts can be split again and shown verbatim. */
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

/** Returns a line of text that is already a table row. */
export function ownLine(line: string, characters: number): ViewLine {
  return line.length <= characters ? [verbatim(line)] : clipped(line, characters)
}
