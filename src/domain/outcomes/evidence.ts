import { hasDigit, startsWithOne } from '../texts.js'
import { anyOf, type Alternatives } from '../../knowledge/any-of.js'
import { FAULTS } from '../../knowledge/faults.js'
import { ROWS } from '../../knowledge/read.js'
import type { Row } from '../../knowledge/row.js'
import { countsOf } from './counts.js'
import { withoutPrefix } from './rows.js'

/** Reads the rows of an output as evidence for or against success, by the table of runners. [V9] */

/** Rows that name what passed: their words are names of tests. `✓ exits with code 1`, `test_failed PASSED`. */
const PASSED_ITEM =
  /^(?:[✓✔√] (?!\d)|ok \d+\b|> (?!Task)|\$ )|(?:(?<!\.)\.{2,} ?ok|\bPASSED|\.{3} passed)(?: \[.{1,8}\]| \(.{1,20}\))?$/
/** Rows of a run that says by itself that nothing was tested. */
const NOTHING_RAN = [
  ...['no test ran', 'no tests ran', 'no test found', 'no tests found', 'no test files', 'no tests files found'],
  ...['0 tests run', '0 tests, run', '0 tests found', '0 test run'],
]
/** What a runner adds to such a row if it accepts it. */
const ACCEPTED = 'exiting with code 0'
/** The plan of the protocol TAP. */
const PLAN = /^1\.\.(\d{1,6})$/
/** How many of all passed so far: a runner may print it again and again. */
const SHARE = /\b\d+(?:\/| of )\d+ .{0,40}\bpass/i
/** Rows around the error with which a program stopped. */
const STACK = ['at ', 'File "', '^', '~', 'Node.js v', 'code: ', '}', '{', 'npm ', 'node:', 'exit']

const linesOf = (rows: readonly Row[]): Record<'passed' | 'part' | 'failed', Alternatives> => ({
  passed: anyOf(rows.map(({ passed }) => passed)),
  part: anyOf(rows.map(({ part }) => part)),
  failed: anyOf(rows.map(({ failed }) => failed)),
})
/** Where and what, of a compiler or linter: `src/a.go:12:3: undefined: x`. A warning begins with another word. */
const LOCATED = /^(?:vet: )?\S+\.\w{1,10}[:(]\d+(?:[:,]\d+)?\)?:? (?:(?:fatal )?error\b|[A-Z]+\d{2,5}\b|undefined\b)/i
const WRAPPERS = ROWS.filter(({ isWrapper }) => isWrapper)
const OF_ANY = linesOf(ROWS)
/** A script may be a test, or start one. */
const beside = (row: Row) =>
  row.kind === 'script' ? [...WRAPPERS, ...ROWS.filter(({ kind }) => kind === 'test')] : WRAPPERS
const OF_ROW = new Map(ROWS.map((row) => [row, row.isWrapper ? OF_ANY : linesOf([row, ...beside(row)])]))
const FAULT = anyOf(FAULTS.filter(({ isLast }) => !isLast).map(({ lines }) => lines))
const LAST_FAULT = anyOf(FAULTS.filter(({ isLast }) => isLast).map(({ lines }) => lines))

/** What rows say. A row that sums up a run outranks rows that programs also print on their way. */
export interface Evidence {
  /** Row that says that the run failed; empty if none. */
  failed: string
  /** Whether a row says that the whole run succeeded · that a part of it did. */
  passed: boolean
  part: boolean
  /** Row with which a program stopped; a program may go on after one. */
  fault: string
}

/** Rows of an output that is an error and little else. */
const SHORT_ROWS = 4

/** @param row of the table, for the command; null if none knows it
 * @param isCheck whether the command tests or builds, so that bare counts of failures mean its own */
