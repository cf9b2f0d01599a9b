import { expect, test } from 'vitest'
import { casesOf } from '../../eval/outcomes/cases.js'
import { saidOf } from '../../eval/outcomes/judge.js'
import { scoreOf } from '../../eval/outcomes/report.js'
import { withoutPerished } from '../../src/domain/digest/perish.js'
import { digestLines } from '../../src/domain/digest/digest.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { covers } from '../../src/domain/outcomes/check-id.js'
import { callVerdict, commandVerdict } from '../../src/domain/outcomes/outcome.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { called, count, returned } from '../summary/spans.js'

const outcome = (command: string, output: string, isError = false) => commandVerdict(command, output, isError).outcome
const digest = (source: SourceMessage[]) => digestLines(source, UNKNOWN_TURNS, { budgetTokens: 800, count })
const run = (seq: number, command: string, output: string, isError = false) => [
  called(seq, 'Bash', { command }),
  returned(seq + 1, 'Bash', output, isError),
]

test('[V9] labeled outputs: none is judged wrong, those with a code always, at least three quarters of those that reveal', async () => {
  const judged = (await casesOf()).map((one) => ({ one, score: scoreOf(one, saidOf(one)) }))
  const of = (score: string, some = judged) => some.filter((each) => each.score === score).map(({ one }) => one)
  expect(judged.length).toBeGreaterThan(700)
  expect(of('wrong').map(({ args, variant }) => [variant, args])).toEqual([])
  expect(judged.filter(({ one, score }) => ['code', 'flag'].includes(one.variant) && score !== 'right')).toEqual([])
  for (const half of ['tuned', 'held-out']) {
    const reveal = judged.filter(
      ({ one }) => one.half === half && one.reveals && ['no code', 'code of tail'].includes(one.variant),
    )
    expect(of('right', reveal).length / reveal.length).toBeGreaterThanOrEqual(0.75)
  }
})

