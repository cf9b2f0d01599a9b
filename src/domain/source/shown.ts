import { beginsFence } from './blocks.js'
import { settingsIn } from './labels.js'
import { isTableRow, tableOf } from './tables.js'

/** Reads what a text shows in tables and in code blocks of settings, as lines: each table or block has a few values in each
 * row, which say nothing alone. [C10] */

/** Characters read of a text, and of one line. */
const MAX_TEXT_CHARS = 400_000
const MAX_LINE_CHARS = 210

/** A table with one row is a piece of something else. */
const MIN_ROWS = 2

/** Returns the lines in order. Those of a table begin with the names of its columns.
 * @param withSettings whether to read code blocks. Those of an agent that works with tools are in its files. */
export function shownLines(text: string, withSettings: boolean): string[] {
  if (!text.includes('|') && !text.includes('```') && !text.includes('~~~')) return []
  const lines: string[] = []
  let rows: string[] = []
  let isFenced = false
  const closeTable = () => {
    const { head, rows: items } = tableOf(rows)
    if (items.length >= MIN_ROWS) lines.push(...packed(items, head === undefined ? '' : `${head}: `))
    rows = []
  }
  for (const raw of text.slice(0, MAX_TEXT_CHARS).split('\n')) {
    const row = raw.trim()
    if (beginsFence(row)) {
      if (isFenced && withSettings) lines.push(...packed(settingsIn(rows.join('\n')), ''))
      else if (!isFenced) closeTable()
      isFenced = !isFenced
      rows = []
    } else if (isFenced || isTableRow(row)) rows.push(row)
    else if (rows.length > 0) closeTable()
  }
  // An unclosed fence is no block.
  if (!isFenced) closeTable()
  return lines
}

/** Joins rows to lines, each as long as allowed. */
function packed(rows: readonly string[], lead: string): string[] {
  const lines: string[] = []
  for (const row of rows) {
    const joined = `${lines.at(-1) ?? ''}; ${row}`
    if (lines.length > 0 && joined.length <= MAX_LINE_CHARS) lines[lines.length - 1] = joined
    else if (lead.length + row.length <= MAX_LINE_CHARS) lines.push(lead + row)
  }
  return lines
}
