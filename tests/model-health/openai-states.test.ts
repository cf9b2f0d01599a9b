import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BEHAVIORS, type BehaviorName } from '../../testing/scripted-model-server/behaviors.js'
import { scriptedModelServer, type ScriptedModelServer } from '../../testing/scripted-model-server.js'
import type { Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { some } from '../support/long-run.js'
import { careRoom, ended, eventsOfType, expectSound, filledSession, MovedClock } from '../support/filled-session.js'

/** Those that wait for a time limit of minutes are in tests/model. */
const NAMES = (Object.keys(BEHAVIORS) as BehaviorName[]).filter(
  (name) => !['slow-headers', 'slow-body', 'pings-forever', 'huge', 'open-end', 'endless'].includes(name),
)

let server: ScriptedModelServer
let database: TestDatabase
let daemon: Daemon
const clock = new MovedClock()
const modelOf = (name: string) => `${name}-7b`
beforeAll(async () => {
  ;[server, database] = await Promise.all([
    scriptedModelServer({ kind: 'lm-studio', others: [...NAMES.map(modelOf), 'other-3b'], key: 'sk-scripted' }),
    migratedDatabase(),
  ])
  const env = { SUMMARY_PROVIDER: 'openai', SUMMARY_BASE_URL: server.base, SUMMARY_API_KEY: 'sk-scripted' }
  daemon = (await careRoom({ url: 'http://127.0.0.1:9' }, database, { clock, env })).daemon
})
afterAll(async () => {
  await daemon.stop()
  await server.close()
  await database.drop()
})

/** Plays a session to the end of its compressions, and removes it: an idle one would be offered to the model again. */
async function compressed(name: string) {
  const id = await filledSession(daemon, { model: modelOf(name) })
  const all = await ended(daemon, id)
  await expectSound(daemon, id)
  expect((await daemon.client.send('deleteSession', { params: { sessionId: id } })).status).toBe(200)
  return all
}

async function recordOf(name: string) {
  const { models } = await daemon.client.call('listModels')
  return models.find((model) => model.name === modelOf(name))!
}

describe.each(some(NAMES, 2))('[V10] an OpenAI-compatible server that is %s', (name) => {
  test('[V10] [P9] [V5] no compression is lost, every context fits, and the record shows what happened', async () => {
    // The faults of the behavior before are over.
    clock.forward(3_600_001)
    server.behavior = name
    const all = await compressed(name)
    for (const one of all) {
      expect(one.status).toBe('completed')
      expect(one.checkpointId).not.toBeNull()
    }
    const { record } = await recordOf(name)
    expect(record!.spans.asked).toBe(record!.spans.accepted + record!.spans.refused)
    expect(server.maxConcurrent).toBe(1)
  })
})

describe('[V6] [V10] faults that a user can remove are shown', () => {
  async function breakerAfter(name: BehaviorName, rounds = 3) {
    clock.forward(3_600_001)
    server.behavior = 'honest'
    await compressed('honest')
    server.behavior = name
    for (let i = 0; i < rounds; i++) await compressed('honest')
    const { server: view, models } = await daemon.client.call('listModels')
    return { server: view.breaker, model: models.find((model) => model.name === modelOf('honest'))!.breaker }
  }

  test('[V6] a refused key opens the breaker of the server, with its reason', async () => {
    const { server: breaker } = await breakerAfter('unauthorized')
    expect(breaker).toMatchObject({ state: 'open', fault: 'unauthorized' })
    const events = await eventsOfType(daemon, 'model-unavailable')
    expect(events.at(-1)?.data).toMatchObject({ fault: 'unauthorized', model: null })
    expect(JSON.stringify(events)).not.toContain('sk-scripted')
  })

  test('[V6] a limited rate opens it at once, and for as long as the server asks', async () => {
    const { server: breaker } = await breakerAfter('rate-limited', 1)
    expect(breaker).toMatchObject({ state: 'open', fault: 'rate-limited' })
    const waitMs = Date.parse(breaker.until!) - clock.now().getTime()
    expect(waitMs).toBeGreaterThan(60_000)
    expect(waitMs).toBeLessThanOrEqual(120_000)
  })

  test('[V6] an answer of another model closes only the model that was asked for', async () => {
    const { server: breaker, model } = await breakerAfter('other-model')
    expect(breaker.state).toBe('closed')
    expect(model).toMatchObject({ state: 'open', fault: 'no-such-model' })
  })

  test('[V6] when the key is accepted again, the model writes again', async () => {
    await breakerAfter('unauthorized')
    clock.forward(3_600_001)
    server.behavior = 'honest'
    const accepted = (await recordOf('honest')).record!.spans.accepted
    await compressed('honest')
    expect((await recordOf('honest')).record!.spans.accepted).toBeGreaterThan(accepted)
    expect((await daemon.client.call('listModels')).server.breaker.state).toBe('closed')
  })

  test('[V6] a key that the whole server refuses is a fault of the server, not a model that is missing', async () => {
    clock.forward(3_600_001)
    server.key = 'sk-rotated'
    try {
      for (let i = 0; i < 4; i++) await compressed('never-asked')
      const { server: view } = await daemon.client.call('listModels')
      expect(view.breaker).toMatchObject({ state: 'open', fault: 'unauthorized' })
    } finally {
      server.key = 'sk-scripted'
    }
  })
})
