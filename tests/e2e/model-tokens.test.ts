import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountSample } from '../../src/app/context/recount-sample.js'
import { countText } from '../../src/model/encoding.js'
import { MESSAGE_OVERHEAD } from '../../src/domain/tokens.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { chatter } from '../support/chatter.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { often } from '../support/long-run.js'
import { until } from '../support/until.js'

let ollama: ScriptedOllama
let daemon: Daemon
beforeAll(async () => {
  ollama = await scriptedOllama({ contextLength: 131_072, others: ['small:3b'] })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
})

interface Context {
  messages: { content: string }[]
  options: { num_ctx: number }
  tokens: number
  limit: number
}
const read = async (id: string): Promise<Context> =>
  (await daemon.call('GET', `/v1/sessions/${id}/context?format=ollama`)).json
const statusOf = async (id: string) => (await daemon.call('GET', `/v1/sessions/${id}`)).json.contextStatus
const append = async (id: string, messages: object[], promptTokens?: number) => {
  const usage = promptTokens === undefined ? {} : { usage: { promptTokens } }
  const reply = await daemon.call('POST', `/v1/sessions/${id}/messages`, { body: { messages, ...usage } })
  expect(reply.status, reply.text).toBe(201)
  return reply.json
}
/** Tokens that a model with `ratio` tokens per base token counts in a context. */
const tokensFor = ({ messages }: Context, ratio: number) =>
  Math.round(ratio * messages.reduce((sum, { content }) => sum + countText(content) + MESSAGE_OVERHEAD, 0))
const answer = (i: number) => ({
  role: 'assistant',
  content: `Answer ${i}: ${'it reads well enough so far. '.repeat(30)}`,
})
const question = (i: number) => ({ role: 'user', content: `And what about part ${i}?` })

test.each([0.8, 1, 1.1, 1.8])(
  '[T2] [P3] [S1] with %d model tokens per base token no context exceeds num_ctx after three reports',
  async (ratio) => {
    const { app } = await daemon.newApp()
    const id = await newSession(daemon, { model: `unheard-of-${ratio}`, contextSize: '4K' }, app)
    await append(id, chatter(30))
    for (let i = 0; i < often(14, 24); i++) {
      const context = await read(id)
      const real = tokensFor(context, ratio)
      expect(context.options.num_ctx).toBe(4_000)
      if (i >= 3) expect(real, `context ${i}`).toBeLessThanOrEqual(context.options.num_ctx)
      // A server with a smaller window reads no more than that.
      await append(id, [answer(i), question(i)], Math.min(real, context.options.num_ctx))
    }
    const status = await statusOf(id)
    expect(status.basis).toBe('measured')
    expect(Math.abs(status.ratio / ratio - 1)).toBeLessThan(0.08)
  },
  60_000,
)

test('[T2] a prompt that was sent before a worker shrank the context teaches no higher ratio', async () => {
  const id = await newSession(daemon, { model: 'never-heard-of', contextSize: '32K' })
  await append(id, chatter(60))
  const sent = await read(id)
  // The model answers while a worker shrinks the context.
  const compressed = await daemon.call('POST', `/v1/sessions/${id}/compress`, { body: { waitMs: 20_000 } })
  expect(compressed.json).toMatchObject({ status: 'completed' })
  await append(id, [answer(1), question(1)], tokensFor(sent, 1))
  expect(await statusOf(id)).toMatchObject({ basis: 'estimated', ratio: 1 })
  for (let i = 2; i < 6; i++) await append(id, [answer(i), question(i)], tokensFor(await read(id), 1))
  const { basis, ratio } = await statusOf(id)
  expect(basis).toBe('measured')
  expect(Math.abs(ratio - 1)).toBeLessThan(0.05)
})

test.each([
  ['llama3.2:3b', 1.02],
  // Not the 7B model: that one writes the summaries here, so its ratio gets measured.
  ['qwen2.5:14b', 1.06],
  ['deepseek-r1:8b', 1.06],
  ['mistral-nemo', 1.2],
  ['gemma3:4b', 1.21],
  ['smollm2:135m', 1.34],
  ['mistral:7b', 1.36],
  ['llama2:7b', 1.62],
])('[T2] [P3] a context for %s fits the limit from the start, at its worst ratio', async (model, ratio) => {
  const id = await newSession(daemon, { model, contextSize: '4K' })
  for (let i = 0; i < 6; i++) {
    await append(id, chatter(10))
    const context = await read(id)
    expect(tokensFor(context, ratio)).toBeLessThanOrEqual(context.limit)
    expect(tokensFor(context, ratio)).toBeLessThanOrEqual(context.options.num_ctx)
  }
  expect(await statusOf(id)).toMatchObject({ basis: 'family', ratio, margin: 0.05 })
})

