/** Prompts of clients of the Ollama door, read by the server before the user speaks. [P12] */
import { afterEach, expect, test } from 'vitest'
import type { ChatBody } from '../../testing/scripted-ollama.js'
import { chatter } from '../support/chatter.js'
import { closeDoors, ollamaDoor } from '../support/door-talk.js'
import { until } from '../support/until.js'

afterEach(closeDoors)

const OPTIONS = { num_ctx: 4_000, num_predict: 300, num_batch: 256, temperature: 0.2 }

test('[P12] [10.4] the evaluation has the options of the client, and the next request begins with its prompt', async () => {
  const script = ({ call }: { call: number }) => ({ text: chatter(1, call)[1]!.content })
  const { server, daemon } = await ollamaDoor({ script, contextLength: 4_000 }, { works: true })
  await daemon.call('PATCH', '/v1/apps/default', { body: { policy: { warmUp: true } } })
  const isEvaluation = ({ options }: ChatBody) => options?.num_predict === 1
  const evaluations = () => server.chats.map(({ body }) => body as ChatBody).filter(isEvaluation)
  const isOfClient = ({ options }: ChatBody & { options?: { num_batch?: number } }) =>
    options?.num_batch === 256 && options.num_predict === 300
  const prompts = () => server.chats.map(({ body }) => body as ChatBody).filter(isOfClient)
  const talk: unknown[] = [{ role: 'system', content: 'Answer briefly.' }]
  for (const [at, message] of chatter(40).entries()) {
    if (message.role === 'assistant') continue
    talk.push(message)
    const body = {
      model: 'qwen2.5:7b',
      stream: false,
      think: false,
      keep_alive: '20m',
      options: OPTIONS,
      messages: talk,
    }
    const { status, json } = await daemon.call('POST', '/ollama/api/chat', { key: null, body })
    expect(status, `request ${at}`).toBe(200)
    talk.push(json.message)
    const { sessions } = await daemon.client.call('listSessions', {})
    if (sessions[0]!.contextStatus.compressions > 0) break
  }
  const [body] = await until('an evaluation', async () => (evaluations().length > 0 ? evaluations() : null))
  expect(body).toMatchObject({ keep_alive: '20m', think: false, options: { ...OPTIONS, num_predict: 1 } })
  talk.push({ role: 'user', content: 'And the login form?' })
  const before = prompts().length
  const next = { model: 'qwen2.5:7b', stream: false, think: false, keep_alive: '20m', options: OPTIONS, messages: talk }
  await daemon.call('POST', '/ollama/api/chat', { key: null, body: next })
  const sent = prompts()[before]!.messages!
  expect(sent.length).toBeLessThan(talk.length)
  expect(sent.length).toBe(body!.messages!.length + 1)
  expect(sent.slice(0, -1)).toEqual(body!.messages)
})
