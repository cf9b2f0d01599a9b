import { expect, test } from 'vitest'
import { checkId, covers } from '../../src/domain/outcomes/check-id.js'
import { readCommandLine } from '../../src/domain/outcomes/command-line.js'
import { countsOf } from '../../src/domain/outcomes/counts.js'
import { evidenceIn } from '../../src/domain/outcomes/evidence.js'
import { failureLine } from '../../src/domain/outcomes/failure-line.js'
import { callVerdict, commandVerdict } from '../../src/domain/outcomes/outcome.js'
import { isMainKey, printedOf } from '../../src/domain/outcomes/printed.js'
import { rowsOf, withoutPrefix } from '../../src/domain/outcomes/rows.js'
import { structuredOf } from '../../src/domain/outcomes/structured.js'
import { rowOf } from '../../src/knowledge/read.js'

/** The notations of programs and agents in which outcomes are read, each with an example. */

test.each([
  ['5 passed in 800 ms', 5, 1],
  ['3 passed in 2 sec', 3, 1],
  ['3 passed in 48 secs', 3, 1],
  ['1 passed in 1 second', 1, 1],
  ['12 passed in 3 min', 12, 1],
  ['12 passed in 3 m', 12, 1],
  ['100% tests passed, 0 tests failed out of 3', 0, 2],
  ['no errors', 0, 1],
  ['Ran 4 tests. 4 passed', 4, 2],
])('[V9] durations and shares of `%s` are no counts', (row, passed, numbers) => {
  expect(countsOf(row)).toMatchObject({ failed: 0, passed, numbers })
})

test.each([
  ['[web] 3 passed', '3 passed'],
  ['@shop/web:test: Tests: 1 failed, 3 total', 'Tests: 1 failed, 3 total'],
  ['#12 1.342 npm ERR! code ELIFECYCLE', 'npm ERR! code ELIFECYCLE'],
  ['│ Tests  3 passed (3)', 'Tests  3 passed (3)'],
  ['| 2 problems', '2 problems'],
  ['src/a.ts:12:3 error', 'src/a.ts:12:3 error'],
])('[V9] a row without the prefix of its task: %s', (row, expected) => {
  expect(withoutPrefix(row)).toBe(expected)
})

test.each([
  ['=== 3 passed in 0.12s ===', '3 passed in 0.12s'],
  ['━━━━ 2 files checked', '2 files checked'],
  ['----- live log call -----', 'live log call'],
  ['---- shows_rows stdout ----', '---- shows_rows stdout ----'],
])('[V9] a row without its frame: %s', (row, expected) => {
  expect(rowsOf(row)).toEqual([expected])
})

test.each([
  '✓ reports 2 failed tests (3 ms)',
  '✔ counts 1 error',
  'ok 4 - shows 2 failed tests',
  '> 2 tests failed',
  '$ 3 tests failed',
  '2 tests failed ... ok',
  '2 tests failed .....ok',
  'test_ 2 tests failed PASSED',
  '2 tests failed PASSED [ 50%]',
  '2 tests failed PASSED (0.1s)',
  '2 tests failed ... passed',
])('[V9] the name of a test that passed is no count: %s', (row) => {
  expect(evidenceIn(rowsOf(row), null, true)).toMatchObject({ failed: '', fault: '' })
})

test.each([
  ['cmd/a.go:12:3: undefined: total', true],
  ['vet: cmd/a.go:12:3: undefined: total', true],
  ['src/a.cs(12,3): CS0103 The name does not exist', true],
  ['src/a.rb:12: undefined local variable', true],
  ['src/a.kt:12: error expecting a member', true],
  ['src/a.f90:12: fatal error cannot read it', true],
  ['src/a.swift:12:3: expected a name', false],
  ['src/a.c:12:3: warning: undefined:1:2: value', false],
  ['src/a.c:12:3: note: declared at a.h:3:4: here', false],
  ['src/a.c:12:3: info: undefined at a.h:3:4: here', false],
  ['src/a.c:12:3: hint: error at a.h:3:4: here', false],
])('[V9] a place and a fault, of a compiler or linter: %s', (row, isFault) => {
  expect(evidenceIn([row], rowOf('pytest'), true).fault !== '').toBe(isFault)
})