test('[T2] [B5] every figure of one session is in model tokens: status, reply, events, context, explain, history', async () => {
  const [exact, own] = await Promise.all([
    newSession(daemon, { model: 'gpt-4o', systemPrompt: 'Be terse.' }),
    newSession(daemon, { model: 'mistral:7b', systemPrompt: 'Be terse.' }),
  ])
  const [base, scaled] = await Promise.all([exact, own].map((id) => append(id, chatter(10))))
  for (const [index, { tokens }] of base.messages.entries())
    expect(scaled.messages[index].tokens).toBe(Math.round(tokens * 1.36))
  const { used, breakdown } = scaled.contextStatus
  expect(used).toBe(Math.round(base.contextStatus.used * 1.36))
  expect(Object.values<number>(breakdown).reduce((a, b) => a + b, 0)).toBe(used)
  const context = await read(own)
  expect(context.tokens).toBe(used)
  const explained = (await daemon.call('GET', `/v1/sessions/${own}/explain`)).json
  expect(explained.tokens).toBe(used)
  expect(explained.entries.reduce((sum: number, entry: { tokens: number }) => sum + entry.tokens, 0)).toBe(used)
  const history = (await daemon.call('GET', `/v1/sessions/${own}/messages`)).json.messages
  expect(history[0].tokens).toBe(scaled.messages[0].tokens)
  const appended = await until('the append event', async () => {
    const { events } = (await daemon.call('GET', `/v1/events?sessionId=${own}&types=message-appended`)).json
    return events[0] ?? null
  })
  expect(appended.data).toMatchObject({ used, messages: scaled.messages })
})

/** Tokens of the context before it is made to fit. */
async function storedTokens(id: string): Promise<number> {
  const { used, waiting } = await statusOf(id)
  return used + waiting
}

test('[T2] a ratio that moved is adopted once, with an event, and the context shrinks by a recorded cut', async () => {
  const { app } = await daemon.newApp()
  const id = await newSession(daemon, { model: 'never-seen', contextSize: '8K', policy: { summarize: null } }, app)
  await append(id, chatter(76))
  const before = await statusOf(id)
  expect(before).toMatchObject({ basis: 'estimated', ratio: 1, margin: 0.15 })
  for (let i = 0; i < 3; i++) await append(id, [answer(i), question(i)], Math.round((await storedTokens(id)) * 1.4))
  const after = await statusOf(id)
  expect(after.basis).toBe('measured')
  expect(after.ratio).toBeCloseTo(1.4, 1)
  expect(after.used + after.waiting).toBeGreaterThan((before.used + before.waiting) * 1.3)
  const context = await read(id)
  expect(context.tokens).toBeLessThanOrEqual(context.limit - 1_000)
  const events = await until('the cut', async () => {
    const { events } = (await daemon.call('GET', `/v1/events?sessionId=${id}&limit=500`)).json
    return events.some(({ type }: { type: string }) => type === 'context-rewritten') ? events : null
  })
  const recalibrated = events.filter(({ type }: { type: string }) => type === 'tokens-recalibrated')
  expect(recalibrated).toHaveLength(1)
  expect(recalibrated[0].data).toMatchObject({ basis: 'measured', ratio: after.ratio, ratioBefore: 1 })
  expect((await daemon.call('GET', `/v1/sessions/${id}/audit`)).json.ok).toBe(true)
})

test('[T1] [T2] a gpt-4 session counts in cl100k_base', async () => {
  const id = await newSession(daemon, { model: 'gpt-4' })
  const content = '这个服务保存每一条消息，统计令牌，并保持一个总是合适的上下文。'.repeat(40)
  await append(id, [{ role: 'user', content }])
  const { basis, ratio, margin } = await statusOf(id)
  const [own = 0] = await daemon.ports.tokenizer.recount([content], 'cl100k_base')
  expect(basis).toBe('exact')
  expect(margin).toBe(0)
  expect(own).toBeGreaterThan(countText(content) * 1.1)
  expect(ratio).toBeCloseTo(own / countText(content), 2)
})

