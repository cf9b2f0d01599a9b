import { closeSync, openSync, writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { inject } from 'vitest'
import type {} from './global-postgres.js'

/**
 * Returns a log destination that keeps its lines for the test. Also writes them to a file that is searched for
 * conversation text at the end of the run.
 */
export function capturedLines(): { lines: string[]; write(line: string): void; close(): void } {
  const file = openSync(join(inject('logFolder'), `${randomUUID()}.log`), 'w')
  const lines: string[] = []
  let open = true
  return {
    lines,
    write: (line) => {
      lines.push(line)
      if (open) writeSync(file, line)
    },
    close: () => {
      if (open) closeSync(file)
      open = false
    },
  }
}
