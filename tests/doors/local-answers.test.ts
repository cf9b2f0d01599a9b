import { afterEach, expect, test } from 'vitest'
import { TRANSLATIONS } from '../../src/doors/translate/translations.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { closeDoors, ollamaDoor, sessionTexts, user } from '../support/door-talk.js'

/** What a local model behind the door of another provider is sent, and what the client learns if it fails. */

afterEach(closeDoors)

const BODIES: Record<string, Loose> = {
  '/openai/v1/chat/completions': { messages: [user('Go.')] },
  '/openai/v1/responses': { input: 'Go.' },
  '/anthropic/v1/messages': { messages: [user('Go.')], max_tokens: 100 },
}

test.each([
  ['error-midway', /^(?!.*closed the connection)/],
  ['half', /closed the connection before the end/],
] as const)(
  '[10.4] a whole answer that fails (%s) is an error with its reason, not a broken connection',
  async (scenario, reason) => {
    const { daemon, server } = await ollamaDoor({ scenario })
    for (const [path, body] of Object.entries(BODIES)) {
      const reply = await daemon.call('POST', path, { body: { model: 'qwen2.5:7b', stream: false, ...body } })
      expect([reply.status, reply.headers.get('x-palimpsest-cut')]).toEqual([502, '0'])
      expect(reply.json.error.message).toMatch(reason)
      expect(reply.json.error.message).not.toBe('')
    }
    expect((await sessionTexts(daemon)).flatMap(({ texts }) => texts)).toEqual(['Go.'])
    server.scenario = 'honest'
    const [path, body] = Object.entries(BODIES)[0]!
    expect((await daemon.call('POST', path, { body: { model: 'qwen2.5:7b', ...body } })).status).toBe(200)
  },
)

test('[P5] results are sent in the order of their calls: the prompt of a local model has no ids', () => {
  const calls = ['a', 'b', 'c'].map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } }))
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: `Result ${id}` })
  const messages = [
    ...[user('Read all.'), { role: 'assistant', content: null, tool_calls: calls }],
    ...[result('c'), result('a'), result('unknown'), result('b')],
    ...[{ role: 'assistant', content: null, tool_calls: calls.slice(0, 2) }, result('b'), result('a'), user('Thanks.')],
  ]
  const { text } = TRANSLATIONS.openai.request(JSON.stringify({ model: 'm', messages }), 8_000)
  const sent = (JSON.parse(text) as Loose).messages as Loose[]
  expect(sent.map(({ role, tool_call_id: id }) => id ?? role)).toEqual([
    ...['user', 'assistant', 'a', 'b', 'c', 'unknown'],
    ...['assistant', 'a', 'b', 'user'],
  ])
})
