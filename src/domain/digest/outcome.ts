/** Reads from the output of a call whether it succeeded, and the line that names the failure. */

export type Outcome = 'passed' | 'failed'

/** Characters read at each end of an output. */
const READ_CHARS = 20_000
const MAX_ERROR_CHARS = 200
const EXIT_CODE =
  /<returncode>(-?\d{1,9})|\b(?:exit(?:ed)?(?: with)?(?: code| status)|return ?code)\b[:=\s]{0,3}(-?\d{1,9})/i
/** Lines that only programs print which failed. */
const FAILURE =
  /^(?:.{0,120}\b\w{0,40}(?:Error|Exception): |Traceback \(most recent|fatal: |error(?:\[\w+\])?:|npm ERR!|make(?:\[\d+\])?: \*\*\*|FAIL\b|FAILED\b|--- FAIL|panic: |CONFLICT \(|.{0,120}: command not found|.{0,160}: No such file or directory|.{0,160}\b(?:FAILED|failed with)\b|.{0,160}: error(?: \w+)?: )/
/** Lines that say where and what: `src/a.go:12:3: undefined: x`. */
const LOCATED = /^(?=.{1,140}$)\S{1,100}:\d{1,6}:(?:\d{1,6}:)? \w/
/** Lines that programs print before they fail: the command itself, warnings, progress. */
const PROGRESS =
  /^(?:\[[\w:.-]{1,40}\] |[$#>] |\w{0,20}WARN|Auto-merging |From \S|Collecting |Requirement already |Traceback \()/
/** Lines of a failure that do not name the fault. */
const VERDICT = /^FAIL(?:ED)?$|\[build failed\]$/
/** The last line of a Python traceback names the error. */
const RAISED =
  /^(?:\w+\.){0,6}\w{0,60}(?:Error|Exception|Warning|Exit|Interrupt)(?::|$)|^(?:\w{1,60}\.){1,6}[A-Z]\w{1,60}: /
const WRAPPER = /<\/?(?:tool_use_error|returncode|output|stdout|stderr|error)>|^(?:Exit code|exit status) -?\d+\s*$/gim

/** Returns the outcome of a call. An exit code decides before lines that name a failure.
 * @param isError whether the result is marked as an error */
export function outcomeOf(text: string, isError: boolean): Outcome {
  if (isError) return 'failed'
  const read = ends(text)
  const code = EXIT_CODE.exec(read)
  if (code) return Number(code[1] ?? code[2]) === 0 ? 'passed' : 'failed'
  return rowsOf(read).some((row) => FAILURE.test(row)) ? 'failed' : 'passed'
}

/** Returns the line that names the failure, at most 200 characters; empty if the output has none. */
export function errorLineOf(text: string): string {
  const rows = rowsOf(ends(text).replace(WRAPPER, ' '))
  const raised = rows.some((row) => row.startsWith('Traceback ('))
    ? rows.findLast((row) => RAISED.test(row))
    : undefined
  const failures = rows.filter((row) => FAILURE.test(row) && !row.startsWith('Traceback'))
  const found =
    raised ??
    failures.find((row) => !VERDICT.test(row)) ??
    rows.find((row) => LOCATED.test(row)) ??
    failures[0] ??
    rows.find((row) => /\p{L}{3}/u.test(row) && !PROGRESS.test(row)) ??
    rows.find((row) => /\p{L}{3}/u.test(row)) ??
    ''
  return found.length <= MAX_ERROR_CHARS
    ? found
    : found
        .slice(0, MAX_ERROR_CHARS)
        .replace(/\S{1,200}$/, '')
        .trim()
}

/** Characters of a failure that stay with the result of its command. */
const MAX_PRINTED_CHARS = 120

/** Returns the line with which the output of a command says that it failed, at most 120 characters; empty if it does not. */
export function printedFailure(text: string): string {
  if (outcomeOf(text, false) === 'passed') return ''
  const line = errorLineOf(text) || 'without a message'
  return line.length <= MAX_PRINTED_CHARS
    ? line
    : `${line
        .slice(0, MAX_PRINTED_CHARS)
        .replace(/\S{1,120}$/, '')
        .trim()} …`
}

/** Whether a line names a failure by itself, not only a place or what was printed. */
export function namesFailure(line: string): boolean {
  return FAILURE.test(line) || RAISED.test(line)
}

function ends(text: string): string {
  return text.length <= 2 * READ_CHARS ? text : `${text.slice(0, READ_CHARS)}\n${text.slice(-READ_CHARS)}`
}

function rowsOf(text: string): string[] {
  return text
    .split('\n')
    .map((row) => row.trim().replace(/\s+/g, ' '))
    .filter((row) => row.length > 3 && row.length < 600)
}
