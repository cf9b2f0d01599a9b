import { WARNING } from '../../knowledge/notices.js'
import { COUNTED_BELOW, FAULT_MARKS, FAULT_WORDS, UNNAMED, USAGE } from '../../knowledge/unnamed.js'
import { hasWord, withoutPartialWord } from '../texts.js'
import { countsOf } from './counts.js'
import { isRaised, namesFault } from './evidence.js'
import { writtenCode } from './exit-code.js'
import { isAgentRow, rowsOf } from './rows.js'

/** Finds the line that names a failure. */

const MAX_CHARS = 200
/** Lines that programs print before they fail: the command itself, warnings, progress; and requests with which they end. */
const PROGRESS = [
  ...['$ ', '# ', '> ', 'WARN', 'npm WARN', 'npm warn', 'Auto-merging ', 'From ', 'Collecting '],
  ...['Requirement already ', 'Traceback (', 'Command:', 'Directory:', 'Please ', 'hint: '],
]
/** How runners number the failures that they count: `1) test total (ShopTest)`. */
const FIRST_OF_LIST = /^1\) \S/
const WRAPPER = /<\/?(?:tool_use_error|output|stdout|stderr|error)>/gi

/** Returns the line, at most 200 characters; empty if the output has none. */
export function failureLine(text: string): string {
  const rows = beforeUsage(
    rowsOf(text.replace(WRAPPER, '\n')).filter(
      (row) => row.length > 3 && writtenCode([row]) === null && !isAgentRow(row),
    ),
  )
  const raised = rows.some((row) => row.startsWith('Traceback (')) ? rows.findLast((row) => isRaised(row)) : undefined
  const failures = rows.filter((row) => namesFault(row) && !row.startsWith('Traceback') && !WARNING.test(row))
  const said = rows.filter((row, at) => isNamed(row) && isOwn(row, rows[at - 1]))
  const found =
    raised ??
    failures.find(isNamed) ??
    rows.find((row) => (countsOf(row)?.failed ?? 0) > 0) ??
    failures[0] ??
    rows.find(isMarked) ??
    // What a program prints first is its progress; it stops at the last row.
    said.findLast((row) => FAULT_WORDS.line.test(row)) ??
    said.at(-1) ??
    rows.findLast((row) => hasWord(row)) ??
    ''
  const first = (countsOf(found)?.failed ?? 0) > 0 ? rows.find((row) => FIRST_OF_LIST.test(row)) : undefined
  const line = COUNTED_BELOW.line.test(found)
    ? withFault(found, rowsOf(text))
    : first === undefined
      ? withNext(found, rows)
      : `${found}: ${first}`
  return line.length <= MAX_CHARS ? line : withoutPartialWord(line.slice(0, MAX_CHARS))
}

/** Whether a row may be what a program says of its end. What another row introduces may be words of anyone. */
function isOwn(row: string, before = ''): boolean {
  if (before.endsWith(':') && !saysFault(before)) return false
  return hasWord(row) && !PROGRESS.some((start) => row.startsWith(start))
}

/** Whether a program marked the row as what went wrong. */
function isMarked(row: string): boolean {
  return FAULT_MARKS.some((mark) => row.startsWith(mark))
}

function saysFault(row: string): boolean {
  return isMarked(row) || namesFault(row) || FAULT_WORDS.line.test(row)
}

/** Returns the rows before a program explains its use. */
function beforeUsage(rows: readonly string[]): readonly string[] {
  const at = rows.findIndex((row) => USAGE.line.test(row))
  return at > 0 ? rows.slice(0, at) : rows
}

function isNamed(row: string): boolean {
  return !UNNAMED.some(({ line }) => line.test(row))
}

/** Rows below a count of faults that name the first of them: the field and what is wrong with it. */
const ROWS_OF_FAULT = 2

/** Adds to a count of faults the first of them, without what it was found in: `Field required [type=missing, input_value=…]`. */
function withFault(found: string, rows: readonly string[]): string {
  const at = rows.indexOf(found) + 1
  const fault = rows.slice(at, at + ROWS_OF_FAULT).map((row) => row.split(' [', 1)[0]!)
  return at === 0 || fault.length === 0 ? found : [found, ...fault].join(': ')
}

/** Adds to a row that ends with a colon the row that it introduces: `panicked at src/main.rs:12:33:`. */
function withNext(found: string, rows: readonly string[]): string {
  // Any other row may introduce words of a person, which are no fault.
  const next = found.endsWith(':') && saysFault(found) ? rows[rows.indexOf(found) + 1] : undefined
  return next === undefined || next.endsWith(':') ? found : `${found} ${next}`
}
