/** Messages are validated when they arrive, and what a lenient request stored is valid when it is sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageFormat } from '../../src/domain/formats/index.js'
import { FORMATS, type Format, type Json } from '../../src/domain/message.js'
import { pairProblems } from '../../testing/validity.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const append = (id: string, body: object, query = '') =>
  daemon.call('POST', `/v1/sessions/${id}/messages${query}`, { body })

test('[13] [U5] a message that its provider refuses is refused with its path, and nothing is stored', async () => {
  const id = await newSession(daemon)
  const messages = [
    { role: 'user', content: 'Hi.' },
    { role: 'assistant', content: 'Hm.', tool_calls: 'no' },
  ]
  const reply = await append(id, { format: 'openai', messages })
  expect(reply.status).toBe(400)
  expect(reply.json.errors).toEqual([{ path: 'messages[1].tool_calls', expected: 'array of calls', received: '"no"' }])
  expect((await daemon.call('GET', `/v1/sessions/${id}/messages`)).json.messages).toEqual([])
})

test('[13] [U5] a forgotten format is named', async () => {
  const id = await newSession(daemon)
  const reply = await append(id, { messages: [{ role: 'tool', tool_call_id: 'c', content: 'x' }] })
  expect(reply.status).toBe(400)
  expect(reply.json.detail).toContain('Did you mean format: "openai"?')
  expect(reply.json.hint).toBe('format: openai')
})

/** What real logs contain and no provider accepts. */
const BROKEN: readonly [Format, Json[]][] = [
  [
    'openai',
    [
      { role: 'usr', content: 'Hello.' },
      { role: 'user', content: null },
      { role: 'assistant', content: null },
      { role: 'assistant', content: 'Hm.', tool_calls: 'no' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ type: 'function', function: { name: 'ls', arguments: { path: '.' } } }],
      },
      { role: 'tool', content: 'a.txt' },
    ],
  ],
  [
    'anthropic',
    [
      { role: 'user', content: '' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] },
      { role: 'assistant', content: [{ type: 'tool_use', name: 'ls', input: '{}' }] },
      { role: 'user', content: [{ type: 'tool_result', content: 'a.txt' }] },
    ],
  ],
  ['ollama', [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }]],
  ['responses', [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }]],
]

test.each(BROKEN)('[13] [P5] what a lenient %s request stored is valid when it is sent', async (format, messages) => {
  const id = await newSession(daemon)
  expect((await append(id, { format, messages })).status).toBe(400)
  expect((await append(id, { format, messages }, '?validation=lenient')).status).toBe(201)
  const history = (await daemon.call('GET', `/v1/sessions/${id}/messages`)).json.messages
  expect(history.map(({ message }: { message: Json }) => message)).toEqual(messages)
  for (const sent of FORMATS) {
    const context = (await daemon.call('GET', `/v1/sessions/${id}/context?format=${sent}`)).json
    const faults = context.messages.flatMap((message: Json, at: number) => messageFormat(sent).faults(message, `${at}`))
    expect(faults, sent).toEqual([])
    expect(pairProblems(sent, context.messages), sent).toEqual([])
  }
  expect((await daemon.call('GET', `/v1/sessions/${id}/audit`)).json.ok).toBe(true)
})

test('[13] [T2] a response object is stored as its message, and its prompt tokens count as reported', async () => {
  const message = { role: 'assistant', content: 'Hello!', refusal: null, annotations: [] }
  const promptTokens = 1_100
  const object = { object: 'chat.completion', choices: [{ index: 0, message }], usage: { prompt_tokens: promptTokens } }
  const answers = {
    'without a report': { messages: [message] },
    'with a report': { messages: [message], usage: { promptTokens } },
    'as a response object': { messages: [object] },
  }
  const statuses: Record<string, Json> = {}
  for (const [name, answer] of Object.entries(answers)) {
    // Models of their own: reports about one model count for all its sessions.
    const id = await newSession(daemon, { model: name, systemPrompt: 'You are helpful. '.repeat(200) })
    for (let round = 0; round < 5; round++) {
      await append(id, { format: 'openai', messages: [{ role: 'user', content: 'Hi.' }] })
      const reply = await append(id, { format: 'openai', ...answer })
      statuses[name] = reply.json.contextStatus
    }
    const history = (await daemon.call('GET', `/v1/sessions/${id}/messages`)).json.messages
    expect(history.at(-1).message).toEqual(message)
  }
  expect(statuses['as a response object']).toEqual(statuses['with a report'])
  expect(statuses['as a response object']).not.toEqual(statuses['without a report'])
})

const TURN = [
  { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Look around.' }] },
  { type: 'function_call', call_id: 'a', name: 'ls', arguments: '{"path": "."}' },
  { type: 'function_call', call_id: 'b', name: 'pwd', arguments: '{}' },
]

test('[P5] [C8] the items of a turn in the Responses API are one message and are sent as they came', async () => {
  const id = await newSession(daemon)
  const results = [
    { type: 'function_call_output', call_id: 'b', output: '/work' },
    { type: 'function_call_output', call_id: 'a', output: 'a.txt' },
  ]
  const messages = [{ role: 'user', content: 'Where?' }, ...TURN, ...results]
  const stored = (await append(id, { format: 'responses', messages })).json.messages
  expect(stored.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'tool', 'tool'])
  const read = async (format: string) =>
    (await daemon.call('GET', `/v1/sessions/${id}/context?format=${format}`)).json.messages
  expect(await read('responses')).toEqual(messages)
  expect(pairProblems('openai', await read('openai'))).toEqual([])
  const history = (await daemon.call('GET', `/v1/sessions/${id}/messages?format=responses`)).json.messages
  expect(history[1].rendered).toEqual(TURN)
})
