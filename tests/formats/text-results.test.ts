import { describe, expect, test } from 'vitest'
import { parseMessage } from '../../src/domain/formats/index.js'
import { toSource } from '../../src/domain/source/source.js'
import { digestLines } from '../../src/domain/digest/digest.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { readTextResult, TEXT_RESULTS } from '../../src/knowledge/text-results.js'
import { count } from '../summary/spans.js'

/** Results that agents without tool calls return as text in the user role. */

describe.each(TEXT_RESULTS.map((row) => [row.clients, row] as const))('[C1] the form of %s', (_, { like, unlike }) => {
  test.each(like)('is a result: %j', (text) => expect(readTextResult(text)).not.toBeNull())
  test.each(unlike)('is none: %j', (text) => expect(readTextResult(text)).toBeNull())
})

const READ =
  "[read_file for 'src/a.ts'] Result:\n\nAlways keep this rule.\n\n<environment_details>\n# Time\n12:00\n</environment_details>"
const ERROR = '[ERROR] You did not use a tool in your previous response!'

test('[C1] what it called and what came back are read, without what the client adds', () => {
  expect(readTextResult(READ)).toEqual({ tool: 'read_file', subject: 'src/a.ts', output: 'Always keep this rule.' })
  expect(readTextResult("[execute_command for 'npm test -- a'] Result:\nExit code: 1")).toMatchObject({
    subject: 'npm test -- a',
  })
  expect(readTextResult(ERROR)).toEqual({ tool: '', subject: '', output: ERROR })
})

test.each(['openai', 'anthropic', 'ollama'] as const)(
  '[C1] [P4] %s: such a message is of a program, and one with words of a person is of the person',
  (format) => {
    const originOf = (content: string) => parseMessage(format, { role: 'user', content }, '').origin
    expect(originOf(READ)).toBe('app')
    expect(originOf('Why is it wrong?')).toBe('human')
    const answers = ['feedback', 'answer', 'user_message', 'task'].map((name) => `<${name}>\nUse tabs.\n</${name}>`)
    for (const words of answers) expect(originOf(`[attempt_completion] Result:\n${words}`)).toBe('human')
  },
)

test('[C1] blocks of one message are read together, and an app that marks the origin decides it', () => {
  const blocks = READ.split('\n\n').map((text) => ({ type: 'text', text }))
  expect(parseMessage('openai', { role: 'user', content: blocks }, '')).toMatchObject({ role: 'user', origin: 'app' })
  const ofPerson = parseMessage('native', { role: 'user', content: READ }, '')
  expect(ofPerson.origin).toBe('human')
  expect(toSource(1, ofPerson, [])).toMatchObject({ role: 'user', parts: [{ kind: 'text', text: READ }] })
})

test('[V5] [V9] a checkpoint says what was called, and how it ended', () => {
  const texts = [
    "[execute_command for 'npm test'] Result:\nExit code: 1\nOutput:\nTests: 1 failed, 3 passed",
    "[write_to_file for 'src/a.ts'] Result:\nThe content was successfully saved to src/a.ts.",
  ]
  const source = texts.map((text, at) =>
    toSource(at + 1, parseMessage('ollama', { role: 'user', content: text }, ''), []),
  )
  const lines = digestLines(source, UNKNOWN_TURNS, { budgetTokens: 400, count }).map(({ text }) => text)
  expect(lines.some((line) => /`npm test` failed/.test(line))).toBe(true)
  expect(lines).toContain('created src/a.ts')
})