test.each([
  // The exit code of a pipe is its last command's.
  ['npm test 2>&1 | tail -5', 'Exit code: 0\nOutput:\nstill going', 'ran'],
  ['npm test 2>&1 | tail -5', 'Exit code: 0\nOutput:\nTests: 2 failed, 1 passed, 3 total', 'failed'],
  ['set -o pipefail; npm test | tail -5', 'fine\n[exit: 0]', 'passed'],
  ['npm run build && npm test | tail', '[exit: 0]', 'ran'],
  ['npm test', 'Summary: PASS=37 WARN=6 FAIL=0', 'passed'],
  ['npm test', 'Summary: PASS=36 WARN=6 FAIL=1', 'failed'],
  ['npm test', 'Total: 165 Pass: 165 Fail: 0', 'passed'],
  ['npm test', '3 tests passed 1 failed of 4', 'failed'],
  ['npm test; echo done', 'done\n[exit: 0]', 'ran'],
  ['npm test || true', 'odd\n[exit: 0]', 'ran'],
  // The command after it made up for the first.
  ['netstat -tln || ss -tln', 'sh: 1: netstat: not found\nLISTEN 0.0.0.0:80\n[exit: 0]', 'ran'],
  ['npm test || npm run test:ci', 'Tests: 1 failed, 3 total\nTests: 3 passed, 3 total\n[exit: 0]', 'ran'],
  ['npm test || npm run test:ci', 'Tests: 1 failed, 3 total\n[exit: 1]', 'failed'],
  ['npm test || true', 'Tests: 1 failed, 3 total\n[exit: 0]', 'failed'],
  ['npm test && git status', 'clean\n[exit: 0]', 'passed'],
  ['(cd web && npm test)', 'fine\n[exit: 0]', 'passed'],
  // The line itself reveals.
  ['make all && echo BUILT', 'cc a.c\nBUILT', 'passed'],
  ['make all || echo BROKEN', 'cc a.c\nBROKEN', 'failed'],
  ['npm test > log.txt; echo "code=$?"', 'code=3', 'failed'],
  ['npm test > log.txt; echo "code=$?"', 'code=0', 'passed'],
  ['npm test > log.txt 2>&1; echo $?', '0', 'passed'],
  ['npm test > log.txt 2>&1; echo $?', '0 rows', 'ran'],
  ['npm test > log.txt; rc=$?; echo "code: $rc"', 'code: 0', 'passed'],
  ['npm test | tee log.txt; echo "code: ${PIPESTATUS[0]}"', 'code: 0', 'passed'],
  // A code that is printed after a pipe, or after another command, is not that of the tests.
  ['npm test | tail -3; echo "code: $?"', 'code: 0', 'ran'],
  ['npm test; ls; echo "code: $?"', 'a.ts\ncode: 0', 'ran'],
  ['npm test & echo "code: $?"', 'code: 0', 'ran'],
  ['npm test || npm run fix; echo "code: $?"', 'code: 0', 'ran'],
  // A look at the end may answer "no" with its code.
  ['go test ./a | tee log; grep -c FAIL log', 'ok a.example/a 0.1s\n0\n[exit: 1]', 'passed'],
  ['npm test > log; grep -c FAIL log', '0\n[exit: 1]', 'ran'],
  ['npm test > log; cat log | grep -c FAIL', '0\n[exit: 1]', 'ran'],
  ['set -e; npm test > log; grep -c FAIL log', '0\n[exit: 1]', 'failed'],
  ['npm test > log && grep -c FAIL log', '0\n[exit: 1]', 'failed'],
  ['npm test > log; cat log', 'cat: log: No such file or directory\n[exit: 1]', 'failed'],
  ['npm test > log; grep -c FAIL log', 'bash: npm: command not found\n[exit: 127]', 'failed'],
  // What the line itself prints is no evidence.
  ['npx mocha; echo "All tests passed!"', 'All tests passed!', 'ran'],
  ['npx mocha; echo -e "All tests passed!"', 'All tests passed!', 'ran'],
  ['npx tsc --noEmit; echo done', 'done', 'passed'],
  ['python a.py; echo done', 'Traceback (most recent call last):\n File "a.py", line 1\nKeyError: 3\ndone', 'failed'],
  // Silence speaks only for what prints nothing if it succeeds.
  ['go build ./...', '', 'passed'],
  ['go build ./... | grep -v vendor', '', 'passed'],
  ['go build ./... | grep error', '', 'ran'],
  ['npx tsc > out.txt', '', 'ran'],
  ['python train.py', '', 'ran'],
  // Parts prove the whole only if none is missing.
  ['go test ./... | head -2', 'ok a.example/x 0.1s\nok a.example/y 0.1s', 'ran'],
  ['go test ./... | head -20', 'ok a.example/x 0.1s\nok a.example/y 0.1s', 'passed'],
  // The last of a chain ran because those before it succeeded, and only its rows are its own.
  ['go build -o app && go test ./...', 'ok a.example/x 0.1s\n? a.example/z [no test files]', 'passed'],
  ['cargo build && cargo test --lib', 'running 2 tests\ntest result: ok. 2 passed; 0 failed', 'passed'],
  ['dotnet build -v q && dotnet test', 'Passed! - Failed: 0, Passed: 3, Total: 3', 'passed'],
  ['go build -o app; go test ./...', 'ok a.example/x 0.1s', 'ran'],
  ['go test ./a && go test ./b', 'ok a.example/a 0.1s', 'ran'],
  ['go test ./... && go vet ./...', 'ok a.example/a 0.1s', 'ran'],
  ['go build && go test ./... | head -1', 'ok a.example/x 0.1s', 'ran'],
  ['mise run lint', '0 issues.\nFinished in 46.5ms', 'passed'],
  ['mise run lint | grep issues', '0 issues.', 'ran'],
  ['patch -p1 < a.patch', 'patching file a.py', 'passed'],
  ['patch -p1 < a.patch', 'patching file a.py\nHunk #1 FAILED at 620.', 'failed'],
  ['python -m pytest tests 2>&1 | tail -3', '/usr/bin/python: No module named pytest', 'failed'],
  // Words of tests and paths do not deceive.
  ['npx jest', 'PASS src/error/failed.test.ts\n✓ shows 3 failed (2 ms)\nTests: 1 passed, 1 total', 'passed'],
  ['npm test', 'ok 1 - exits with code 1\n# pass 1\n# fail 0', 'passed'],
  ['pytest', 'ERROR: retry of the log\n3 passed in 0.1s', 'passed'],
  ['npm test', '0 passing (2ms)', 'ran'],
  // A look shows the text of others.
  ['cat ci.log', 'Tests: 2 failed, 1 passed, 3 total', 'ran'],
  ['cat none.log', 'cat: none.log: No such file or directory', 'failed'],
  ['curl -X POST a.example/orders', '{"error":{"message":"no customer"}}\n[exit: 0]', 'failed'],
  ['python report.py', '{"errors": 0, "rows": 12}', 'ran'],
  ['cat none.log | tail -3', 'cat: none.log: No such file or directory\n[exit: 0]', 'failed'],
  ['curl a.example || echo down', 'curl: (7) Failed to connect\ndown\n[exit: 0]', 'failed'],
  ['cat shown.log', 'cat: none.log: No such file or directory\n[exit: 0]', 'passed'],
  ['LC_ALL=C cat none.log', 'cat: none.log: No such file or directory', 'failed'],
  ['cd web && cat none.log', 'cat: none.log: No such file or directory', 'failed'],
  ['cat tail.log', 'tail: none.log: No such file or directory', 'ran'],
  ['curl a.example', '% Total % Received\n0 0 0 0 --:--:-- --:--:-- 0\ncurl: (7) Failed to connect', 'failed'],
  ['python -c "import a"', 'Traceback (most recent call last):\nFile "<string>", line 1\nKeyError: 3', 'failed'],
  ['python -', 'Traceback (most recent call last):\nFile "<stdin>", line 1\nKeyError: 3', 'failed'],
  ['curl a.example', 'Dload Upload Total Spent\n0 0 0 0 --:--:-- --:--:-- 0\ncurl: (7) Failed to connect', 'failed'],
  ['python -c "print(open(1))"', 'Traceback (most recent call last):\nFile "a.py", line 1\nKeyError: 3', 'ran'],
  ['node -e "require(1)"', "Error: Cannot find module 'a'\nat [eval]:1:1\nNode.js v20.20.2", 'failed'],
  // A program that prints more after an error caught it.
  [
    'python a.py',
    `Traceback (most recent call last):\n${'File "a.py", line 3\n'.repeat(4)}KeyError: 3\n1 row is left`,
    'ran',
  ],
  ['python a.py', `Traceback (most recent call last):\n${'File "a.py", line 3\n'.repeat(4)}KeyError: 3`, 'failed'],
  // Of what a script started, a part may have succeeded before the script stopped.
  ['python a.py', `Successfully built a\n${'File "a.py", line 3\n'.repeat(4)}KeyError: 3`, 'failed'],
  ['python a.py', `Successfully built a\nException ignored in: b\n${'File "a.py"\n'.repeat(4)}KeyError: 3`, 'passed'],
  ['python -m pytest', `3 passed in 0.1s\n${'File "a.py", line 3\n'.repeat(4)}KeyError: 3`, 'passed'],
  ['python check.py', '2 passed, 1 failed', 'failed'],
  ['python check.py', 'Upload failed: no space', 'failed'],
  // Shares of all, the last of which counts.
  ['python check.py', '3/3 tests passed', 'passed'],
  ['python check.py', '2/3 tests passed', 'failed'],
  ['python check.py', '2 of 3 tests passed', 'failed'],
  ['python check.py', '2/3 tests passed, 1 skipped', 'passed'],
  ['python check.py', '2/3 tests passed, 1 ignored', 'passed'],
  ['python check.py', '2/3 tests passed, 1 pending', 'passed'],
  ['python check.py', '2/3 tests passed, 1 todo', 'passed'],
  ['python check.py', '2/3 tests passed, 1 disabled', 'passed'],
  ['python check.py', '1/3 tests passed\n3/3 tests passed', 'passed'],
  ['python check.py', '1 of 3 tests passed\n3 of 3 tests passed', 'passed'],
  // The plan of TAP.
  ['bats a.bats', '1..2\nok 1 adds\nok 2 skips # skip', 'passed'],
  ['bats a.bats', '1..3\nok 1 adds\nok 2 skips # skip', 'ran'],
  ['bats a.bats', '1..2\nok 1 adds\nnot ok 2 fails', 'failed'],
  // A runner may accept that there is no test.
  ['npx jest --passWithNoTests none', 'No tests found, exiting with code 0', 'passed'],
  ['npx jest none', 'No tests found, exiting with code 1', 'failed'],
  // Each test passes, and the run fails.
  [
    'npx jest',
    'Jest: Coverage for lines (1%) does not meet "global" threshold (90%)\nTests: 2 passed, 2 total',
    'failed',
  ],
  ['pytest --cov', 'FAIL Required test coverage of 90% not reached. Total coverage: 16%\n3 passed in 0.1s', 'failed'],
  ['npx eslint .', '✖ 1 problem (0 errors, 1 warning)\nESLint found too many warnings (maximum: 0).', 'failed'],
  ['npx oxlint --deny-warnings src', 'Found 1 warning and 0 errors.', 'ran'],
  ['npx oxlint --deny-warnings src', 'Found 0 warnings and 0 errors.', 'passed'],
  ['npx oxlint src', 'Found 1 warning and 0 errors.', 'passed'],
  ['npx biome ci --error-on-warnings', 'Checked 1 file in 3ms. No fixes applied.\nFound 1 warning.', 'ran'],
  ['npx stylelint --fail-on-warnings a', '✖ 2 problems (0 errors, 2 warnings)', 'ran'],
  ['npx eslint --max-warnings=0 src', '✖ 1 problem (0 errors, 1 warning)', 'ran'],
  ['npx eslint --max-warnings 9 src', '✖ 1 problem (0 errors, 1 warning)', 'passed'],
  ['ruby -c a.rb', 'Syntax OK', 'passed'],
  [
    'python manage.py migrate',
    `Traceback (most recent call last):\n${'File "a.py", line 3\n'.repeat(4)}django.core.exceptions.ImproperlyConfigured: no root`,
    'failed',
  ],
  // An agent may have taken an empty row from the end.
  ['npx jest | head -4', 'PASS a.test.js\n✓ adds (7 ms)\n✓ subtracts (1 ms)', 'ran'],
] as const)('[V9] the outcome of `%s` that printed %j is "%s"', (command, output, expected) => {
  expect(outcome(command, output)).toBe(expected)
})

