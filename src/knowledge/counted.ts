/** The words beside the numbers in rows of counts: `Tests: 1 failed, 3 passed, 4 total`. All runners use nearly the same. [V9] */

const words = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(' ')))

export const FAILED = words(
  'fail fails failed failing failure failures err errs error errors errored',
  'offence offences offense offenses violation violations crash crashes crashed broken unsuccessful',
)
export const PASSED = words('pass passes passed passing success successes successful succeeded ok green')
/** Faults of a linter. Beside a number of errors they are the sum with the warnings. */
export const FOUND = words('problem problems issue issues finding findings diagnostic diagnostics')
export const CHECKS = words(
  'test tests spec specs example examples suite suites assert asserts assertion assertions expect expects expectations',
  'scenario scenarios step steps run runs case cases doctest doctests subtest subtests feature features check checks',
  'benchmark benchmarks properties task tasks module modules',
)
/** Words that may be beside counts. With too many others, a row counts nothing. */
export const OTHER = words(
  'total skip skips skipped pending todo ignored warn warns warning warnings filtered out of measured file files time',
  'sec secs second seconds ms s in on and with after ran run executed finished completed complete elapsed duration canceled',
  'cancelled xfailed xpassed deselected rerun snapshot snapshots were was no found detected inspected flaky took all the a at', // words: ok
  'for not did done result results summary status unexpected expected containing information informations info infos note notes hint',
  'hints autocorrectable source checked fixed remaining left min m up date cached successfully generated previous due to',
  'incomplete risky deprecation deprecations notice notices inconclusive excluded retried slow leaked listed below ℹ',
)
/** Nouns between a number and what it counts: `0 of 3 tests failed`. */
export const NOUNS = words('file files previous total unexpected')
/** Options with which warnings fail a run, and a row that counts warnings. */
export const DENIES_WARNINGS = / --(?:deny-warnings|error-on-warnings|fail-on-warnings|max-warnings[= ]0)\b/
export const COUNTS_WARNINGS = /\b[1-9]\d{0,5} warnings?\b/i
