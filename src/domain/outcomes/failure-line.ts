import { hasWord, withoutPartialWord } from '../texts.js'
import { countsOf } from './counts.js'
import { isRaised, namesFault } from './evidence.js'
import { writtenCode } from './exit-code.js'
import { rowsOf } from './rows.js'

/** Finds the line that names a failure. */

const MAX_CHARS = 200
/** Lines that programs print before they fail: the command itself, warnings, progress. */
const PROGRESS = [
  ...['$ ', '# ', '> ', 'WARN', 'npm WARN', 'npm warn', 'Auto-merging ', 'From ', 'Collecting '],
  ...['Requirement already ', 'Traceback (', 'Wall time:', 'Chunk ID:', 'Command:', 'Directory:', 'Output:'],
  'Process Group',
]
/** Lines of a failure that do not name the fault. */
const BARE = /^(?:FAIL(?:ED)?|(?:.{0,60} )?\[build failed\]|Node\.js v\S+)$/
const WRAPPER = /<\/?(?:tool_use_error|output|stdout|stderr|error)>/gi

/** Returns the line, at most 200 characters; empty if the output has none. */
export function failureLine(text: string): string {
  const rows = rowsOf(text.replace(WRAPPER, '\n')).filter((row) => row.length > 3 && writtenCode([row]) === null)
  const raised = rows.some((row) => row.startsWith('Traceback (')) ? rows.findLast((row) => isRaised(row)) : undefined
  const failures = rows.filter((row) => namesFault(row) && !row.startsWith('Traceback'))
  const found =
    raised ??
    failures.find((row) => !BARE.test(row)) ??
    failures[0] ??
    rows.find((row) => (countsOf(row)?.failed ?? 0) > 0) ??
    rows.find((row) => hasWord(row) && !PROGRESS.some((start) => row.startsWith(start))) ??
    rows.find((row) => hasWord(row)) ??
    ''
  const line = withNext(found, rows)
  return line.length <= MAX_CHARS ? line : withoutPartialWord(line.slice(0, MAX_CHARS))
}

/** Adds to a row that ends with a colon the row that it introduces: `panicked at src/main.rs:12:33:`. */
function withNext(found: string, rows: readonly string[]): string {
  // Any other row may introduce words of a person, which are no fault.
  const next = found.endsWith(':') && namesFault(found) ? rows[rows.indexOf(found) + 1] : undefined
  return next === undefined || next.endsWith(':') ? found : `${found} ${next}`
}
