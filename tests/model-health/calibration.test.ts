import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countMargin, learn, type Calibration } from '../../src/domain/session/calibration.js'
import { chatter } from '../support/chatter.js'
import { type Daemon } from '../support/daemon.js'
import { testDatabase, type TestDatabase } from '../support/database.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { careRoom, ended, filledSession } from '../support/filled-session.js'

let ollama: ScriptedOllama
let database: TestDatabase
let daemon: Daemon
beforeAll(async () => {
  ;[ollama, database] = await Promise.all([scriptedOllama({ tokenFactor: 1.2 }), testDatabase()])
  daemon = (await careRoom(ollama, database)).daemon
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
  await database.drop()
})

test('[T2] a model that counts otherwise is measured by the prompts it reads', async () => {
  for (let i = 0; i < 4; i++) await ended(daemon, await filledSession(daemon, { from: i * 50 }))
  const [model] = (await daemon.client.call('listModels')).models
  const [attempt] = (await ended(daemon, await filledSession(daemon)))[0]!.attempts
  expect(attempt).toMatchObject({ verdict: 'accepted' })
  const { samples, ratio, error } = model!.calibration!
  expect(samples).toBeGreaterThanOrEqual(4)
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(2)
  expect(error).toBeLessThan(0.1)
}, 60_000)

test('[I22] [T2] reports of real prompts calibrate the session they came with and no other, and leave stored counts alone', async () => {
  const { id } = await daemon.openSession({ contextSize: '8K' })
  const status = async (session: string) =>
    (await daemon.client.call('getSession', { params: { sessionId: session } })).contextStatus
  expect(await status(id)).toMatchObject({ basis: 'estimated', errorBar: 0.25 })
  await daemon.client.send('appendMessages', { params: { sessionId: id }, body: { messages: chatter(6) } })
  for (let i = 0; i < 4; i++) {
    const { used } = await status(id)
    const promptTokens = Math.round(used * 1.1)
    const answer = { role: 'assistant', content: `Answer ${i}.` }
    await daemon.client.send('appendMessages', {
      params: { sessionId: id },
      body: { messages: [answer], usage: { promptTokens } },
    })
  }
  const calibrated = await status(id)
  expect(calibrated.basis).toBe('calibrated')
  expect(calibrated.errorBar).toBeCloseTo(0.1, 1)
  const { id: plain } = await daemon.openSession({ contextSize: '8K' })
  await daemon.client.send('appendMessages', { params: { sessionId: plain }, body: { messages: chatter(6) } })
  expect(await status(plain)).toMatchObject({ basis: 'estimated' })
  expect((await daemon.client.call('auditSession', { params: { sessionId: id } })).ok).toBe(true)
}, 60_000)

test('[I22] [T2] whatever a server says, one prompt moves the ratio by a tenth at most, and never out of its bounds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 0, max: 2_000_000 })), {
        maxLength: 40,
      }),
      (prompts) => {
        let known: Calibration | null = null
        for (const [ours, real] of prompts) {
          const next: Calibration | null = learn(known, ours, real)
          if (next && known) expect(Math.abs(next.ratio / known.ratio - 1)).toBeLessThanOrEqual(0.1000001)
          if (next) expect(next.ratio).toBeGreaterThanOrEqual(0.8)
          if (next) expect(next.ratio).toBeLessThanOrEqual(3)
          known = next
        }
      },
    ),
    { seed: 2, numRuns: 200 },
  )
})

test('[I22] [T2] it settles on what it sees, and the margin follows once three prompts were read', () => {
  let known: Calibration | null = null
  for (let i = 0; i < 2; i++) known = learn(known, 2_000, 2_800)
  expect(countMargin(known, 'qwen2.5:7b', 'qwen2')).toBe(1.25)
  for (let i = 0; i < 20; i++) known = learn(known, 2_000, 2_800)
  expect(known?.ratio).toBeCloseTo(1.4, 2)
  expect(countMargin(known, 'qwen2.5:7b', 'qwen2')).toBeCloseTo(1.54, 1)
})

test('[T2] before that the family says how wide the margin must be', () => {
  expect(countMargin(null, 'mistral:7b', 'llama')).toBe(1.36)
  expect(countMargin(null, 'phi3:mini', 'phi3')).toBe(1.62)
  expect(countMargin(null, 'llama-2:7b', 'llama')).toBe(1.62)
  expect(countMargin(null, 'qwen2.5:7b', 'qwen2')).toBe(1.25)
  expect(countMargin(null, 'something-new', null)).toBe(1.25)
})
