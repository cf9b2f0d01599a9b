import { COMPILED_TESTS } from './compiled-tests.js'
import type { Row } from '../row.js'

/** Runners of tests. Lines with counts (`3 passed, 1 failed`) need no row: src/domain/outcomes/counts.ts reads them. */
export const TESTS: readonly Row[] = [
  {
    name: 'pytest',
    kind: 'test',
    commands: ['pytest|py.test|pytest-3', 'python* -m pytest'],
    failed: {
      forms: ['ERROR collecting *', 'ERROR at setup|teardown of *'],
      pattern: [
        /^(?:FAILED|ERROR) \S+(?:::| - |$)|^E {1,3}\S*(?:Error|Exception)\b|^!+ .*(?:Interrupted|Exit)/,
        // The letters of a file: `tests/test_a.py ..xF [ 40%]`.
        /^(?:\S+\.py )?[.sxX]{0,200}[FE][.sxXFE]{0,200} \[ ?\d{1,3}%\]$/,
      ],
    },
    // Where nothing sums up the run, its last letters show that it reached the end.
    part: { pattern: /^[.sxX]{1,200} \[100%\]$/ },
    like: {
      command: ['pytest -x tests', 'python3 -m pytest', 'py.test'],
      part: ['..s.x [100%]'],
      failed: [
        ...['FAILED tests/test_a.py::test_b - assert 1 == 2', 'ERROR tests/test_a.py'],
        ...['FAILED tests/test_a.py::test_b[two words] - x', 'ERROR tests/test_a.py - ImportError: No module named b'],
        ...['E ValueError: too many values', 'E shop.errors.OrderException: no stock'],
        ...['!!!! Interrupted: 1 error !!!!', '!!!! _pytest.outcomes.Exit: no database !!!!'],
        ...['ERROR collecting tests/test_a.py', 'ERROR at setup of test_rows', 'ERROR at teardown of test_rows'],
        ...['tests/test_a.py ..xF [ 40%]', 'E [100%]'],
      ],
    },
    unlike: {
      command: ['python -m pip install pytest', 'cat pytest.ini'],
      part: ['..F. [100%]', '.... [ 99%]', 'tests/test_a.py .. [100%]'],
      failed: [
        ...['tests/test_a.py::test_FAILED_login PASSED [ 50%]', 'ERROR is a level of the log'],
        ...['tests/test_a.py ..xs [ 40%]', 'ERROR at noon', 'F [of 3]'],
      ],
    },
  },
  {
    name: 'unittest',
    kind: 'test',
    commands: [
      ...['python* -m unittest|nose|nose2', 'python* -m django test', 'python* *manage.py test'],
      ...['python* *runtests.py', 'trial|nosetests'],
    ],
    passed: { is: ['OK'], pattern: /^OK \([a-z ]+=.*\)$/ },
    failed: {
      starts: ['FAILED (failures', 'FAILED (errors', 'FAILED (unexpected'],
      forms: ['FAIL:|ERROR: * (*'],
    },
    like: {
      command: ['python -m unittest discover', 'python3 manage.py test shop', 'python tests/runtests.py'],
      passed: ['OK', 'OK (skipped=1)', 'OK (expected failures=1)'],
      failed: [
        ...['FAILED (failures=1)', 'FAILED (errors=1, skipped=2)', 'FAIL: test_sum (test_a.Sum)'],
        'ERROR: test_sum (test_a.Sum)',
      ],
    },
    unlike: { command: ['python run_tests_later.txt'], passed: ['OK then'], failed: ['FAILED is shown in red'] },
  },
  {
    name: 'jest',
    kind: 'test',
    commands: ['jest|vitest|mocha|ava|jasmine|wdio', 'react-scripts|playwright test', 'cypress run', 'karma start'],
    passed: { is: ['All specs passed!', '✔ All specs passed!', 'All tests passed!'] },
    part: { pattern: /^(?:PASS|✓|✔) \S+\.\w+/ },
    // With obsolete snapshots, Jest ends with the code 1, and Vitest, without the colon, with 0.
    failed: {
      starts: ['FAIL ', 'Error: no test specified'],
      forms: ['● … › *', '⎯* Failed *', 'Snapshots: # obsolete*', 'Snapshots: # failed, # obsolete*'],
    },
    like: {
      command: ['jest --ci', 'vitest run src', 'playwright test', 'mocha --exit', 'cypress run'],
      passed: ['✔ All specs passed!'],
      part: ['PASS src/login.test.ts', '✓ src/login.test.ts (3 tests) 12ms', '✔ src/login.test.js'],
      failed: [
        ...['FAIL src/login.test.ts', '● login › rejects old tokens', '✖ 1 of 2 failed (50%)'],
        ...['⎯⎯⎯ Failed Tests 1 ⎯⎯⎯', 'Snapshots: 1 obsolete, 2 passed, 2 total'],
        'Snapshots: 1 failed, 1 obsolete, 2 total',
      ],
    },
    unlike: {
      command: ['jester', 'cat jest.config.js'],
      passed: ['All specs passed the review of Tom'],
      part: ['PASS the salt', '✓ rejects old tokens'],
      failed: [
        ...['✓ shows FAIL for old rows (3 ms)', 'PASS src/FAIL.test.ts', 'Snapshots: 2 passed, 2 total'],
        'Snapshots 1 obsolete',
      ],
    },
  },
  {
    name: 'node:test',
    kind: 'test',
    commands: ['node … --test*', 'tap|tape|c8|nyc|prove|bats'],
    passed: { is: ['All tests successful.', 'Result: PASS'] },
    failed: { starts: ['Result: FAIL', 'Bail out!', '✖ failing tests:'], forms: ['not ok #*'] },
    like: {
      command: ['node --test', 'node --import tsx --test src/a.test.ts', 'prove -l t', 'bats test'],
      passed: ['All tests successful.', 'Result: PASS'],
      failed: ['not ok 2 - parses dates', 'Result: FAIL'],
    },
    unlike: {
      command: ['node server.js', 'node test-data.js'],
      passed: ['Result: PASS rate 20%'],
      failed: ['ok 3 - not ok is kept', 'not ok'],
    },
  },
  ...COMPILED_TESTS,
  {
    // Each test may pass while the run fails, so that its lines count beside those of every runner.
    name: 'coverage',
    kind: 'test',
    commands: ['coverage report|xml|html|combine', 'python* -m coverage report|xml|html|combine'],
    isWrapper: true,
    failed: {
      is: ['No data to report.'],
      pattern: /\b[Cc]overage\b.{0,80}\b(?:does not meet\b.{0,30} threshold|not reached|is less than fail-under)\b/,
    },
    like: {
      command: ['coverage report -m', 'python3 -m coverage html'],
      failed: [
        ...['No data to report.', 'FAIL Required test coverage of 90% not reached. Total coverage: 16.54%'],
        ...['Jest: Coverage for lines (0.79%) does not meet "global" threshold (100%)'],
        ...['ERROR: Coverage for branches (66.66%) does not meet global threshold (100%)'],
        'Coverage failure: total of 33 is less than fail-under=99',
      ],
    },
    unlike: {
      command: ['coverage help', 'cat coverage.xml'],
      failed: [
        'Required test coverage of 99% reached. Total coverage: 100.00%',
        'The coverage of the news was reached',
      ],
    },
  },
  {
    name: 'rspec',
    kind: 'test',
    commands: [
      ...['rspec|cucumber|minitest', 'rake test*|spec*', 'rails|bin/rails test*|spec*', 'ruby -I* *test*'],
      'bundle exec rspec|cucumber|minitest',
    ],
    failed: { starts: ['rspec ./'] },
    like: {
      command: ['bundle exec rspec spec/a_spec.rb', 'bin/rails test', 'rake test:units'],
      failed: ['rspec ./spec/a_spec.rb:3 # Sum adds'],
    },
    unlike: { command: ['bundle install', 'rake db:migrate'], failed: ['rspec is quiet'] },
  },
  {
    name: 'phpunit',
    kind: 'test',
    commands: ['phpunit|pest|paratest|behat', 'php artisan test', 'php *phpunit|*pest|*paratest', 'codecept run'],
    passed: { starts: ['OK, but '], forms: ['OK (# test* # assertion* $'] },
    failed: {
      starts: ['FAILURES!', 'ERRORS!'],
      forms: ['There was|were # failure*|error*'],
    },
    like: {
      command: ['vendor/bin/phpunit', 'php artisan test', './vendor/bin/pest'],
      passed: ['OK (3 tests, 5 assertions)'],
      failed: ['FAILURES!', 'There was 1 failure:', 'There were 2 errors:', 'Tests: 1 failed, 2 passed (3 assertions)'],
    },
    unlike: { command: ['php index.php'], passed: ['OK (3)'], failed: ['There was a failure of power'] },
  },
  {
    name: 'Pester',
    kind: 'test',
    commands: ['Invoke-Pester'],
    passed: { forms: ['Tests Passed: #, Failed: 0, *'] },
    failed: { starts: ['[-] '] },
    like: {
      command: ['Invoke-Pester', 'Invoke-Pester -Path tests -PassThru'],
      passed: ['Tests Passed: 12, Failed: 0, Skipped: 0 NotRun: 0'],
      failed: ['[-] reads the stock 12ms (10ms|2ms)'],
    },
    unlike: {
      command: ['Install-Module Pester'],
      passed: ['Tests Passed: 11, Failed: 1, Skipped: 0', 'Tests Passed: all'],
      failed: ['[+] reads the stock 12ms', '[-]'],
    },
  },
  {
    name: 'other tests',
    kind: 'test',
    commands: [
      'swift|mix|lein|stack|cabal|dart|flutter|deno|bun|zig|hatch|nimble|forge|hardhat|anchor test',
      ...['zig build test', 'xcodebuild … test|test-without-building', 'sbt *test*', 'julia … *runtests*'],
      ...['ng test|e2e', 'crystal spec', 'dune test|runtest', 'R CMD check', 'k6 run', 'busted|robot'],
    ],
    passed: { is: ['** TEST SUCCEEDED **'], pattern: /^(?:\S+ \+\d+: )?All \d* ?tests passed[.!]?(?: \(.*\))?$/ },
    failed: {
      starts: ['** TEST FAILED **'],
      is: ['Some tests failed', 'Some tests failed.'],
      forms: ['* +# -#: Some tests failed.*'],
    },
    like: {
      command: ['swift test', 'mix test', 'flutter test', 'deno test -A', 'zig build test'],
      passed: ['00:01 +3: All tests passed!', 'All 3 tests passed (0.01s)', '** TEST SUCCEEDED **'],
      failed: ['00:01 +2 -1: Some tests failed.', '** TEST FAILED **', '2 of 5 tests failed'],
    },
    unlike: {
      command: ['swift build', 'mix deps.get'],
      passed: ['All tests passed in March'],
      failed: ['00:01 +3: shows "Some tests failed."'],
    },
  },
]
