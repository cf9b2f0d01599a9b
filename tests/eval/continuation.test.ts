import { expect, test } from 'vitest'
import { isThoughtAsDecision, junkOf, linesOf } from '../../eval/continuation/junk.js'
import { stepsOf } from '../../eval/continuation/steps.js'
import { truthOf } from '../../eval/continuation/truth.js'
import { showsClosing, showsCommand, showsError, showsFile, viewOf } from '../../eval/continuation/view.js'

const call = (id: string, name: string, args: object) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
const HISTORY = [
  { role: 'user', content: 'Please repair the parser.' },
  call('a', 'write_file', { path: 'src/parse/lines.ts', content: 'x' }),
  result('a', 'ok'),
  call('b', 'bash', { command: 'cd /app && npm test 2>&1 | tail -20' }),
  result('b', 'Error: lines are not split\nexit code 1'),
  call('c', 'bash', { command: 'npm run build' }),
  result('c', 'src/a.ts(1,1): error\nError: TS2304 name not found\nexit code 2'),
  call('d', 'bash', { command: 'npm test' }),
  result('d', 'exit code 0'),
  call('e', 'bash', { command: 'rm src/parse/old.ts' }),
  result('e', ''),
  {
    role: 'assistant',
    content: 'The parser now splits lines by their endings. The build still fails in another file.',
  },
  { role: 'user', content: 'Thank you, go on.' },
].flatMap((message) => stepsOf(message))
const truth = truthOf(HISTORY)
const viewOfText = (text: string) => viewOf('', [{ kind: 'said', text }])

test('[V5] the truth of a session has the last action, the last status, and what is still open', () => {
  expect([...truth.files]).toEqual([
    ['src/parse/lines.ts', 'changed'],
    ['src/parse/old.ts', 'deleted'],
  ])
  expect(truth.commands.get('npm test')).toBe('passed')
  expect(truth.commands.get('npm run build')).toBe('failed')
  expect(truth.openErrors.map(({ subject }) => subject)).toEqual(['npm run build'])
  expect(truth.closings).toHaveLength(1)
  expect(truth.requests).toHaveLength(2)
})

test('[V5] a context shows only what it says, not what it only names', () => {
  const names = viewOfText('Files: src/parse/lines.ts src/parse/old.ts\nRan npm test and npm run build.')
  expect(showsFile(names, 'src/parse/lines.ts', 'changed')).toBe(false)
  expect(showsCommand(names, 'npm test', 'passed')).toBe(false)
  expect(showsError(names, truth.openErrors[0]!)).toBe(false)
  const says = viewOfText(
    'Files modified:\n- /app/src/parse/lines.ts\nDeleted src/parse/old.ts\n- npm test: passed\n- npm run build failed\nThe parser now splits lines\nby their endings.',
  )
  expect(showsFile(says, 'src/parse/lines.ts', 'changed')).toBe(true)
  expect(showsFile(says, 'src/parse/old.ts', 'changed')).toBe(false)
  expect(showsFile(says, 'src/parse/old.ts', 'deleted')).toBe(true)
  expect(showsCommand(says, 'npm test', 'passed')).toBe(true)
  expect(showsCommand(says, 'npm test', 'failed')).toBe(false)
  expect(showsError(says, truth.openErrors[0]!)).toBe(true)
  expect(showsClosing(says, truth.closings[0]!)).toBe(true)
  expect(showsClosing(names, truth.closings[0]!)).toBe(false)
})

test('[C4] debris is junk, sentences and file lists are not', () => {
  const junk = ['</html>', '| a | b |', '308-', '308→ const a', '"session_ids": [', '2026', 'exactly: 176 · 174 · 158']
  for (const text of [...junk, 'import os.path', "bash: sys.path.insert(0, '.')"])
    expect([text, junkOf({ title: 'Facts', text })]).not.toEqual([text, null])
  expect(junkOf({ title: 'Files modified', text: 'src/parse/lines.ts' })).toBeNull()
  for (const text of [
    'npm test: passed after 2 failures',
    'The limit of `open()` is 4,096 files.',
    'bash: go vet ./...',
  ])
    expect([text, junkOf({ title: 'Facts', text })]).toEqual([text, null])
})

test('[C9] a thought below a title for decisions is not a decision', () => {
  const block =
    '[Ledger]\nDecided:\n- But that does not fit.\n- Use Postgres, because it has row locks.\nFacts:\n- But why?'
  expect(linesOf(block).filter(isThoughtAsDecision)).toEqual([{ title: 'Decided', text: 'But that does not fit.' }])
})

test('[C4] what a person said when refusing a call is a person’s words', () => {
  const refusal = {
    ...result(
      'a',
      "The user doesn't want to proceed with this tool use. The user said:\nlet's do this as a separate PR",
    ), // words: ok
    is_error: true,
  }
  const steps = [call('a', 'bash', { command: 'git push' }), refusal].flatMap((message) => stepsOf(message))
  expect(truthOf(steps)).toMatchObject({ refusals: ["let's do this as a separate PR"], requests: [] })
  expect(truthOf(steps).commands.size).toBe(0)
})
