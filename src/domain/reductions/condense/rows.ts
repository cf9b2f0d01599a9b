/** Condenses the result of a query: number of rows, columns, and some of the rows. [D2] */
import type { Span } from './json-spans.js'
import { columnsOf, headLine, ownLine, rowLine, type Rows } from './table.js'
import { pluralize } from '../../number-format.js'
import { firstThatFits, note, Sheet, sizeOf, type Attempt, type CondensedView, type ViewBounds } from './view.js'

/** Rows shown from the start and from the end, and characters of a value, from full to minimal. */
const TRIES = [
  { first: 20, last: 3, characters: 120 },
  { first: 8, last: 2, characters: 80 },
  { first: 4, last: 1, characters: 40 },
  { first: 2, last: 1, characters: 20 },
]
/** Maximum length of a line in a text table, in values of `characters` each. */
const VALUES_PER_LINE = 6
const LIST_DEPTH = 3
/** Every level of detail shows this many rows. */
const MIN_ROWS = 3
/** Rows read to find the columns. */
const ROWS_WITH_COLUMNS = 20

/** Returns the view; null for at most `queryRows` rows and for text that is not a table. */
export function condenseRows(
  text: string,
  json: Span | null,
  queryRows: number,
  bounds: ViewBounds,
): CondensedView | null {
  const rows = json ? jsonRows(text, json) : (drawnRows(text) ?? separatedRows(text))
  if (!rows || rows.count <= Math.max(queryRows, MIN_ROWS)) return null
  const { kept, lines } = firstThatFits(
    TRIES.map((show) => (characters: number) => listRows(rows, show, characters)),
    bounds,
  )
  return { kind: 'query', kept, lines }
}

function listRows(
  rows: Rows,
  { first: maxFirst, last, characters: cells }: (typeof TRIES)[number],
  characters: number,
): Attempt {
  const first = Math.min(maxFirst, rows.count - last)
  const tail = Array.from({ length: last }, (_, index) => rows.row(rows.count - last + index, cells))
  const foot = rows.foot.map((line) => ownLine(line, cells * VALUES_PER_LINE))
  // Writes the end first, so that the start cannot use up its space.
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

/** Reads a list of objects or lists: the value itself or the longest list inside an object. */
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

/** Reads text tables of psql, MySQL and Markdown: ` id | name ` above a rule of dashes. */
function drawnRows(text: string): Rows | null {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]))
  const isRule = (line: string) => /^(?=[^]*?--)[\s|+:-]+$/.test(line.slice(0, 2_000))
  const rules = lines
    .slice(0, 6)
    .flatMap((line, index) => (isRule(line) && (line.includes('|') || line.includes('+')) ? [index] : []))
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

/** Reads CSV and similar formats, in which every record has the same number of separators. */
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

/** Splits text into records. Line breaks inside quotes do not end a record. */
function recordsOf(text: string): string[] {
  const records: string[] = []
  let from = 0
  let quoted = false
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') quoted = !quoted
    else if (at === text.length || (text[at] === '\n' && !quoted)) {
      const record = text.slice(from, at)
      if (record.trim() !== '') records.push(record.endsWith('\r') ? record.slice(0, -1) : record)
      from = at + 1
    }
  }
  return records
}