export function evidenceIn(rows: readonly string[], row: Row | null, isCheck: boolean): Evidence {
  const lines = row ? OF_ROW.get(row)! : OF_ANY
  const evidence: Evidence = { failed: '', passed: false, part: false, fault: '' }
  const takesCounts = isCheck || row === null || row.isWrapper === true || row.kind === 'script'
  // `3 pass` in one row and `0 fail` in another are a summary, too.
  const loose = { passed: false, failures: -1, row: '' }
  const isKnown = row !== null && !row.isWrapper && row.kind !== 'script'
  const isProgram = row?.kind === 'script' && !row.isWrapper && !rows.some((one) => one.startsWith('Exception ignored'))
  const hasStack = rows.some((one) => one.startsWith('Traceback ('))
  const lastShare = rows.findLastIndex((one) => SHARE.test(one))
  for (const [at, whole] of rows.entries()) {
    const bare = withoutPrefix(whole)
    const says = (pattern: Alternatives) => pattern.test(whole) || (bare !== whole && pattern.test(bare))
    if (at < lastShare && SHARE.test(whole)) continue
    if (startsWithOne(bare.toLowerCase(), NOTHING_RAN)) {
      if (bare.endsWith(ACCEPTED)) evidence.passed = true
      else evidence.failed ||= isCheck ? bare : ''
    }
    const isItem = PASSED_ITEM.test(bare)
    const counts = takesCounts ? countsOf(bare) : null
    if (counts !== null && (isCheck || counts.namesChecks || (counts.countsPasses && counts.countsFailures))) {
      if (counts.failed > 0) evidence.failed ||= isItem ? '' : bare
      // `errors: 0` alone may be of anything.
      else {
        evidence.passed ||= !isItem && (counts.passed > 0 || counts.numbers > 1 || isKnown)
        evidence.part ||= says(lines.part)
      }
    } else if (counts !== null && counts.numbers === 1 && !isItem) {
      if (counts.passed > 0) loose.passed = true
      else loose.failures = counts.failed
      if (counts.failed > 0) loose.row ||= bare
    } else if (isItem) {
      evidence.part ||= says(lines.part)
      evidence.passed ||= says(lines.passed)
    } else if (says(lines.failed)) evidence.failed ||= bare
    else if (says(lines.passed)) evidence.passed = true
    else if (says(lines.part)) evidence.part = true
    else if ((LAST_FAULT.test(bare) || (hasStack && isRaised(bare))) && isLast(rows, at)) {
      evidence.fault ||= bare
      // What a script started may have succeeded before.
      if (isProgram && rows.length > SHORT_ROWS) evidence.passed = false
    } else if (says(FAULT) || (isCheck && LOCATED.test(bare))) evidence.fault ||= bare
  }
  if (loose.failures > 0 && loose.passed) evidence.failed ||= loose.row
  else if ((loose.failures === 0 && loose.passed) || isPlanMet(rows)) evidence.passed = true
  return evidence
}

/** Whether every test of a plan passed. */
function isPlanMet(rows: readonly string[]): boolean {
  const planned = Number(PLAN.exec(rows.find((row) => PLAN.test(row)) ?? '')?.[1] ?? 0)
  return planned > 0 && rows.filter((row) => row.startsWith('ok ') && hasDigit(row[3] ?? '')).length === planned
}

/** Whether an error is the last that a program printed, beside its stack. A program that prints more went on. */
function isLast(rows: readonly string[], at: number): boolean {
  if (rows.length <= SHORT_ROWS) return true
  return rows.slice(at + 1).every((row) => startsWithOne(row, STACK))
}

/** Whether a row says by itself that something failed. */
export function namesFault(row: string): boolean {
  const bare = withoutPrefix(row)
  return !PASSED_ITEM.test(bare) && (FAULT.test(bare) || LAST_FAULT.test(bare) || OF_ANY.failed.test(bare))
}

/** Whether a row says by itself that a command succeeded: the new commit, the address of a pull request. */
export function namesSuccess(row: string): boolean {
  return OF_ANY.passed.test(row)
}

/** Whether a row is the error at the end of a stack. */
export function isRaised(row: string): boolean {
  return LAST_FAULT.test(row) || /^(?:\w{1,60}\.){1,6}[A-Z]\w{1,60}: /.test(row)
}