test.each([
  ['{"success": false, "message": "no stock"}', 'failed', 'no stock'],
  ['{"error": {"code": "E1", "message": "card declined"}}', 'failed', 'card declined'],
  ['{"isError": true, "content": [{"type": "text", "text": "closed"}]}', 'failed', undefined],
  ['{"data": {"errors": [{"detail": "unknown field"}]}}', 'failed', 'unknown field'],
  ['{"error": null, "failed": 0, "errors": [], "id": 3}', 'ran', ''],
  ['{"success": true, "error": null}', 'passed', ''],
  ['Error: no such account', 'failed', 'Error: no such account'],
  ['The ticket was not successfully closed.', 'ran', ''],
  ['Order placed successfully', 'passed', ''],
] as const)('[V9] the call that returned %s %s', (text, expected, failure) => {
  const verdict = callVerdict('place_order', text, false)
  expect(verdict.outcome).toBe(expected)
  if (failure !== undefined) expect(verdict.failure).toBe(failure)
})

test('[V9] a result of a file reader is text, whatever it says', () => {
  expect(callVerdict('Read', '{"error": {"message": "in the file"}}', false).outcome).toBe('ran')
  expect(callVerdict('get_order', '{"order_id": 4, "status": "failed"}', false).outcome).toBe('ran')
  expect(callVerdict('get_order', '{"error": "unknown order"}', false).outcome).toBe('failed')
})

