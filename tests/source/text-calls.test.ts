import { describe, expect, test } from 'vitest'
import { digestLines } from '../../src/domain/digest/digest.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { parseMessage } from '../../src/domain/formats/index.js'
import { toSource } from '../../src/domain/source/source.js'
import { readTextCalls, TEXT_CALLS } from '../../src/knowledge/text-calls.js'
import { count } from '../summary/spans.js'

/** Calls that models write as text, for agents without tool calls. */

describe.each(TEXT_CALLS.map((row) => [row.clients, row] as const))('[V5] the form of %s', (_, { like, unlike }) => {
  test.each(like)('is a call: %j', (text) => expect(readTextCalls(text)!.calls).toHaveLength(1))
  test.each(unlike)('is none: %j', (text) => expect(readTextCalls(text)).toBeNull())
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