test('[T2] [P3] a gpt-4 context fits limit − reserve by the tokens of its own encoding, whatever the language', async () => {
  const id = await newSession(daemon, { model: 'gpt-4', contextSize: '8K' })
  const english = 'The service stores every message, counts tokens, and keeps a context that always fits. '
  const chinese = '这个服务保存每一条消息，统计令牌，并保持一个总是合适的上下文。'
  for (let turn = 0; turn < 24; turn++) {
    // After English only, and after Chinese only, nothing is uncertain.
    if (turn === 10) expect((await statusOf(id)).margin).toBeLessThan(0.03)
    const text = turn < 10 ? english : chinese
    await append(id, [
      { role: 'user', content: `${turn}. ${text.slice(0, 40)}` },
      { role: 'assistant', content: `${turn}. ${text.repeat(turn < 10 ? 30 : 20)}` },
    ])
    const { messages, limit } = await read(id)
    const texts = messages.map(({ content }: { content: string }) => content)
    const own = (await daemon.ports.tokenizer.recount(texts, 'cl100k_base')).reduce((sum, tokens) => sum + tokens, 0)
    expect(own, `turn ${turn}`).toBeLessThanOrEqual(limit - 1_000)
  }
})

test('[S1] [V1] every call to one model has the same num_ctx: contexts of all its sessions, and summaries', async () => {
  const first = await newSession(daemon, { model: 'small:3b', contextSize: '4K' })
  const second = await newSession(daemon, { model: 'small:3b', contextSize: '8K' })
  for (const id of [first, second]) {
    for (let i = 0; i < 4; i++) await append(id, chatter(24))
    const body = { strategy: 'auto', waitMs: 20_000 }
    await daemon.call('POST', `/v1/sessions/${id}/compress`, { body })
  }
  // The larger session existed before the first call, so even calls for the smaller one use its window.
  const sent = ollama.requests.filter(({ path, body }) => path === '/api/chat' && body.model === 'small:3b')
  expect(sent.length).toBeGreaterThan(1)
  const ofChats = sent.map(({ body }) => (body.options as { num_ctx: number }).num_ctx)
  const ofContexts = [(await read(first)).options.num_ctx, (await read(second)).options.num_ctx]
  expect(new Set([...ofChats, ...ofContexts])).toEqual(new Set([8_000]))
})

test('[T1] stored counts that a second encoder does not confirm are reported, and only those', async () => {
  const id = await newSession(daemon)
  await append(id, [...chatter(2), { role: 'user', content: '👩‍💻 don’t 1,204 '.repeat(20) }])
  expect(await recountSample(daemon.ports)).toMatchObject({ deviating: 0 })
  const recount = async (texts: string[]) => texts.map((text) => countText(text) + 1)
  const tokenizer = { ...daemon.ports.tokenizer, recount }
  expect((await recountSample({ ...daemon.ports, tokenizer: tokenizer as never })).deviating).toBeGreaterThan(0)
  const [event] = await until('the deviation', async () => {
    const { events } = (await daemon.call('GET', `/v1/events?sessionId=${id}&types=count-deviation`)).json
    return events.length > 0 ? events : null
  })
  expect(event.data).toMatchObject({ checked: 4, deviations: [{ seq: 2 }, { seq: 3 }, { seq: 4 }, { seq: 5 }] })
  expect(event.data.deviations[0].recounted).toBe(event.data.deviations[0].stored + 1)
})

test('[V1] [S4] a window that proved smaller than reported lowers the limit of an open session, and num_ctx', async () => {
  let tokens = 8_192
  const other = await startDaemon({
    ports: (ports) => {
      const window = { tokens, parameters: 3, family: null, digest: null }
      const model = Object.assign(Object.create(ports.model), {
        window: async () => ({ ...window, tokens }),
        windowAtHand: () => ({ ...window, tokens }),
      })
      return { ...ports, model }
    },
  })
  try {
    const id = await newSession(other, { contextSize: '8K' })
    const path = `/v1/sessions/${id}`
    await other.call('POST', `${path}/messages`, { body: { messages: chatter(2) } })
    expect((await other.call('GET', path)).json).toMatchObject({ window: 8_192, limit: 6_800 })
    tokens = 4_096
    await other.call('POST', `${path}/messages`, { body: { messages: chatter(2, 2) } })
    expect((await other.call('GET', path)).json).toMatchObject({ window: 4_096, limit: 3_481 })
    const context = (await other.call('GET', `${path}/context?format=ollama`)).json
    expect(context.options.num_ctx).toBe(4_096)
  } finally {
    await other.stop()
  }
})