test.each([
  ['npm test | tail -3; echo "exit: $?"', 'exit: ', false],
  ['npm test | tail -3; echo "exit: ${PIPESTATUS[0]}"', 'exit: ', true],
  ['npm test; rc=$?; echo "rc=$rc"', 'rc=', false],
  ['npm test; RC=$?; echo "RC=${RC}"', 'RC=', false],
  ['npm test; status=$?; echo -e "status $status"', 'status ', false],
  ['npm test; exit_code=$?; echo "ended with ${exit_code}"', 'ended with ', false],
  ['npm test; EXIT_CODE=$?; echo $EXIT_CODE', '', false],
  ['npm test; code=$?; echo "code: $code"', 'code: ', false],
])('[V9] the line `%s` prints the code of a command', (line, before, ofFirst) => {
  expect(readCommandLine(line).printsCode).toEqual({ before, ofFirst })
})

test.each([
  ['go test ./... | head -20', 20],
  ['go test ./... | head -n 30', 30],
  ['go test ./... | head -n40', 40],
  ['go test ./... | head --lines=50', 50],
  ['go test ./... | head', 10],
])('[V9] the output of `%s` may end after %s rows', (line, rows) => {
  expect(readCommandLine(line).cutFrom).toBe(rows)
})

test('[V9] a script that stops at the first failure proves each of its commands', () => {
  const proven = (line: string) => readCommandLine(line).subjects.map(({ isProven }) => isProven)
  expect(proven('set -e; npm run build; npm test')).toEqual([true, true])
  expect(proven('set -x; npm run build; npm test')).toEqual([false, true])
})

test.each([
  ['pytest tests/a.py > pytest.log 2>&1', 'pytest tests/a.py pytest.log'],
  ['npm test -- src/a.test.ts', 'npm test src/a.test.ts'],
  ['python -m unittest tests.test_a', 'unittest tests.test_a'],
])('[C4] the check in `%s`', (line, id) => {
  expect(checkId(readCommandLine(line).subjects)).toBe(id)
})

test('[C4] a folder is the same with and without its dot', () => {
  expect(covers('pytest ./tests', 'pytest tests/a.py')).toBe(true)
  expect(covers('pytest tests', 'pytest ./tests/a.py')).toBe(true)
})

test('[V9] each sentence of a row counts its own', () => {
  expect(countsOf('Ran 5 tests. Failed 1. Passed 4.')).toMatchObject({ failed: 1, passed: 4 })
  expect(countsOf('Files checked: 1, Issues found: 2 in 1 file.')).toMatchObject({ failed: 2, passed: 0 })
  expect(countsOf('OK (skipped=1, expected failures=1)')).toBe(null)
})

test.each([
  ['FAIL', 'FAIL example.com/shop 0.1s'],
  ['FAILED', 'FAILED tests/test_a.py::test_b - assert 1 == 2'],
  ['FAIL example.com/shop [build failed]', 'error: no such table: orders'],
  ['# example.com/shop', './main.go:12:3: undefined: total'],
  ['Node.js v20.11.0', 'Error: no such table: orders'],
])('[V9] a row of a failure that names no fault: %s', (bare, fault) => {
  expect(failureLine(`${bare}\n${fault}`)).toBe(fault)
})

test.each([
  '<tool_use_error>the shop is closed</tool_use_error>',
  '<returncode>1</returncode><output>the shop is closed</output>',
  '<exit_code>1</exit_code><output>the shop is closed</output>',
  '<stdout></stdout><stderr>the shop is closed</stderr>',
  '<stdout>the shop is closed</stdout>',
  '<error>the shop is closed</error>',
  'Exit code: 1\nthe shop is closed',
  'the shop is closed\nexit status 2',
])('[V9] a failure is named without what the agent wrote around it: %j', (text) => {
  expect(failureLine(text)).toBe('the shop is closed')
})

