import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../src/domain/message.js'
import { talk } from '../support/coding-talk.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const get = async (id: string, rest = '') => (await daemon.call('GET', `/v1/sessions/${id}${rest}`)).json
const patch = (id: string, body: object) => daemon.call('PATCH', `/v1/sessions/${id}`, { body })
const append = (id: string, messages: Json[]) =>
  daemon.call('POST', `/v1/sessions/${id}/messages`, { body: { format: 'openai', messages } })
const events = async (id: string, type: string) =>
  (await daemon.call('GET', `/v1/events?sessionId=${id}&types=${type}`)).json.events
const used = async (id: string): Promise<number> => (await get(id)).contextStatus.used

test('[PATCH] [T3] a new system prompt is a recorded cut that counts prompt and system messages together', async () => {
  const short = 'Be terse.'
  const id = await newSession(daemon, { model: 'gpt-4o', systemPrompt: short })
  await append(id, [{ role: 'system', content: 'Team rule: never shout. '.repeat(40) }, ...talk(2)])
  const before = await get(id)
  expect(before.contextStatus.breakdown.system).toBeGreaterThan(200)

  const long = 'Be careful and exact. '.repeat(700)
  const patched = (await patch(id, { systemPrompt: long })).json
  const grown: number = patched.contextStatus.used - before.contextStatus.used
  expect(patched.version).toBe(before.version + 1)
  expect(patched.contextStatus.breakdown.system).toBe(before.contextStatus.breakdown.system + grown)
  expect((await get(id, '/audit')).violations).toEqual([])

  const [cut] = await until('the cut', async () => {
    const found = await events(id, 'context-rewritten')
    return found.length > 0 && found
  })
  expect(cut.data).toMatchObject({
    kind: 'prompt-changed',
    reason: 'changed by the app: system prompt',
    version: patched.version,
    tokensBefore: before.contextStatus.used,
    tokensAfter: patched.contextStatus.used,
  })
  const [level] = await events(id, 'level-changed')
  expect(level.data).toEqual({ from: 'GREEN', to: 'YELLOW', used: patched.contextStatus.used, limit: 13_600 })

  // Back again: the same count as before, so nothing was lost or counted twice.
  await patch(id, { systemPrompt: short })
  expect(await used(id)).toBe(before.contextStatus.used)
  expect((await get(id, '/audit')).violations).toEqual([])
})

test('[PATCH] the prompt of every earlier context version can be read', async () => {
  const id = await newSession(daemon, { systemPrompt: 'first\u0000', tools: [{ name: 'a' }] })
  await append(id, talk(1))
  const first = (await get(id)).version
  const second = (await patch(id, { systemPrompt: 'second' })).json.version
  const third = (await patch(id, { tools: null })).json.version
  await patch(id, { metadata: { touched: true } })
  const at = (version: number) => daemon.ports.store.replacedPrompt(id, version)
  expect(await at(1)).toEqual({ systemPrompt: 'first\u0000', tools: '[{"name":"a"}]' })
  expect(await at(first)).toEqual(await at(1))
  expect(await at(second)).toEqual({ systemPrompt: 'second', tools: '[{"name":"a"}]' })
  expect(await at(third)).toBeNull()
})

test('[PATCH] [B2] a policy or a prompt that reaches the trigger makes a compression pending at once', async () => {
  const id = await newSession(daemon, { model: 'gpt-4o', policy: { mask: null } })
  await append(id, talk(18))
  expect((await get(id)).contextStatus.compressor.state).toBe('idle')
  await patch(id, { policy: { summarize: { at: 0.4 } } })
  expect((await get(id)).contextStatus.compressor.state).toBe('queued')
})

test('[PATCH] what changes nothing is no cut', async () => {
  const id = await newSession(daemon, { systemPrompt: 'Be terse.' })
  const { version, policy } = await get(id)
  const same = await patch(id, { systemPrompt: 'Be terse.', tools: null, policy: { tail: policy.tail } })
  expect(same.json.version).toBe(version)
})

test('[PATCH] [10.3] numbers that contradict the limit or each other are refused, at the start and later', async () => {
  const id = await newSession(daemon, { contextSize: '8K' })
  const faults: [object, string, string][] = [
    [{ tail: { tokens: 999_999 } }, 'policy.tail.tokens', 'half of the limit of 6800'],
    [{ checkpoints: { detailed: 100 } }, 'policy.checkpoints.moderate', 'at most detailed (100)'],
    [{ checkpoints: { brief: 700 } }, 'policy.checkpoints.brief', 'at most moderate (600)'],
    [{ checkpoints: { detailed: 50_000 } }, 'policy.checkpoints.detailed', 'at most 6800'],
    [{ minGain: { tokens: 50_000 } }, 'policy.minGain.tokens', 'at most 6800'],
  ]
  for (const [policy, path, says] of faults) {
    const body = { model: 'qwen2.5:7b', contextSize: '8K', policy }
    for (const refused of [await patch(id, { policy }), await daemon.call('POST', '/v1/sessions', { body })]) {
      expect([refused.status, refused.json.errors[0].path], refused.text).toEqual([400, path])
      expect(refused.json.detail).toContain(says)
    }
  }
  // Figures that scale with the window are judged before scaling.
  expect((await patch(id, { policy: { tail: { tokens: 6_800 } } })).status).toBe(200)
})

test('[PATCH] [S1] a fixed field is refused as one that cannot be changed', async () => {
  const id = await newSession(daemon)
  for (const [field, value] of Object.entries({ model: 'gpt-4o', contextSize: '8K', reserve: 5, preset: 'off' })) {
    const refused = await patch(id, { [field]: value })
    expect([refused.status, refused.json.errors[0].path]).toEqual([400, field])
    expect(refused.json.detail).toContain('cannot be changed')
  }
  expect((await patch(id, { contextSiz: '8K' })).json.detail).toContain('contextSiz: expected one of')
})
