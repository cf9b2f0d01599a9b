import type { Row } from './row.js'

/** Runners of tests. Lines with counts (`3 passed, 1 failed`) need no row: src/domain/outcomes/counts.ts reads them. */
export const TESTS: readonly Row[] = [
  {
    name: 'pytest',
    kind: 'test',
    command: /^(?:py\.?test|python[\d.]* -m pytest|pytest-\d)\b/,
    failed: /^(?:FAILED|ERROR) \S+(?:::| - |$)|^E {1,3}\S*(?:Error|Exception)\b|^!+ .*(?:Interrupted|Exit)/,
    like: {
      command: ['pytest -x tests', 'python3 -m pytest', 'py.test'],
      failed: [
        'FAILED tests/test_a.py::test_b - assert 1 == 2',
        'ERROR tests/test_a.py',
        '!!!! Interrupted: 1 error !!!!',
      ],
    },
    unlike: {
      command: ['python -m pip install pytest', 'cat pytest.ini'],
      failed: ['tests/test_a.py::test_FAILED_login PASSED [ 50%]', 'ERROR is a level of the log'],
    },
  },
  {
    name: 'unittest',
    kind: 'test',
    command:
      /^(?:python[\d.]* (?:-m (?:unittest|nose2?|django test)|\S*manage\.py test|\S*runtests\.py)|trial|nosetests)\b/,
    passed: /^OK(?: \([a-z]+=.*\))?$/,
    failed: /^FAILED \((?:failures|errors|unexpected)|^(?:FAIL|ERROR): \w+ \(/,
    like: {
      command: ['python -m unittest discover', 'python3 manage.py test shop', 'python tests/runtests.py'],
      passed: ['OK', 'OK (skipped=1)'],
      failed: ['FAILED (failures=1)', 'FAILED (errors=1, skipped=2)', 'FAIL: test_sum (test_a.Sum)'],
    },
    unlike: { command: ['python run_tests_later.txt'], passed: ['OK then'], failed: ['FAILED is shown in red'] },
  },
  {
    name: 'jest',
    kind: 'test',
    command: /^(?:jest|react-scripts test|vitest|cypress run|playwright test|mocha|ava|jasmine|karma start|wdio)\b/,
    passed: /^(?:[✔✓] )?All (?:specs|tests) passed!?$/,
    part: /^(?:PASS|✓|✔) \S+\.\w+/,
    failed: /^(?:FAIL {1,2}\S|● .* › |⎯+ Failed |✖ \d+ of \d+ failed|Error: no test specified)/,
    like: {
      command: ['jest --ci', 'vitest run src', 'playwright test', 'mocha --exit', 'cypress run'],
      passed: ['✔ All specs passed!'],
      failed: ['FAIL src/login.test.ts', '● login › rejects old tokens', '✖ 1 of 2 failed (50%)'],
    },
    unlike: {
      command: ['jester', 'cat jest.config.js'],
      passed: ['All specs passed the review of Tom'],
      failed: ['✓ shows FAIL for old rows (3 ms)', 'PASS src/FAIL.test.ts'],
    },
  },
  {
    name: 'node:test',
    kind: 'test',
    command: /^(?:node (?:\S+ )*--test\b|tap\b|tape\b|c8 |nyc |prove\b|bats\b)/,
    passed: /^(?:All tests successful\.|Result: PASS)$/,
    failed: /^(?:not ok \d|Result: FAIL|Bail out!|✖ failing tests:)/,
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
  {
    name: 'go test',
    kind: 'test',
    command: /^(?:go test|gotestsum|richgo test|ginkgo)\b/,
    part: /^(?:ok \S+ (?:\d|\(cached\))|PASS$)/,
    failed: /^(?:FAIL$|FAIL \S+(?: |$)|--- FAIL: |\S+ \[(?:build|setup) failed\]$|panic: test timed out)/,
    like: {
      command: ['go test ./...', 'go test -run TestA ./pkg'],
      failed: ['FAIL', 'FAIL example.com/a 0.1s', '--- FAIL: TestA (0.00s)', 'FAIL example.com/a [build failed]'],
    },
    unlike: {
      command: ['go run ./test', 'go build ./...'],
      failed: ['--- PASS: TestFAIL (0.00s)', 'ok example.com/fail 0.1s', '=== RUN TestFAIL'],
    },
  },
  {
    name: 'cargo test',
    kind: 'test',
    command: /^cargo (?:\+\S+ )?(?:test|nextest run|miri test|llvm-cov|t)\b/,
    part: /^test result: ok\./,
    failed:
      /^(?:test result: FAILED|error: test failed|error: test run failed|test \S+ \.\.\. FAILED$|---- \S+ stdout ----)/,
    like: {
      command: ['cargo test --all', 'cargo nextest run', 'cargo +nightly test'],
      failed: ['test result: FAILED. 1 passed; 1 failed', 'error: test failed, to rerun pass `--lib`'],
    },
    unlike: { command: ['cargo add test-case', 'cargo build'], failed: ['test shows_failed ... ok'] },
  },
  {
    name: 'dotnet test',
    kind: 'test',
    command: /^dotnet (?:test|vstest)\b/,
    part: /^Passed! - /,
    failed: /^(?:Failed! - |Test Run Failed\.|Failed \S+ \[)/,
    like: { command: ['dotnet test src'], failed: ['Failed! - Failed: 1, Passed: 2', 'Test Run Failed.'] },
    unlike: { command: ['dotnet run'], failed: ['Passed Shows_Failed_Rows [3 ms]'] },
  },
  {
    name: 'rspec',
    kind: 'test',
    command:
      /^(?:(?:bundle exec )?(?:rspec|cucumber|rake (?:test|spec)\S*|minitest)|(?:bin\/)?rails (?:test|spec)\S*|ruby -I\S* \S*test\S*)\b/,
    failed: /^rspec \.\/\S+:\d+ #/,
    like: {
      command: ['bundle exec rspec spec/a_spec.rb', 'bin/rails test', 'rake test:units'],
      failed: ['rspec ./spec/a_spec.rb:3 # Sum adds'],
    },
    unlike: { command: ['bundle install', 'rake db:migrate'], failed: ['rspec is quiet'] },
  },
  {
    name: 'phpunit',
    kind: 'test',
    command: /^(?:php )?(?:\S*\/)?(?:phpunit|pest|paratest|artisan test|codecept run|behat)\b/,
    passed: /^OK \(\d+ tests?, \d+ assertions?\)$|^OK, but (?:some|there|incomplete)/,
    failed: /^(?:FAILURES!|ERRORS!|There (?:was|were) \d+ (?:failure|error)s?:|Tests: .*[1-9]\d{0,8} failed)/,
    like: {
      command: ['vendor/bin/phpunit', 'php artisan test', './vendor/bin/pest'],
      passed: ['OK (3 tests, 5 assertions)'],
      failed: ['FAILURES!', 'There was 1 failure:'],
    },
    unlike: { command: ['php index.php'], passed: ['OK (3)'], failed: ['There was a failure of power'] },
  },
  {
    name: 'ctest',
    kind: 'test',
    command: /^(?:ctest\b|(?:\S*\/)?(?:\w+_)?(?:tests?|gtest)(?: |$))/,
    failed: /^(?:The following tests FAILED:|Errors while running CTest|\[ FAILED \] \w|\d+ FAILED TESTS?$)/,
    like: {
      command: ['ctest --output-on-failure', './build/unit_tests', './run_test'],
      failed: ['The following tests FAILED:', '[ FAILED ] Sum.Adds', '1 FAILED TEST'],
    },
    unlike: { command: ['contest', 'cat tests'], failed: ['[ RUN ] Sum.FAILED', '[ OK ] Sum.Failed'] },
  },
  {
    name: 'other tests',
    kind: 'test',
    command:
      /^(?:swift test|xcodebuild .*\btest|mix test|sbt \S*test\S*|lein test|stack test|cabal test|dart test|flutter test|deno test|bun test|zig (?:build )?test|julia .*runtests|ng (?:test|e2e)|hatch test|nimble test|dune (?:run)?test|crystal spec|busted|vim-test|R CMD check|forge test|hardhat test|anchor test|k6 run|robot)\b/,
    passed: /^(?:All \d* ?tests passed[.!]?(?: \(.*\))?|\S+ \+\d+: All tests passed!|\*\* TEST SUCCEEDED \*\*)$/,
    failed:
      /^(?:\S+ \+\d+ -\d+: Some tests failed\.|\*\* TEST FAILED \*\*|Some tests failed\.?$|\d+ of \d+ tests failed)/,
    like: {
      command: ['swift test', 'mix test', 'flutter test', 'deno test -A', 'zig build test'],
      passed: ['00:01 +3: All tests passed!', 'All 3 tests passed (0.01s)', '** TEST SUCCEEDED **'],
      failed: ['00:01 +2 -1: Some tests failed.', '** TEST FAILED **'],
    },
    unlike: {
      command: ['swift build', 'mix deps.get'],
      passed: ['All tests passed in March'],
      failed: ['00:01 +3: shows "Some tests failed."'],
    },
  },
]
