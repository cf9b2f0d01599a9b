import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { SCENARIOS, scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { careRoom, ended, expectSound, filledSession, MovedClock } from '../support/filled-session.js'
import { often, some } from '../support/long-run.js'

/** Those that take time or memory by themselves are in e2e/hostile-model. */
const ENDS = SCENARIOS.filter((scenario) => scenario !== 'hang' && scenario !== 'flood')

let ollama: ScriptedOllama
let database: TestDatabase
let daemon: Daemon
const clock = new MovedClock()
beforeAll(async () => {
  ;[ollama, database] = await Promise.all([
    scriptedOllama({ others: ENDS.map((scenario) => `${scenario}:7b`) }),
    migratedDatabase(),
  ])
  daemon = (await careRoom(ollama, database, { clock })).daemon
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
  await database.drop()
})

describe.each(some(ENDS, 2))('a model that is %s', (scenario) => {
  test('[P9] [P3] [V6] [V8] compressions end in a recorded state, every context fits, and whatever was learned is in the record', async () => {
    // What the scenario before did to the server is over.
    clock.forward(3_600_001)
    ollama.scenario = scenario
    const before = ollama.requests.length
    const rounds = scenario === 'slow' ? 1 : often(2, 3)
    const ids: string[] = []
    for (let i = 0; i < rounds; i++) {
      const id = await filledSession(daemon, { model: `${scenario}:7b`, from: i * 50 })
      ids.push(id)
      for (const one of await ended(daemon, id)) {
        expect(one.status).toBe('completed')
        // A model whose lines are often untrue is asked no more. [V11]
        const why = scenario === 'inventing' || scenario === 'embroidering' ? 'no-help' : 'model-unavailable'
        if (one.attempts.length === 0) expect(one.withoutModel).toBe(why)
      }
      await expectSound(daemon, id)
    }
    const { models } = await daemon.client.call('listModels')
    const { spans } = models.find(({ name }) => name === `${scenario}:7b`)!.record!
    expect(spans.asked).toBe(spans.accepted + spans.refused)
    const truthful = scenario === 'honest' || scenario === 'slow' || scenario === 'thinking-aloud'
    if (truthful) expect(spans).toEqual({ asked: rounds, accepted: rounds, refused: 0 })
    expect(ollama.maxConcurrent).toBe(1)
    // An idle session whose checkpoint is extractive is offered the model again. In the next scenario that job could take the
    // only trial of the half-open breaker, and the sessions of that scenario would end without a call.
    for (const id of ids)
      expect((await daemon.client.send('deleteSession', { params: { sessionId: id } })).status).toBe(200)
    const asked = ollama.requests.slice(before).filter(({ path }) => path === '/api/chat')
    expect(new Set(asked.map(({ body }) => body.model))).toEqual(new Set([`${scenario}:7b`]))
  })
})