test.each([
  ['pytest', 'pytest tests/test_a.py', true],
  ['pytest tests', 'pytest tests/test_a.py', true],
  ['go-test ./...', 'go-test ./pkg -run TestA', true],
  ['pytest tests/test_b.py', 'pytest tests/test_a.py', false],
  ['pytest -k fast', 'pytest', false],
  ['npm run lint', 'npm test', false],
  ['npm run lint && npm test', 'npm test', true],
  ['go-test ./pkg -run "TestAdd"', 'go-test ./pkg -run TestAdd_Empty', true],
  ['go-test ./pkg -run TestAdd_Empty', 'go-test ./pkg -run TestAdd', false],
  ['go-test ./other -run TestAdd', 'go-test ./pkg -run TestAdd_Empty', false],
  ['jest -t login', 'jest -t "login', true],
  ['pytest -k parse', 'pytest -k test_parse_date', true],
  ['mvn-test -Dtest=Parser', 'mvn-test -Dtest=ParserTest', false],
])('[V9] [C4] a pass of `%s` settles a failure of `%s`: %s', (later, earlier, expected) => {
  expect(covers(later, earlier)).toBe(expected)
})

test('[V9] [C4] a failure leaves the errors when the same check, or a wider one, passed later', () => {
  const failed = run(1, 'pytest -x tests/test_a.py', 'FAILED tests/test_a.py::test_b - assert 1\n1 failed in 0.1s')
  const passed = run(9, 'python -m pytest -q', '12 passed in 0.4s')
  expect(digest(failed).map(({ kind }) => kind)).toEqual(['error'])
  expect(digest([...failed, ...passed]).map(({ kind }) => kind)).toEqual(['progress', 'progress'])
  // The pass is in a later checkpoint.
  expect(withoutPerished([...digest(failed), ...digest(passed)]).map(({ text }) => text)).toEqual([
    '`python -m pytest -q` passed',
  ])
  const other = run(9, 'pytest tests/test_c.py', '1 passed in 0.1s')
  expect(withoutPerished([...digest(failed), ...digest(other)])).toHaveLength(2)
})

