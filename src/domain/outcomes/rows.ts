import { AGENT_ROWS } from '../../knowledge/exit-codes.js'
import { oneLine, withoutColors } from '../texts.js'

/** Reads the rows of an output, without what terminals and runners of tasks add to them. */

/** Characters read at each end of an output. */
const READ_CHARS = 20_000
const MAX_ROW_CHARS = 600
/** `[test] ok pkg`, `web:test: ok`, `#12 1.3 ok`, `1.3 [ERROR] a.c`. A prefix of one task, not a state such as `[ERROR]`. A number alone is a
 * time only before a fault. */
const PREFIX =
  /^(?:\[[\w:./-]{1,40}\] |@?[\w/-]{1,40}:[\w:-]{1,30}: |#\d{1,4} \d+\.\d+ |\d{1,5}\.\d{1,3} (?=\[ERROR\] |E: |npm ERR|(?:error|Error|ERROR): )|│ |\| )/
/** Frames that runners draw around a row: `=== 3 passed ===`. */
const FRAME = /^(?:[=─━]{2,80}|[-_]{5,80}) | (?:[=─━]{2,80}|[-_]{5,80})$/g

/** Returns the rows: trimmed, single spaces, no frames. */
export function rowsOf(text: string): string[] {
  return withoutColors(ends(text))
    .split(/[\r\n]+/)
    .flatMap((row) => {
      const bare = oneLine(row.trim()).slice(0, MAX_ROW_CHARS).replace(FRAME, '')
      return bare === '' ? [] : [bare]
    })
}

/** Returns a row without the prefix of the task that printed it. */
export function withoutPrefix(row: string): string {
  return row.replace(PREFIX, '')
}

/** Whether an agent, not the command, wrote the row. */
export function isAgentRow(row: string): boolean {
  return AGENT_ROWS.some(({ line }) => line.test(row))
}

function ends(text: string): string {
  return text.length <= 2 * READ_CHARS ? text : `${text.slice(0, READ_CHARS)}\n${text.slice(-READ_CHARS)}`
}
