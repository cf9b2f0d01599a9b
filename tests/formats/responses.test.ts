/** Items of OpenAI's Responses API: read, written, replaced and counted. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messageFormat, parseMessage, renderMessage, replaceParts, sentTexts } from '../../src/domain/formats/index.js'
import type { Json } from '../../src/domain/message.js'
import { pairProblems } from '../../testing/validity.js'

const file = new URL('../../examples/airline-tool-calls.json', import.meta.url)
const { messages } = JSON.parse(readFileSync(file, 'utf8')) as { messages: Json[] }

test('[R6] a real conversation becomes valid items and comes back with every text, call, result and id', () => {
  const parsed = messages.map((message) => parseMessage('openai', message, ''))
  const items = parsed.flatMap(({ role, parts }, at) => renderMessage('responses', { seq: at + 1, role, parts }))
  expect(items.flatMap((item, at) => messageFormat('responses').faults(item, `${at}`))).toEqual([])
  const again = items.map((item) => parseMessage('responses', item, ''))
  expect(again.flatMap(({ parts }) => parts).map((part) => ({ ...part, name: undefined }))).toEqual(
    parsed.flatMap(({ parts }) => parts).map((part) => ({ ...part, name: undefined })),
  )
  const chat = again.flatMap(({ role, parts }, at) => renderMessage('openai', { seq: at + 1, role, parts }))
  expect(pairProblems('openai', chat)).toEqual([])
})

const TURN: { output: Json[] } = {
  output: [
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'Look.' }],
      encrypted_content: 'x'.repeat(9_000),
    },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
    { type: 'function_call', call_id: 'a', name: 'ls', arguments: '{"path": "."}' },
    { type: 'custom_tool_call', call_id: 'b', name: 'patch', input: '*** Begin' },
  ],
}

test('[T4] encrypted reasoning is not read as text', () => {
  const { role, parts, paths } = parseMessage('responses', TURN, '')
  expect(role).toBe('assistant')
  expect(parts).toEqual([
    { type: 'reasoning', text: 'Look.' },
    { type: 'text', text: 'I look.' },
    { type: 'tool_call', callId: 'a', name: 'ls', args: { path: '.' } },
    { type: 'tool_call', callId: 'b', name: 'patch', args: '*** Begin' },
  ])
  expect(paths[1]).toEqual(['output', 1, 'content', 0, 'text'])
})

test('[P5] [C8] removed and replaced parts change their own item only', () => {
  const parsed = parseMessage('responses', TURN, '')
  const changed = replaceParts(
    'responses',
    TURN,
    parsed,
    new Map([
      [0, null],
      [2, '{"path": "short"}'],
      [3, null],
    ]),
  )
  expect(changed).toEqual({
    output: [TURN.output[1]!, { type: 'function_call', call_id: 'a', name: 'ls', arguments: '{"path": "short"}' }],
  })
  const result = { type: 'function_call_output', call_id: 'a', output: 'a.txt' }
  const masked = replaceParts('responses', result, parseMessage('responses', result, ''), new Map([[0, '[ok]']]))
  expect(masked).toEqual({ ...result, output: '[ok]' })
})

test('[C8] the items of a turn are sent as their exact text', () => {
  const items = ['{"type":"function_call", "call_id":"a","name":"n","arguments":"{}","n":1.0}', '{"role":"assistant"}']
  expect(sentTexts('responses', `{"output":[${items.join(',')}]}`)).toEqual(items)
  expect(sentTexts('responses', items[0]!)).toEqual([items[0]])
})