test.each([
  '<tool_use_error>File has not been read yet.</tool_use_error>',
  'ValueError: no such account',
  'java.io.IOException: no such account',
  'HttpException(404)',
  'Failed to load the page',
  'Failed: no such account',
  'Failure: no such account',
  'Failure to load the page',
  'Could not load the page',
  'Unable to load the page',
  'Cannot load the page',
  'Traceback (most recent call last):\n  File "a.py", line 3\nKeyError: 3',
  'MCP error -32602: unknown tool',
  '❌ no such account',
  '✗ no such account',
  'Error executing the tool place_order',
  'Error calling the tool: closed',
  'Error in step 3',
  'Error from server (NotFound)',
  'Error',
])('[V9] a call that returned %j failed', (text) => {
  expect(callVerdict('place_order', text, false).outcome).toBe('failed')
})

test.each([
  ...['OK', 'Done.', 'Success!', 'Successful', '✅ Order placed', '✓ placed', 'The order was successfully placed'],
])('[V9] a call that returned %j passed', (text) => {
  expect(callVerdict('place_order', text, false).outcome).toBe('passed')
})

test.each([
  ...['The order was not successfully placed', 'It never ended successfully', 'It failed, unlike the successful one'],
  ...['Okay, which size?', 'Errors are listed below', 'Failover is on', 'It is done by a person'],
])('[V9] a call that returned %j only ran', (text) => {
  expect(callVerdict('place_order', text, false).outcome).toBe('ran')
})

test.each(['----', '$ ls -l data', '> node a.js', '</result>', 'total 48'])('[V9] the row %j says nothing', (row) => {
  expect(printedOf(`${row}\nthe shop is open`)).toBe('the shop is open')
})

/** Rows without any word of an answer. */
const NEUTRAL = Array.from({ length: 12 }, (_, at) => `reading part ${'abcdefghijkl'[at]} of the input`)

test.each([
  'the result is a list of shops',
  'the results are in the list',
  'it could be reproduced here',
  'this is a bug in the parser',
  'expected a list of shops',
  'the actual list is empty',
  'we got a list of shops',
  'the totals are in euros',
  'no shop was found there',
  'the list is fixed now',
  'it works with the new list',
  'the list is wrong again',
  'the list is correct now',
  'the list has an error',
  'it fails with the new list',
  'it passes with the new list',
  'it succeeded with the list',
  'is the list empty? true',
  'is the list empty? false',
  'both lists are equal now',
  'the two lists differ here',
  'the two lists match here',
  'there is a mismatch here',
  'all of the rows are done',
  'the order was created',
  'the shop was deployed',
  'rows in the list: 3',
])('[V9] of a long output, the row that answers is shown: %s', (row) => {
  const shown = printedOf([...NEUTRAL, row, ...NEUTRAL.toReversed(), 'bye for now'].join('\n'))
  expect(shown).toContain(row)
  expect(printedOf([...NEUTRAL, 'bye for now'].join('\n'))).toBe('bye for now')
})

test.each(['id', 'order_id', 'orderId', 'customerName', 'urls', 'status', 'userID'])(
  '[V9] the value of the key %s comes first',
  (key) => {
    expect(printedOf(JSON.stringify({ a: 1, b: 2, c: 3, d: 4, [key]: 'W-1' }))).toBe(`${key}: W-1, a: 1, b: 2, c: 3`)
  },
)

test.each(['paid', 'grid', 'identity', 'nickname'])('[V9] the value of the key %s has no special place', (key) => {
  expect(isMainKey(key)).toBe(false)
})

test('[V9] a dictionary as Python prints it is data', () => {
  const text = "{'success': False, 'message': 'it\\'s closed', 'isRetry': True, 'order': None}"
  expect(structuredOf(text)).toMatchObject({ flag: 'failed', message: "it's closed" })
})

test('[V9] words after the last error of a stack belong to it', () => {
  expect(commandVerdict('node a.js', 'Error: closed\n    at main (a.js:3:4)\n\nNode.js v20.11.0', false)).toEqual({
    outcome: 'failed',
    failure: 'Error: closed',
  })
})
