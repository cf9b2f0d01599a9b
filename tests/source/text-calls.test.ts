import { describe, expect, test } from 'vitest'
import { digestLines } from '../../src/domain/digest/digest.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { parseMessage } from '../../src/domain/formats/index.js'
import { toSource } from '../../src/domain/source/source.js'
import { readTextCalls, TEXT_CALLS, THOUGHT_LABEL } from '../../src/knowledge/text-calls.js'
import { count } from '../summary/spans.js'

/** Calls that models write as text, for agents without tool calls. */

describe.each(TEXT_CALLS.map((row) => [row.clients, row] as const))('[V5] the form of %s', (_, { like, unlike }) => {
  test.each(like)('is a call: %j', (text) => expect(readTextCalls(text)!.calls).toHaveLength(1))
  test.each(unlike)('is none: %j', (text) => expect(readTextCalls(text)).toBeNull())
})

test('[V5] the label of a thought', () => {
  for (const text of THOUGHT_LABEL.like) expect([text, THOUGHT_LABEL.line.test(text)]).toEqual([text, true])
  for (const text of THOUGHT_LABEL.unlike) expect([text, THOUGHT_LABEL.line.test(text)]).toEqual([text, false])
})

test('[V5] calls are read with their arguments, in order, and the words between them stay', () => {
  const text =
    '<thinking>\nThe store first.\n</thinking>\nI look.\n<read_file>\n<path>a.ts</path>\n</read_file>\nThen:\n' +
    '<function=run>\n<parameter=command>\nnpm test\n</parameter>\n<parameter=timeout>\n9\n</parameter>\n</function>\nDone.'
  expect(readTextCalls(text)).toEqual({
    said: 'I look.\n\nThen:\n\nDone.',
    calls: [
      { name: 'read_file', args: { path: 'a.ts' } },
      { name: 'run', args: { command: 'npm test', timeout: '9' } },
    ],
  })
})

test('[V5] what a call says to the person is text', () => {
  const text =
    '<attempt_completion>\n<result>\nAll tests pass.\n</result>\n<command>npm test</command>\n</attempt_completion>'
  expect(readTextCalls(text)).toEqual({ said: 'All tests pass.', calls: [] })
})

test('[V5] [V9] a checkpoint of an agent that calls in text has files, outcomes, and the closing words', () => {
  const turns: [role: string, content: string][] = [
    ['user', '<task>\nAdd a cache to the store.\n</task>'],
    [
      'assistant',
      '<write_to_file>\n<path>src/cache.ts</path>\n<content>\nexport const size = 1\n</content>\n</write_to_file>',
    ],
    ['user', "[write_to_file for 'src/cache.ts'] Result:\nThe content was successfully saved."],
    ['assistant', '<execute_command>\n<command>npm test</command>\n</execute_command>'],
    ['user', "[execute_command for 'npm test'] Result:\nCommand executed.\nOutput:\nTests: 4 passed, 4 total"],
    ['assistant', 'Lint, too.\n\n<function=execute_bash>\n<parameter=command>\neslint .\n</parameter>\n</function>'],
    [
      'user',
      'EXECUTION RESULT of [execute_bash]:\n✖ 2 problems (2 errors, 0 warnings)\n[The command completed with exit code 1.]',
    ],
    [
      'assistant',
      '<attempt_completion>\n<result>\nThe store reads through a cache in src/cache.ts.\n</result>\n</attempt_completion>',
    ],
  ]
  const source = turns.map(([role, content], at) => toSource(at + 1, parseMessage('ollama', { role, content }, ''), []))
  const lines = digestLines(source, UNKNOWN_TURNS, { budgetTokens: 600, count }).map(({ text }) => text)
  expect(lines).toContain('created src/cache.ts')
  expect(lines).toContain('`npm test` passed')
  expect(lines.some((line) => line.startsWith('`eslint .` failed'))).toBe(true)
  expect(lines.some((line) => line.includes('The store reads through a cache in src/cache.ts.'))).toBe(true)
  expect(lines.join('\n')).not.toMatch(/<\w/)
})

test('[V5] [V9] [C4] an agent that writes a thought and a command has outcomes; its plans and time limits are no statements', () => {
  const turns: [role: string, content: string][] = [
    ['user', 'Make the build of the shop work.'],
    ['assistant', 'THOUGHT: The linker misses libz, so `make` stops.\n\n```bash\nmake all\n```'],
    ['user', '<returncode>2</returncode>\n<output>\nld: error: unable to find library -lz\n</output>'],
    ['assistant', 'THOUGHT: Now let me install the library.\n\n```bash\npip install zlib-ng\n```'],
    [
      'user',
      'The last command <command>pip install zlib-ng</command> timed out and has been killed.\nThe output of the command was:\n <output>\n' +
        'Requirement already satisfied: six in /usr/lib (1.17.0)\n</output>\nPlease try another command.',
    ],
  ]
  const source = turns.map(([role, content], at) => toSource(at + 1, parseMessage('openai', { role, content }, ''), []))
  expect(source.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool'])
  const lines = digestLines(source, UNKNOWN_TURNS, { budgetTokens: 600, count }).map(({ text }) => text)
  expect(lines).toContain('`make all` failed: ld: error: unable to find library -lz')
  expect(lines).toContain('`pip install zlib-ng` failed: timed out and has been killed')
  expect(lines.filter((line) => /THOUGHT|let me/.test(line))).toEqual([])
})
