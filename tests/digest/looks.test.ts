import { expect, test } from 'vitest'
import { digestLines } from '../../src/domain/digest/digest.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { readCommandLine } from '../../src/domain/outcomes/command-line.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { renderCheckpoint } from '../../src/domain/checkpoint/rendering.js'
import { called, count, returned } from '../summary/spans.js'

const lines = (source: SourceMessage[]) =>
  digestLines(source, UNKNOWN_TURNS, { budgetTokens: 800, count }).map(({ text }) => text)
const run = (seq: number, command: string, output: string, isError = false) => [
  called(seq, 'Bash', { command }),
  returned(seq + 1, 'Bash', output, isError),
]

test.each([
  'ls -la src && pwd',
  'pwd && git -C /srv/app log --oneline -5 | head -3',
  'git --no-pager diff --stat HEAD~1',
  'git branch --show-current; git remote -v',
  'number=$(gh pr view --json number -q .number) && echo "PR: $number"',
  'gh api repos/a/b/pulls/3/comments --paginate --jq ".[] | .body"',
  'gh pr list --state open',
  'curl -s https://example.org/health',
  'curl -X GET https://example.org/health',
  'find . -name "*test*" -type f | grep -i test',
  "sed -n '1,20p' src/a.ts",
  'FOO=1 timeout 5 cat test.log',
  'python3 -c "import sys; print(sys.version)"',
  'node --version',
  'pip show wrapt',
  'docker ps -a',
  'kubectl get pods',
])('[V5] a command that only looks leaves no line if it passed: %s', (command) => {
  expect(readCommandLine(command).isLook).toBe(true)
  expect(lines(run(1, command, 'some output'))).toEqual([])
})

test.each([
  ['write_to_file', { path: 'src/a.ts', content: 'a = 1' }, ['created src/a.ts']],
  ['apply_diff', { path: 'src/a.ts', diff: '<<<<<<< SEARCH' }, ['modified src/a.ts']],
  ['insert_edit_into_file', { filePath: 'src/a.ts', code: 'a = 1' }, ['modified src/a.ts']],
  ['post_update', { path: 'src/a.ts' }, ['modified src/a.ts', '`post_update(path: src/a.ts)` succeeded: ok']],
])('[V5] the list of files alone shows what %s did, unless it reaches others', (tool, args, expected) => {
  expect(lines([called(1, tool, args), returned(2, tool, 'ok', false)])).toEqual(expected)
})

test.each([
  'npm test',
  'gh api repos/a/b/issues -f title=x',
  'gh api -X DELETE repos/a/b',
  'curl -X POST https://example.org/jobs',
  'curl -d a=b https://example.org/jobs',
  'git commit -m "find the list"',
  'git branch -d old',
  'git push && ls',
  'ls && make',
  'find . -name "*.orig" -delete',
  'python3 check.py',
  'docker run app',
])('[V5] a command that does something leaves a line: %s', (command) => {
  expect(readCommandLine(command).isQuiet).toBe(false)
  expect(lines(run(1, command, 'some output'))).toHaveLength(1)
})

test('[V5] a look that failed is a line until a later run passes, whatever it shows', () => {
  const failed = run(1, 'cat src/none.ts', 'cat: src/none.ts: No such file or directory', true)
  expect(lines(failed)).toEqual(['`cat src/none.ts` failed: cat: src/none.ts: No such file or directory'])
  expect(lines([...failed, ...run(3, 'cat src/none.ts', 'error: this is the text of the file')])).toEqual([])
})

test('[V5] what changes only files is in the list of files, and leaves no line of its own', () => {
  expect(lines(run(1, 'touch src/b.py && rm src/c.py', ''))).toEqual(['created src/b.py', 'deleted src/c.py'])
})

test('[V5] a command is the same however its output is shortened', () => {
  const source = [
    ...run(1, 'npm test 2>&1 | tail -30', 'FAIL a.test.ts', true),
    ...run(3, 'npm test 2>&1 | head -5', '48 passed'),
  ]
  expect(lines(source)).toEqual(['`npm test` passed; an earlier run failed: FAIL a.test.ts'])
})

test.each([
  'git push -u origin fix/login-tests',
  'git commit -m "Add the tests"',
  'gh pr comment 162 --body "All tests pass"',
  'gh api repos/a/b/pulls/3/comments/4/replies -X POST -f body="Fixed, the build passes"',
  'pip install -e ".[test]"',
  'npm ci && npm publish',
  'docker push registry/app:test',
  'python reproduce.py',
  'python test_login.py',
])('[V5] [V9] a command that judges nothing succeeds, it does not pass: %s', (command) => {
  const [line] = lines(run(1, command, 'all is well\nexit code 0'))
  expect(line).toBe(`\`${command}\` succeeded: all is well`)
})

test.each([
  'npm test',
  'npx tsc --noEmit -p .',
  'go vet ./... && go build ./...',
  'mise run fmt && mise run test:ci',
  'python -m pytest tests/test_a.py -x',
  'git stash && go test ./...',
  './check part 3',
  'golangci-lint run --timeout=30m',
])('[V5] [V9] tests, builds and checks pass if their exit code says so: %s', (command) => {
  expect(lines(run(1, command, 'fine\nexit code 0'))).toEqual([`\`${command}\` passed`])
  // Without code and success line, its output does not reveal.
  expect(lines(run(1, command, 'fine'))).toEqual([`\`${command}\` ran: fine`])
})

test('[V5] commands that passed and commands that succeeded have rows of their own', () => {
  const [ok, silent] = ['Tests: 3 passed, 3 total', 'exit code 0']
  const source = [
    ...run(1, 'npm test', ok),
    ...run(3, 'git push', silent),
    ...run(5, 'npm run lint', silent),
    ...run(7, 'npm run report', ''),
  ]
  const all = digestLines(source, UNKNOWN_TURNS, { budgetTokens: 800, count })
  expect(renderCheckpoint(all, 'H')).toBe(
    'H\nProgress:\n- passed: `npm test`, `npm run lint`\n- succeeded: `git push`\n- ran: `npm run report`',
  )
})
