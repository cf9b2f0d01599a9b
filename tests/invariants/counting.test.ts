/** What counts, however it is nested. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Format, Json } from '../../src/domain/message.js'
import { IMAGE_TOKENS } from '../../src/domain/tokens.js'
import { countText } from '../../src/model/encoding.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const HUGE = 'the row of the table that was asked for goes on and on; '.repeat(4_600)
const openaiCall = (name: string, args: string): Json => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name, arguments: args } }],
})

/** Twice the huge text in every place where a provider may put it. */
const NESTED: Record<string, { format: Format; messages: Json[] }> = {
  'blocks of a result': {
    format: 'anthropic',
    messages: [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: [1, 2].map(() => ({ type: 'text', text: HUGE })) }],
      },
    ],
  },
  'an unknown block': {
    format: 'anthropic',
    messages: [{ role: 'user', content: [{ type: 'odd', inside: { deep: [{ deeper: HUGE }, HUGE] } }] }],
  },
  'a result as text': {
    format: 'openai',
    messages: [openaiCall('look', '{}'), { role: 'tool', tool_call_id: 'a', content: HUGE + HUGE }],
  },
  'arguments in a string': {
    format: 'openai',
    messages: [openaiCall('write', JSON.stringify({ deep: { text: HUGE + HUGE } }))],
  },
  'arguments as an object': {
    format: 'ollama',
    messages: [
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'write', arguments: { deep: [{ text: HUGE }, HUGE] } } }],
      },
    ],
  },
  'parts of our own': {
    format: 'native',
    messages: [
      { role: 'assistant', parts: [{ type: 'tool_call', callId: 'a', name: 'look', args: {} }] },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool_result',
            callId: 'a',
            content: [
              { type: 'text', text: HUGE },
              { type: 'opaque', z: HUGE },
            ],
          },
        ],
      },
    ],
  },
}
const NOTHING_CUT = { offload: null, mask: null, truncateInputs: null, summarize: null }

test.each(Object.entries(NESTED))(
  '[I23] [T3] 100,000 tokens in %s count as such, in the message and in the budget',
  async (_place, given) => {
    const inside = 2 * countText(HUGE)
    expect(inside).toBeGreaterThan(100_000)
    const session = await daemon.openSession({ contextSize: undefined, contextLimit: 400_000, policy: NOTHING_CUT })
    const reply = await session.send('appendMessages', { query: { validation: 'lenient' }, body: given })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.messages.at(-1)!.tokens).toBeGreaterThanOrEqual(inside)
    expect(reply.body.contextStatus.used).toBeGreaterThanOrEqual(inside)
    const context = await session.context(given.format)
    expect(context.tokens).toBeGreaterThanOrEqual(inside)
  },
)

test('[I22] [I23] [T3] system prompt, tool schemas and pictures are in the count', async () => {
  const systemPrompt = 'You answer in one line. '.repeat(40)
  const parameters = { type: 'object', properties: { at: { type: 'string' } } }
  const tools = [{ type: 'function', function: { name: 'look', description: 'looks '.repeat(300), parameters } }]
  const session = await daemon.openSession({ systemPrompt, tools })
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${'iVBORw0KGgo'.repeat(2_000)}` } }
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'see' }, picture, picture] }]
  const { contextStatus } = await session.append(messages)
  const { system, tools: schemas, user } = contextStatus.breakdown
  expect(system).toBeGreaterThanOrEqual(countText(systemPrompt))
  expect(schemas).toBeGreaterThanOrEqual(countText(JSON.stringify(tools)))
  expect(user).toBeGreaterThanOrEqual(2 * IMAGE_TOKENS)
  expect(contextStatus.used).toBe(system + schemas + user)
})
