import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, isTrusted, learn, type Calibration } from '../../src/domain/model/calibration.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import type { Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { careRoom, ended, filledSession } from '../support/filled-session.js'

let ollama: ScriptedOllama
let database: TestDatabase
let daemon: Daemon
beforeAll(async () => {
  ;[ollama, database] = await Promise.all([scriptedOllama({ tokenFactor: 1.2 }), migratedDatabase()])
  daemon = (await careRoom(ollama, database)).daemon
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
  await database.drop()
})

test('[I22] [T2] a model that counts otherwise is measured by the prompts it reads, and later sessions begin with its ratio', async () => {
  for (let i = 0; i < 4; i++) await ended(daemon, await filledSession(daemon, { from: i * 50 }))
  const [model] = (await daemon.client.call('listModels')).models
  const id = await filledSession(daemon)
  const [attempt] = (await ended(daemon, id))[0]!.attempts
  expect(attempt).toMatchObject({ verdict: 'accepted' })
  const { samples, ratio, error } = model!.calibration!
  // From then on the estimate is exact, so it looks like a server without reports.
  expect(samples).toBeGreaterThanOrEqual(3)
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(2)
  expect(error).toBeLessThan(0.1)
  const { contextStatus } = await daemon.client.call('getSession', { params: { sessionId: id } })
  expect(contextStatus.basis).toBe('measured')
  expect(Math.abs(contextStatus.ratio / ratio - 1)).toBeLessThan(0.05)
})

test('[I22] [T2] whatever a server says, one prompt moves the ratio by a tenth at most, and never out of its bounds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 0, max: 2_000_000 })), {
        maxLength: 40,
      }),
      (prompts) => {
        let known: Calibration | null = null
        for (const [ours, real] of prompts) {
          const next: Calibration | null = learn(known, { ours, real })
          if (next && known) expect(Math.abs(next.ratio / known.ratio - 1)).toBeLessThanOrEqual(0.1000001)
          if (next) expect(next.ratio).toBeGreaterThanOrEqual(0.75)
          if (next) expect(next.ratio).toBeLessThanOrEqual(3)
          if (next) expect(next.errors.length).toBeLessThanOrEqual(20)
          known = next
        }
      },
    ),
    { seed: 2, numRuns: 200 },
  )
})

test('[I22] [T2] it settles on what it sees, is trusted after three prompts, and its error is the 95th percentile', () => {
  let known: Calibration | null = null
  for (let i = 0; i < 2; i++) known = learn(known, { ours: 2_000, real: 2_800 })
  expect(isTrusted(known)).toBe(false)
  for (let i = 0; i < 20; i++) known = learn(known, { ours: 2_000, real: 2_800 })
  expect(known?.ratio).toBeCloseTo(1.4, 2)
  expect(errorOf(known!)).toBeLessThan(0.001)
  for (let i = 0; i < 20; i++) known = learn(known, { ours: 2_000, real: i === 7 ? 5_600 : 2_800 })
  expect(errorOf(known!)).toBeGreaterThan(0.01)
  expect(errorOf(known!)).toBeLessThan(0.25)
})

test('[T2] [V1] a prompt that was cut, cached or too short teaches nothing', () => {
  expect(learn(null, { ours: 10_000, real: 4_000 })).toBeNull()
  expect(learn(null, { ours: 400, real: 480 })).toBeNull()
})
