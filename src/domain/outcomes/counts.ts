import { withoutTail } from '../signs.js'
import { isNumeral, holdsOne } from '../texts.js'
import { CHECKS, FAILED, FOUND, NOUNS, OTHER, PASSED } from '../../knowledge/counted.js'

/** Reads rows in which a runner counts what passed and failed: `Tests: 1 failed, 3 passed, 4 total`. All runners count, in
 * nearly the same words; so the words are read, not the runner. [V9] */

/** What the counts of a row say: null if it is no row of counts. */
export interface Counts {
  failed: number
  passed: number
  /** Whether the row has a number for what failed, for what passed, also none. */
  countsFailures: boolean
  countsPasses: boolean
  /** Whether it names tests, so that the number is no statistic of something else. */
  namesChecks: boolean
  /** Numbers in the row. One alone may be of anything. */
  numbers: number
}

/** Returns what a row counts; null if it counts nothing of a check. */
export function countsOf(row: string): Counts | null {
  if (row.length > 240 || !/\d|\bno\b/i.test(row)) return null
  const counts: Counts = {
    failed: 0,
    passed: 0,
    countsFailures: false,
    countsPasses: false,
    namesChecks: false,
    numbers: 0,
  }
  let [pairs, unknown, found, remaining] = [0, 0, 0, -1]
  let countsErrors = false
  for (const words of segmentsOf(row))
    for (const [at, word] of words.entries()) {
      if (CHECKS.has(word)) counts.namesChecks = true
      if (number(word) !== null) counts.numbers++
      const amount = isCounted(word) || word === 'remaining' ? numberBeside(words, at) : null
      if (word === 'remaining') remaining = amount ?? remaining
      else if (!isCounted(word) && !CHECKS.has(word) && !OTHER.has(word) && !/^[\d.:/%-]+$/.test(word)) unknown++
      else if (amount !== null) {
        pairs++
        counts.countsFailures ||= !PASSED.has(word)
        counts.countsPasses ||= PASSED.has(word)
        countsErrors ||= FAILED.has(word)
        if (FAILED.has(word)) counts.failed += amount
        else if (PASSED.has(word)) {
          counts.passed += amount
          if (!holdsOne(row, SKIPS)) counts.failed += Math.max(0, (wholeBeside(words, at) ?? amount) - amount)
        } else found += amount
      }
    }
  if (!countsErrors) counts.failed += found
  if (remaining >= 0) counts.failed = remaining
  return pairs === 0 || unknown > (pairs > 1 ? 2 : counts.namesChecks ? 1 : 0) ? null : counts
}

/** What is skipped is missing from those that passed, and is no failure. */
const SKIPS = ['skip', 'ignor', 'pending', 'todo', 'disabled']
/** Durations and shares are no counts. */
const MEASURED = /(?<![\w.])\d+(?:\.\d+)? ?(?:ms|s|sec|secs|seconds?|min|m|%)(?!\w)/gi

/** Returns the words of each part of a row, in lower case: `Tests run: 3, Failures: 1` has two parts. */
function segmentsOf(row: string): string[][] {
  return row
    .replace(MEASURED, ' ')
    .split(/[,;|()]|[.!] /)
    .map((part) =>
      part
        .toLowerCase()
        .split(/[^\p{L}\p{N}./_-]+/u)
        .map((word) => withoutTail(word, '-./_'))
        .filter((word) => word !== '')
        .flatMap((word) => /^(\d{1,6})\/(\d{1,6})$/.exec(word)?.slice(1).join(' of ').split(' ') ?? word),
    )
}

function isCounted(word: string): boolean {
  return FAILED.has(word) || PASSED.has(word) || FOUND.has(word)
}

/** Returns the number of a word: `1 failed`, `1 test failed`, `0 of 3 tests failed`, `Failures: 1`. */
function numberBeside(words: readonly string[], at: number): number | null {
  // `OK (skipped=1, expected failures=1)`
  if (words[at - 1] === 'expected' && FAILED.has(words[at]!)) return null
  // `Issues found: 2`
  const after = number(words[at + (words[at + 1] === 'found' ? 2 : 1)])
  if (after !== null && keysComeFirst(words)) return after
  const isNoun = CHECKS.has(words[at - 1] ?? '') || NOUNS.has(words[at - 1] ?? '')
  let place = number(words[at - 1]) === null && isNoun ? at - 2 : at - 1
  if (words[place - 1] === 'of') place -= words[place - 2] === 'out' ? 3 : 2
  return number(words[place]) ?? after
}

/** Whether each number follows its word in the whole part: `fail 0 pass 3`, `Summary: PASS=3 WARN=2 FAIL=0`. */
function keysComeFirst(words: readonly string[]): boolean {
  if (isCounted(words[0]!)) return true
  const isNumber = words.map((word) => number(word) !== null)
  return (
    isNumber.at(-1) === true && words.at(-2) !== 'of' && isNumber.every((one, at) => !one || isNumber[at - 1] === false)
  )
}

/** Returns of how many a count is a part: `2 of 3 tests passed`, `2/3 passed`. */
function wholeBeside(words: readonly string[], at: number): number | null {
  const of = words.lastIndexOf('of', at)
  return of < 1 ? null : number(words[of + 1])
}

function number(word: string | undefined): number | null {
  if (word === 'no') return 0
  return isNumeral(word ?? '') ? Number(word) : null
}
