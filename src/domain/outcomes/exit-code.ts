import { oneLine } from '../texts.js'
import { ENDED } from '../../knowledge/ended.js'
import { CODE_FORMATS } from '../../knowledge/exit-codes.js'
import type { CommandLine } from './command-line.js'

/** Finds how a command ended: the exit code that an agent, or the command line itself, wrote beside an output; or that the agent
 * ended it. */

/** Rows at each end in which an agent writes it. */
const EDGE_ROWS = 8

/** Returns the exit code of the line; null if none is written.
 * @param rows of the output */
export function writtenCode(rows: readonly string[]): number | null {
  for (const row of edgesOf(rows))
    for (const { line } of CODE_FORMATS) {
      const code = line.exec(row)?.[1]
      if (code !== undefined) return Number(code)
    }
  return null
}

/** Returns what an agent wrote when it ended the command; empty if the command ended by itself.
 * @param rows of the output */
export function endedBy(rows: readonly string[]): string {
  for (const row of edgesOf(rows)) {
    const found = ENDED.find(({ line }) => line.test(row))
    if (found) return found.says ?? row
  }
  return ''
}

function edgesOf(rows: readonly string[]): readonly string[] {
  return rows.length <= 2 * EDGE_ROWS ? rows : [...rows.slice(0, EDGE_ROWS), ...rows.slice(-EDGE_ROWS)]
}

/** Returns the code that the command line prints of the command before: `npm test | tail; echo "exit: $?"`.
 * Null if it prints none, or if the code is that of a filter. */
export function printedCode({ printsCode }: CommandLine, rows: readonly string[]): number | null {
  if (!printsCode) return null
  const before = oneLine(printsCode.before.trim())
  // Without words before it, a code is alone in its row.
  const code = before === '' ? /^-?\d{1,3}$/ : /^\s?-?\d{1,3}\b/
  const row = rows.findLast((one) => one.startsWith(before) && code.test(one.slice(before.length)))
  return row === undefined ? null : Number.parseInt(row.slice(before.length), 10)
}
