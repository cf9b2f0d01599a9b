/** When something is cut and when nothing is: what triggers, what never does, and how it stops. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Json } from '../../src/domain/message.js'
import { round, talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'

let ollama: ScriptedOllama
let daemon: Daemon
beforeAll(async () => {
  ollama = await scriptedOllama({ contextLength: 16_384 })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
})
beforeEach(() => {
  ollama.scenario = 'honest'
  ollama.calls = 0
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
})

const PLAIN = { policy: { mask: null } }
const compress = async (session: TestSession) => await session.compress({ waitMs: 60_000 })
const rest = (session: TestSession) =>
  until('the compressor rests', async () => {
    const { compressor } = (await session.read()).contextStatus
    return compressor.state === 'queued' || compressor.state === 'running' ? null : compressor
  })
const compressionsOf = async (session: TestSession) => await session.compressions()

test('[I7] [P3] protected words too large for the window are refused with code, place and size: no summary is asked for, nothing loops', async () => {
  const session = await daemon.openSession({ contextSize: '8K' })
  const pinned = (n: number): Json => ({
    role: 'user',
    content: `Rule ${n}: ${'never do this. '.repeat(330)}`,
    pinned: true,
  })
  const replies = []
  for (let n = 0; n < 7; n++) replies.push(await session.send('appendMessages', { body: { messages: [pinned(n)] } }))
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(1)
  for (const { status, problem } of refused) {
    expect(status).toBe(422)
    expect(problem).toMatchObject({ code: 'message_exceeds_window', limit: 6_800, reserve: 1_000 })
    expect(problem.tokens).toBeGreaterThan(1_000)
    expect(problem.fixed + problem.tokens).toBeGreaterThan(5_800)
    expect(problem.seq).toBe(replies.length - refused.length + 1)
  }
  expect((await session.context()).tokens).toBeLessThanOrEqual(5_800)
  const tight = await session.send('readContext', { query: { reserve: 5000 } })
  expect([tight.status, tight.problem.code]).toEqual([422, 'message_exceeds_window'])
  expect(tight.problem.tokens).toBeGreaterThan(1_800)
  expect(await compressionsOf(session)).toEqual([])
  expect(ollama.calls).toBe(0)
})

test('[I13] [P9] a second compression without new messages asks no model and changes no byte', async () => {
  const session = await daemon.openSession(PLAIN)
  await session.append(talk(20))
  expect(await compress(session)).toMatchObject({ status: 'completed' })
  await until('aging is done', async () => (await daemon.ports.queue.depth()).aging.waiting === 0)
  const { version, messages } = await session.context('openai')
  const calls = ollama.calls
  expect(calls).toBeGreaterThan(0)
  for (let time = 0; time < 3; time++)
    expect(await compress(session)).toMatchObject({ status: 'skipped', reason: 'nothing-to-compress' })
  const after = await session.context('openai')
  expect(after.messages).toEqual(messages)
  expect(after.version).toBe(version)
  expect(ollama.calls).toBe(calls)
})

test('[I14] usage of prompts, however large, triggers nothing: only what is in the context does', async () => {
  const session = await daemon.openSession(PLAIN)
  await session.append(talk(4))
  for (const promptTokens of [13_000, 1_000_000]) {
    const status = (await session.append([{ role: 'assistant', content: 'Done.' }], { usage: { promptTokens } }))
      .contextStatus
    expect(status.used).toBeLessThan(3_000)
    expect(status.compressor.state).toBe('idle')
  }
  expect(await compressionsOf(session)).toEqual([])
  expect(ollama.calls).toBe(0)
})

test('[I15] [P9] a session that refills three times before its tail could is stopped, says what fills it, and is let alone until that has gone', async () => {
  const session = await daemon.openSession({ ...PLAIN, contextSize: '8K' })
  // Four of them refill what one compression freed, five stay raw.
  const answer = (n: number): Json => ({
    role: 'assistant',
    content: `Answer ${n}: ${`row ${n} of the list that was asked for, `.repeat(84)}`,
  })
  const steps: { state: string; made: number; calls: number }[] = []
  for (let n = 0; n < 40; n++) {
    await session.append([answer(n)])
    const { state } = await rest(session)
    steps.push({ state, made: (await compressionsOf(session)).length, calls: ollama.calls })
    expect((await session.context()).tokens).toBeLessThanOrEqual(5_800)
  }
  const first = steps.findIndex(({ state }) => state === 'stuck')
  expect(steps[first]?.made).toBe(3)
  // While it is stuck nothing is compressed and no model called; it takes more than a tail of new messages to begin again.
  const again = steps.findIndex(({ state }, at) => at > first && state !== 'stuck')
  expect(again - first).toBeGreaterThan(1)
  for (const step of steps.slice(first, again)) expect(step).toEqual(steps[first])
  const entered = steps.filter(({ state }, at) => state === 'stuck' && steps[at - 1]?.state !== 'stuck').length
  const stuck = await session.eventsOf('compression-stuck', entered)
  expect(stuck.map(({ data }) => data.reason)).toEqual(Array(entered).fill('refilled-three-times'))
  expect(stuck[0]!.data.filledBy).toHaveLength(3)
  expect(stuck[0]!.data.filledBy[0]!.tokens).toBeGreaterThan(500)
})

test('[I41] [B2] the trigger is judged inside a tool loop, where no person speaks, and for one message larger than itself', async () => {
  const loop = await daemon.openSession(PLAIN)
  await loop.append(talk(1))
  let queuedAt = 0
  for (let n = 2; n < 60 && queuedAt === 0; n++)
    if ((await loop.append(round(n))).contextStatus.compressor.state === 'queued') queuedAt = n
  expect(queuedAt).toBeGreaterThan(5)
  await rest(loop)
  expect((await compressionsOf(loop))[0]).toMatchObject({ trigger: 'budget', status: 'completed' })

  const huge = await daemon.openSession(PLAIN)
  await huge.append(talk(12))
  const status = (await huge.append([{ role: 'assistant', content: 'a long answer of many words; '.repeat(1_900) }]))
    .contextStatus
  // The giant shrinks when it arrives, so it makes no compression pending.
  expect(status.breakdown.assistant).toBeLessThan(status.trigger!)
  expect(status.compressor.state).toBe('idle')
  expect(await huge.offloads()).toMatchObject([{ kind: 'offload-text' }])
  const context = await huge.context()
  expect(context.tokens).toBeLessThanOrEqual(12_600)
  await rest(huge)
  expect(await huge.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[I42] what is off stays off: no compression by itself at any size', async () => {
  for (const body of [{ preset: 'off' }, { policy: { summarize: null, mask: null } }] as const) {
    const session = await daemon.openSession(body)
    for (let part = 0; part < 4; part++)
      expect((await session.append(talk(8, part * 8 + 1))).contextStatus.compressor.state).toBe('idle')
    const { used, limit } = (await session.read()).contextStatus
    expect(used).toBeGreaterThan(0.9 * limit)
    expect(await compressionsOf(session)).toEqual([])
  }
  expect(ollama.calls).toBe(0)
})

const WRONG: [string, unknown][] = [
  ...[0, -1, 1.5, '16', 'NaN', 10_000_000_000].map((value): [string, unknown] => ['contextSize', value]),
  ...[0, -5, 3.5, '5000'].map((value): [string, unknown] => ['contextLimit', value]),
  ...[-1, 0.5, 'all'].map((value): [string, unknown] => ['reserve', value]),
  ...[0, -0.1, 1.01, '0.8'].map((value): [string, unknown] => ['policy.summarize.at', value]),
  ...[-1, 2, 'half'].map((value): [string, unknown] => ['policy.mask.above', value]),
  ...[-1, 1.5].map((value): [string, unknown] => ['policy.tail.messages', value]),
  ...[-1, 2].map((value): [string, unknown] => ['policy.offload.share', value]),
]
test.each(WRONG)('[I42] [13] %s: %j is refused with the name of the field', async (path, value) => {
  const keys = path.split('.')
  const body: Record<string, unknown> = { model: 'm', ...(path === 'contextLimit' ? {} : { contextSize: '16K' }) }
  let at = body
  for (const key of keys.slice(0, -1)) at = at[key] = {} as Record<string, unknown>
  at[keys.at(-1)!] = value
  const reply = await daemon.call('POST', '/v1/sessions', { body })
  expect(reply.status, reply.text).toBe(400)
  expect(reply.json.errors.map((fault: { path: string }) => fault.path)).toContain(path)
})

test('[I42] a number that is none, and a reserve as large as the window, are refused', async () => {
  const nan = await daemon.call('POST', '/v1/sessions', { body: '{"model":"m","contextSize":NaN}' })
  expect(nan.status).toBe(400)
  const full = await daemon.client.send('createSession', { body: { model: 'm', contextLimit: 4_000, reserve: 4_000 } })
  expect([400, 422]).toContain(full.status)
  expect(full.text).toContain('reserve')
})
