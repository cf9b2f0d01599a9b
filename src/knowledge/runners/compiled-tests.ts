import type { Row } from '../row.js'

/** Runners of tests of compiled languages. */
export const COMPILED_TESTS: readonly Row[] = [
  {
    name: 'go test',
    kind: 'test',
    commands: ['go|richgo test', 'gotestsum|ginkgo'],
    part: {
      is: ['PASS'],
      forms: ['ok * #*|(cached)*', 'DONE # test* in *', 'DONE # test* # skipped in *'],
      pattern: [/^\{"Time":"[^"]{1,60}","Action":"pass","Package":"[^"]{1,300}","Elapsed"/],
    },
    failed: {
      is: ['FAIL'],
      starts: ['--- FAIL: ', 'panic: test timed out', 'FAIL '],
      pattern: [/^\{"Time":"[^"]{1,60}","Action":"fail"/],
    },
    like: {
      command: ['go test ./...', 'go test -run TestA ./pkg'],
      part: [
        ...['PASS', 'ok example.com/a 0.1s', 'ok example.com/a (cached)', 'DONE 2 tests, 1 skipped in 0.1s'],
        ...[
          'DONE 1 test in 0.1s',
          '{"Time":"2026-01-02T03:04:05Z","Action":"pass","Package":"a.example/b","Elapsed":0.1}',
        ],
      ],
      failed: [
        ...['FAIL', 'FAIL example.com/a 0.1s', '--- FAIL: TestA (0.00s)', 'FAIL example.com/a [build failed]'],
        '{"Time":"2026-01-02T03:04:05Z","Action":"fail","Package":"a.example/b","Test":"TestA","Elapsed":0}',
      ],
    },
    unlike: {
      command: ['go run ./test', 'go build ./...'],
      part: [
        ...['ok then', 'PASSED', 'DONE 2 tests, 1 failure in 0.1s'],
        '{"Time":"2026-01-02T03:04:05Z","Action":"pass","Package":"a.example/b","Test":"TestA","Elapsed":0}',
      ],
      failed: ['--- PASS: TestFAIL (0.00s)', 'ok example.com/fail 0.1s', '=== RUN TestFAIL'],
    },
  },
  {
    name: 'cargo test',
    kind: 'test',
    commands: ['cargo test|t|llvm-cov', 'cargo nextest run', 'cargo miri test', 'cargo +* test|t'],
    part: { starts: ['test result: ok.'] },
    failed: { starts: ['test result: FAILED', 'error: test failed', 'error: test run failed'] },
    like: {
      command: ['cargo test --all', 'cargo nextest run', 'cargo +nightly test'],
      part: ['test result: ok. 3 passed; 0 failed'],
      failed: ['test result: FAILED. 1 passed; 1 failed', 'error: test failed, to rerun pass `--lib`'],
    },
    unlike: {
      command: ['cargo add test-case', 'cargo build'],
      part: ['the test result: ok'],
      failed: ['test shows_failed ... ok'],
    },
  },
  {
    name: 'dotnet test',
    kind: 'test',
    commands: ['dotnet test|vstest'],
    part: { starts: ['Passed! - '] },
    failed: { starts: ['Failed! - ', 'Test Run Failed.'], forms: ['Failed * [*'] },
    like: {
      command: ['dotnet test src'],
      part: ['Passed! - Failed: 0, Passed: 3'],
      failed: ['Failed! - Failed: 1, Passed: 2', 'Test Run Failed.', 'Failed Shop.Tests.AddsPrices [12 ms]'],
    },
    unlike: { command: ['dotnet run'], part: ['Passed Adds [3 ms]'], failed: ['Passed Shows_Failed_Rows [3 ms]'] },
  },
  {
    name: 'ctest',
    kind: 'test',
    commands: ['ctest|tests|gtest', '*_test|*_tests|*/test|*/tests|*_gtest'],
    failed: {
      starts: ['The following tests FAILED:', 'Errors while running CTest', '[ FAILED ] '],
    },
    like: {
      command: ['ctest --output-on-failure', './build/unit_tests', './run_test'],
      failed: ['The following tests FAILED:', '[ FAILED ] Sum.Adds', '1 FAILED TEST'],
    },
    unlike: { command: ['contest', 'cat tests'], failed: ['[ RUN ] Sum.FAILED', '[ OK ] Sum.Failed'] },
  },
]
