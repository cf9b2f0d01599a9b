import type { Notice } from './notices.js'

/** Rows of a run that failed which do not name the fault, also if a word in them says that something failed. [V9] */
export const UNNAMED: readonly Notice[] = [
  {
    name: 'verdict alone',
    line: /^(?:FAIL(?:ED)?|(?:.{0,60} )?\[build failed\]|(?:\[INFO\] )?BUILD FAIL(?:URE|ED)|Node\.js v\S+)$/,
    like: [
      ...['FAIL', 'FAILED', 'example.com/shop [build failed]', '[build failed]', 'Node.js v20.11.0'],
      ...['[INFO] BUILD FAILURE', 'BUILD FAILED'],
    ],
    unlike: ['FAIL src/a.test.ts', 'FAILED tests/test_a.py::test_b', 'the [build failed] mark'],
  },
  {
    name: 'letters of tests',
    line: /^(?:\S{1,200}\.py )?[.sxXFE]{1,400} ?\[ {0,2}\d{1,3}%\]$/,
    like: ['...F.... [ 44%]', 'F [100%]', 'tests/test_a.py ..xE [ 4%]'],
    unlike: ['FAILED tests/test_a.py [100%]', '....F', '[ 44%] Building a.o'],
  },
  {
    name: 'step that passed',
    line: /\.{3,80} ?(?:Passed|Skipped|PASSED|SKIPPED|ok|OK)$/,
    like: [
      'trim whitespace.......Passed',
      'ruff (no files to check)...Skipped',
      'test_sum ... PASSED',
      'a.t .. ...ok',
      'b.t .. ...OK',
      'test_old ... SKIPPED',
    ],
    unlike: ['ruff......Failed', 'It passed', '3 Passed'],
  },
  {
    name: 'heading of faults',
    line: /^(?:\[ERROR\] (?:COMPILATION ERROR|Failures|Errors) ?:|> Task :\S{1,200} FAILED|⎯{2,200} Failed (?:Suites|Tests) \d{1,6} ⎯{2,200})$/,
    like: ['[ERROR] COMPILATION ERROR :', '[ERROR] Failures:', '> Task :compileJava FAILED', '⎯⎯⎯ Failed Suites 2 ⎯⎯⎯'],
    unlike: ['[ERROR] Failures: a', '⎯⎯⎯ Failed Suites 2', '> Task :test FAILED here'],
  },
  {
    name: 'versions left out (pip)',
    line: /^ERROR: Ignored the following /,
    like: ['ERROR: Ignored the following yanked versions: 2.4.0', 'ERROR: Ignored the following versions that require'],
    unlike: ['ERROR: Ignored', 'Ignored the following'],
  },
  {
    name: 'time of a command',
    line: /^(?:real|user|sys) \d{1,4}m[\d.]{1,8}s$/,
    like: ['real 1m31.869s', 'user 0m0.037s', 'sys 0m0.003s'],
    unlike: ['user 3', 'real time: 1m3s'],
  },
]

/** A row that counts faults of something, and says what they are in the rows below. */
export const COUNTED_BELOW: Notice = {
  name: 'faults counted',
  line: /\b\d{1,4} (?:validation )?errors? for \S.{0,80}$/,
  like: ['Error: 1 validation error for Payment', '2 errors for Order', '3 validation errors for the input of `book`'],
  unlike: ['1 validation error', '3 errors', 'errors for Order', '2 errors in a.ts'],
}

/** How programs begin to explain their use, below what was wrong with it. */
export const USAGE: Notice = {
  name: 'usage',
  line: /^(?:usage|Usage|USAGE)\b:? /,
  like: ['usage: cat [-belnstuv] [file ...]', 'Usage: gh repo edit [<repository>] [flags]', 'USAGE: shop [OPTIONS]'],
  unlike: ['Usages: 3', 'The usage: none'],
}

/** Signs with which a program begins the row that says what was wrong. */
export const FAULT_MARKS = ['❌ ', '✗ ', '✘ ']

/** Words of a row that says what was wrong in no known form. */
export const FAULT_WORDS: Notice = {
  name: 'words for a fault',
  line: /\b(?:errors?|fail(?:s|ed|ure)?|invalid|cannot|denied|refused|not (?:found|running)|no such|unknown|missing|required)\b/i,
  like: [
    ...[
      'Parameter validation failed:',
      'it fails',
      'a failure',
      'an error',
      '3 errors',
      'The key is invalid',
      'It cannot go on',
    ],
    ...['Access denied', 'Connection refused', 'page not found', 'service "web" is not running', 'no such file'],
    ...['unknown flag: --x', 'missing a value', 'the flag is required'],
  ],
  unlike: ['Applying update...', 'Debian 13', 'It failsafes', 'not now'],
}