test('[V9] a script is named with what it printed; one that was written in the same call, by its run', () => {
  const text = 'loading\nrows: 3\nexpected: 3\nactual: 4\nbug reproduced: True'
  expect(digest(run(1, 'python reproduce.py', `${text}\nexit code 0`)).map((one) => one.text)).toEqual([
    '`python reproduce.py` succeeded: loading / rows: 3 / expected: 3 / actual: 4 / bug reproduced: True',
  ])
  const written = run(1, "cat > check.py <<'EOF'\nprint(1)\nEOF\npython check.py", '1')
  expect(digest(written).map((one) => one.text)).toContain('`python check.py` ran: 1')
  const long = `${'reading a part of the input, which takes a while\n'.repeat(40)}https://example.org/releases/7\nbye`
  expect(digest(run(1, './publish', long))[0]?.text).toContain('https://example.org/releases/7')
})

test('[V9] a call that changes something is named with its main arguments, whatever its tool is called', () => {
  const call = (name: string, args: object, text: string) =>
    digest([called(1, name, args), returned(2, name, text)]).map((one) => one.text)
  expect(call('zap', { order: { id: 'W-1', lines: [1, 2, 3, 4] }, note: 'x'.repeat(90) }, '{"zapped": "W-1"}')).toEqual(
    [expect.stringMatching(/^`zap\(id: W-1, lines: 1, 2, 3 and 1 more, note: x+ …\)` ran: zapped: W-1$/)],
  )
  expect(call('open_ticket', { title: 'No heat' }, '{"error": {"message": "queue closed"}}')).toEqual([
    '`open_ticket(title: No heat)` failed: queue closed',
  ])
  expect(call('find_ticket', { title: 'No heat' }, '{"error": {"message": "queue closed"}}')).toEqual([])
})
