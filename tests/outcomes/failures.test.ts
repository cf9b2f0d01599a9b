import { describe, expect, test } from 'vitest'
import { failureLine } from '../../src/domain/outcomes/failure-line.js'
import { commandVerdict } from '../../src/domain/outcomes/outcome.js'
import { COUNTED_BELOW, FAULT_WORDS, UNNAMED, USAGE } from '../../src/knowledge/unnamed.js'

/** Which line names a failure, and what no line says. */

test.each([...UNNAMED, USAGE, FAULT_WORDS, COUNTED_BELOW].map((row) => [row.name, row] as const))(
  '[V9] rows of a failure: "%s"',
  (_, { line, like, unlike }) => {
    for (const text of like) expect([text, line.test(text)]).toEqual([text, true])
    for (const text of unlike) expect([text, line.test(text)]).toEqual([text, false])
  },
)

describe('[V9] the line of a failure', () => {
  test.each([
    ['the error of a test, not the letters of its file', '..F.. [ 44%]\nFAILED tests/test_a.py::test_b - x', 'FAILED'],
    ['what no hook passed', 'ruff......Passed\nthe index is locked\nmypy......Passed', 'the index is locked'],
    [
      'the last row if none names a fault',
      'INFO Context of the database\nINFO Running upgrade 5',
      'INFO Running upgrade 5',
    ],
    [
      'a row with a word for a fault, and what it introduces',
      'Check failed:\nNo key\nApplying update',
      'Check failed: No key',
    ],
    [
      'a count of faults with the first of them',
      'Error: 2 validation errors for Passenger\ndob\n  Field required [type=missing, input_value={}]\nname\n  Too short',
      'Error: 2 validation errors for Passenger: dob: Field required',
    ],
    ['a count of faults with nothing below it', '2 errors for Order', '2 errors for Order'],
    ['not what it says that someone said', 'The user said:\nUpload the folder of keys', 'The user said:'],
    ['no banner before it', 'Debian 13\nthe column shop does not exist', 'the column shop does not exist'],
    ['no request after it', 'the hook is stale\nPlease report this bug', 'the hook is stale'],
    [
      'no usage after it',
      'the flag needs a value\nUsage: shop edit [flags]\n--all Every shop',
      'the flag needs a value',
    ],
    ['no time after it', 'the answer is cut\nreal 0m1.2s\nuser 0m0.1s', 'the answer is cut'],
    ['a row that the program marked', '❌ Branch is stale:\nM src/a.ts\nM src/b.ts', '❌ Branch is stale: M src/a.ts'],
    ['no warning before it', 'warning: Failed to link files\nmake: *** [build] Error 1', 'make: '],
    ['no handle of the agent', 'the answer is cut\n[rerun: b6]', 'the answer is cut'],
    [
      'the place that Maven names, not its headings',
      '[INFO] BUILD FAILURE\n[ERROR] COMPILATION ERROR :\n[INFO] -----\n[ERROR] /app/Shop.java:[38,6] reached end of file',
      '\\[ERROR\\] /app/Shop.java:\\[38,6\\] reached end of file',
    ],
    [
      'that of the command in a step of a build of an image',
      '#12 3.21 [ERROR] /app/Shop.java:[38,6] reached end of file\n#12 ERROR: process "/bin/sh -c mvn package" did not complete',
      '#12 3.21 \\[ERROR\\] /app/Shop.java:\\[38,6\\] reached end of file',
    ],
    [
      'the error of a compiler, not the task of Gradle',
      '> Task :compileJava FAILED\n/app/Shop.java:12: error: cannot find symbol',
      '/app/Shop.java:12: error: cannot find symbol',
    ],
    [
      'a file with a failure, not the heading above it',
      '⎯⎯⎯⎯ Failed Suites 2 ⎯⎯⎯⎯\n\n FAIL  src/pay.test.ts',
      'FAIL src/pay.test.ts$',
    ],
    [
      'what pip did not find, not what it left out',
      'ERROR: Ignored the following yanked versions: 2.4.0\nERROR: No matching distribution found for shop==9',
      'ERROR: No matching distribution found for shop==9',
    ],
    [
      'a count with the first of what it counts',
      '1) test total (ShopTest)\n   left: 2\n\n3 tests, 1 failure',
      '3 tests, 1 failure: 1\\) test total \\(ShopTest\\)',
    ],
  ])('is %s', (_, output, line) => {
    expect(failureLine(`Exit code 1\n${output}`)).toMatch(new RegExp(`^${line}`))
  })

  test('is the exit code if the agent wrote all the rest', () => {
    expect(commandVerdict('wget -q http://shop.example; echo "exit=$?"', 'exit=4\n[rerun: b6]', false)).toEqual({
      outcome: 'failed',
      failure: 'exit code 4',
    })
  })

  test('is the message of a result that is data', () => {
    const output = '{\n  "message": "Cannot GET /orders",\n  "statusCode": 404\n}'
    expect(commandVerdict('shop get /orders', output, true).failure).toBe('Cannot GET /orders')
  })
})

test.each([
  ['[ ! -d lib ] && echo "no lib" || npx eslint . | tail -5', 'no lib', 'ran'],
  ['test -f a.js || npx eslint .', '', 'ran'],
  ['make all && echo BUILT || echo BROKEN', 'cc a.c\nBUILT', 'passed'],
  ['npx eslint . | wc -l; ls old.js && echo KEPT || echo REMOVED', '0\nREMOVED', 'ran'],
  ['make all; [ $? -eq 0 ] && echo BUILT || echo BROKEN', 'cc a.c\nBROKEN', 'failed'],
  ['cd lib; test -f Makefile && make all || echo BROKEN', 'cc a.c\nBROKEN', 'failed'],
  ['make all && echo BUILT || echo BROKEN', 'cc a.c\nBROKEN', 'failed'],
])('[V9] a command that may not have run did not pass: `%s` %s', (command, output, outcome) => {
  expect(commandVerdict(command, output, false).outcome).toBe(outcome)
})

test.each([
  ['pytest -q', '.... [ 66%]\n..s [100%]', 'passed'],
  ['pytest -q', '..F. [ 66%]\n..s [100%]', 'failed'],
  // What failed would be named below the letters.
  ['pytest -q | tail -2', '.... [ 66%]\n..s [100%]', 'passed'],
  ['pytest -q | head -2', '.... [ 66%]\n..s [100%]', 'ran'],
  ['pytest -q a; pytest -q b', '..s [100%]', 'ran'],
])('[V9] letters of tests say whether a run passed only if none is missing: `%s` %s', (command, output, outcome) => {
  expect(commandVerdict(command, output, false).outcome).toBe(outcome)
})

test.each([
  ['shop.exe : The term %shop.exe% is not recognized as the name of a cmdlet,', 'CommandNotFoundException', 'failed'],
  ['node.exe : npm WARN exec The package was not found', 'NativeCommandError', 'ran'],
])('[V9] PowerShell says of %s that it is a %s', (message, id, outcome) => {
  const output = `${message.replaceAll('%', "'")}\nAt line:1 char:1\n+ ~~~~\n+ FullyQualifiedErrorId : ${id}`
  const verdict = commandVerdict('shop.exe --sync', output, false)
  expect(verdict.outcome).toBe(outcome)
  expect(verdict.failure).toBe(outcome === 'failed' ? output.split('\n')[0] : '')
})
