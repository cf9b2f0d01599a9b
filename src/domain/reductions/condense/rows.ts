/** What a query gave: how many rows, which columns, some of the rows. [D2] */
import { readTuples } from './tuples.js'
import type { Span } from './json-spans.js'
import { columnsOf, headLine, ownLine, rowLine, type Rows } from './table.js'
import { pluralize } from '../../number-format.js'
import { firstThatFits, note, Sheet, sizeOf, type Attempt, type CondensedView, type ViewBounds } from './view.js'

/** Rows shown of the beginning and of the end, and characters of a value, in tries from generous to bare. */
const TRIES = [
  { first: 20, last: 3, characters: 120 },
  { first: 8, last: 2, characters: 80 },
  { first: 4, last: 1, characters: 40 },
  { first: 2, last: 1, characters: 20 },
]
/** A line of a text table is as long as so many values of the try. */
const VALUES_PER_LINE = 6
const LIST_DEPTH = 3
/** Fewer are shown whole by every try. */
const MIN_ROWS = 3
/** Rows whose keys are the columns. */
const ROWS_WITH_COLUMNS = 20

/** Null for at most `queryRows` rows, and for text that is no rows. */
export function condenseRows(
  text: string,
  json: Span | null,
  queryRows: number,
  bounds: ViewBounds,
): CondensedView | null {
  const rows = json ? jsonRows(text, json) : (drawnRows(text) ?? readTuples(text) ?? separatedRows(text))
  if (!rows || rows.count <= Math.max(queryRows, MIN_ROWS)) return null
  const { kept, lines } = firstThatFits(
    TRIES.map((show) => (characters: number) => listRows(rows, show, characters)),
    bounds,
  )
  return { kind: 'query', kept, lines }
}

function listRows(
  rows: Rows,
  { first: most, last, characters: cells }: (typeof TRIES)[number],
  characters: number,
): Attempt {
  const first = Math.min(most, rows.count - last)
  const tail = Array.from({ length: last }, (_, index) => rows.row(rows.count - last + index, cells))
  const foot = rows.foot.map((line) => ownLine(line, cells * VALUES_PER_LINE))
  // The end is written first so that the beginning cannot take its room.
  const end = new Sheet(characters / 2)
  const hasEnd = end.add(...tail, ...foot)
  const top = new Sheet(characters - sizeOf(end.lines))
  let whole = hasEnd && top.add(...rows.head(cells))
  let shown = 0
  while (whole && shown < first) {
    whole = top.add(rows.row(shown, cells))
    if (whole) shown += 1
  }
  const all = shown + (hasEnd ? last : 0)
  const between = all < rows.count ? [[note(`[${pluralize(rows.count - all, 'more row')}]`)]] : []
  return {
    kept: `columns and ${all} of ${pluralize(rows.count, 'row')}`,
    lines: [...top.lines, ...between, ...end.lines],
    whole,
  }
}

/** A list of objects or lists, alone or as the longest list of an object. */
function jsonRows(text: string, json: Span): Rows | null {
  const list = longestList(json)
  if (!list || list.some((item) => item.kind !== 'object' && item.kind !== 'list')) return null
  const columns = columnsOf(list.slice(0, ROWS_WITH_COLUMNS))
  return {
    count: list.length,
    head: () => (columns ? [headLine(columns)] : []),
    row: (index, characters) => rowLine(text, columns, list[index]!, characters),
    foot: [],
  }
}

function longestList(root: Span): Span[] | null {
  let longest: Span[] | null = null
  let level: Span[] = [root]
  for (let depth = 0; depth < LIST_DEPTH; depth++) {
    for (const span of level)
      if (span.kind === 'list' && span.items.length > (longest?.length ?? 0)) longest = span.items
    level = level.flatMap((span) => (span.kind === 'object' ? span.fields.map(({ value }) => value) : []))
  }
  return longest
}

/** ` id | name ` over a rule of dashes, as psql, MySQL and Markdown draw tables. */
function drawnRows(text: string): Rows | null {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]))
  const isRule = (line: string) => /^[\s|+:-]*--[\s|+:-]*$/.test(line.slice(0, 2_000))
  const rules = lines.slice(0, 6).flatMap((line, index) => (isRule(line) && /[|+]/.test(line) ? [index] : []))
  const rule = rules.at(-1)
  if (rule === undefined || rule < 1) return null
  const body = lines.slice(rule + 1)
  const rows = body.filter((line) => line.includes('|') && !isRule(line))
  const foot = body.filter((line) => !line.includes('|') && !isRule(line))
  if (foot.length > 3) return null
  return {
    count: rows.length,
    head: (characters) => lines.slice(0, rule + 1).map((line) => ownLine(line, characters * VALUES_PER_LINE)),
    row: (index, characters) => ownLine(rows[index]!, characters * VALUES_PER_LINE),
    foot,
  }
}

/** CSV and its like: every record has as many separators as the first. */
function separatedRows(text: string): Rows | null {
  const records = recordsOf(text)
  const first = records[0] ?? ''
  const separator = ['\t', ';', ',', '|'].find((sign) => first.includes(sign))
  if (separator === undefined) return null
  const separators = (record: string) => record.replace(/"[^"]*"/g, '').split(separator).length
  const columns = separators(first)
  if (records.some((record) => separators(record) !== columns)) return null
  return {
    count: records.length - 1,
    head: (characters) => [ownLine(first, characters * VALUES_PER_LINE)],
    row: (index, characters) => ownLine(records[index + 1]!, characters * VALUES_PER_LINE),
    foot: [],
  }
}

/** Lines, but not those broken inside quotes. */
function recordsOf(text: string): string[] {
  const records: string[] = []
  let from = 0
  let quoted = false
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') quoted = !quoted
    else if (at === text.length || (text[at] === '\n' && !quoted)) {
      const record = text.slice(from, at).replace(/\r$/, '')
      if (record.trim() !== '') records.push(record)
      from = at + 1
    }
  }
  return records
}
