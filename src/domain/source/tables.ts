/** Reads the rows of a Markdown table as items of a list whose introduction is the row with the names of the columns. [C10] */
import { hasLetterOrDigit } from '../texts.js'

const SEPARATOR = /^[|\s:=-]{3,}$/
/** Characters shown of one row. */
const MAX_ROW_CHARS = 300

/** Whether a line is a row of a table, of its head, or the line between both. */
export function isTableRow(line: string): boolean {
  return line.length > 1 && line.startsWith('|') && line.endsWith('|')
}

/** Returns the cells of each row, joined by bars, and those of the head if the table has one.
 * @param lines lines of one table */
export function tableOf(lines: readonly string[]): { head?: string; rows: string[] } {
  const hasHead = lines.length > 2 && SEPARATOR.test(lines[1]!)
  const rows = lines.filter((line) => hasLetterOrDigit(line)).map(cellsOf)
  return hasHead ? { head: rows[0]!, rows: rows.slice(1) } : { rows }
}

function cellsOf(line: string): string {
  const cells = line.slice(1, -1).split('|')
  return cells
    .map((cell) => cell.trim())
    .join(' | ')
    .replaceAll('**', '')
    .slice(0, MAX_ROW_CHARS)
}
