import { afterEach, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import type { Environment } from '../../src/config.js'
import { countsOutput, refusedLength } from '../../src/domain/model/refused-length.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, openaiDoor, user } from '../support/door-talk.js'

/** Upstreams that refuse a prompt that does not fit beside the wanted output, such as vLLM. */

afterEach(closeDoors)

const question = (turn: number) => user(`question ${turn}: ${'please look at this once more '.repeat(20)}`)

async function door(env: Environment = {}) {
  const { daemon, server } = await openaiDoor({ window: 8_000, countsOutput: true }, { env })
  const ask = (messages: Loose[], max_tokens: number) =>
    daemon.call('POST', '/openai/v1/chat/completions', {
      body: { model: 'gpt-4o', messages, max_tokens },
      headers: { 'x-context-size': '8K' },
    })
  const limitOf = (reply: Awaited<ReturnType<typeof ask>>) => Number(reply.headers.get('x-palimpsest-limit'))
  return { daemon, server, ask, limitOf }
}

test('[P3] an answer of 3,000 tokens in a window of 8K leaves 5,000 for the prompt, after one refusal', async () => {
  const { server, ask, limitOf } = await door()
  const history: Loose[] = []
  for (let turn = 0; turn < 45; turn++) {
    history.push(question(turn))
    const reply = await ask(history, 3_000)
    expect(reply.status, reply.text).toBe(200)
    expect(limitOf(reply)).toBe(server.refusals.length === 0 ? 6_800 : 5_000)
    history.push(reply.json.choices[0].message)
  }
  expect(server.refusals).toHaveLength(1)
  // The window of the model is as large as before: only this conversation asks for so much.
  expect(limitOf(await ask([user('Another conversation.')], 3_000))).toBe(6_800)
})

test('[P3] an answer as long as the window is refused as the upstream refuses it, and lowers nothing', async () => {
  const { server, ask, limitOf } = await door()
  const history: Loose[] = [question(0)]
  const refused = await ask(history, 8_000)
  expect(refused.status).toBe(400)
  expect(refused.json.error.code).toBe('context_length_exceeded')
  expect(server.turns).toHaveLength(1)
  const reply = await ask(history, 500)
  expect([reply.status, limitOf(reply)]).toEqual([200, 6_800])
})

test('[M1] [M4] a client that wants short answers is recalled for, though the usual reserve is not free', async () => {
  const { daemon, ask } = await door({ RECALL_MS: '60000' })
  const fact = 'My sister Odalys keeps her violin in the blue cabinet at Varkaus.'
  const history: Loose[] = [user('Hello there.'), assistant(fact)]
  for (let turn = 0; turn < 48; turn++) {
    history.push(question(turn))
    const reply = await ask(history, 300)
    history.push(reply.json.choices[0].message)
  }
  await indexPending(daemon.ports)
  history.push(user('Where does Odalys keep her violin?'))
  const reply = await ask(history, 300)
  expect(reply.headers.get('x-palimpsest-recall')).not.toBe('none')
  const used = Number(reply.headers.get('x-palimpsest-used'))
  expect(used).toBeGreaterThan(6_800 - 1_000)
  expect(used).toBeLessThanOrEqual(6_800 - 300)
})

/** Wordings of vLLM until and since 2025, SGLang, and Anthropic's API; the last counts the prompt alone. */
const REFUSALS: [text: string, window: number, counts: boolean][] = [
  [
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (5000 in the messages, 4000 in the completion).",
    ...([8_192, true] as const),
  ],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 4000. This model's maximum context length is 8192 tokens and your request has 5000 input tokens (4000 > 8192 - 5000).",
    ...([8_192, true] as const),
  ],
  [
    "Requested token count exceeds the model's maximum context length of 8192 tokens. You requested a total of 9000 tokens: 5000 tokens from the input messages and 4000 tokens for the completion.",
    ...([8_192, true] as const),
  ],
  [
    'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    ...([200_000, true] as const),
  ],
  [
    "This model's maximum context length is 8192 tokens and your prompt contains at least 4193 input tokens; you requested 4000 output tokens.",
    ...([8_192, true] as const),
  ],
  ['prompt is too long: 210000 tokens > 200000 maximum', 200_000, false],
]

test.each(REFUSALS)('[P3] a refusal names the window, and whether the output counts: %s', (text, window, counts) => {
  expect([refusedLength(400, text), countsOutput(text)]).toEqual([window, counts])
})
