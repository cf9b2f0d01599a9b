import { afterEach, beforeEach, expect, test } from 'vitest'
import { requeueUpgrades } from '../../src/app/compression/requeue-pending.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import type { Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import {
  careRoom,
  compressionsOf,
  ended,
  expectSound,
  filledSession,
  MovedClock,
  say,
} from '../support/filled-session.js'
import { until } from '../support/until.js'

/** A clock on which each call of the model takes a while. */
class CallClock extends MovedClock {
  private passedMs = 0
  override monotonicMs(): number {
    return super.monotonicMs() + this.passedMs
  }
  pass(ms: number): void {
    this.passedMs += ms
  }
}

const IDLE_MS = 300_001
let ollama: ScriptedOllama
let database: TestDatabase
let daemon: Daemon
let clock: CallClock
let secondsOfCall: number
beforeEach(async () => {
  secondsOfCall = 20
  clock = new CallClock()
  const scenario = () => {
    clock.pass(secondsOfCall * 1_000)
    return 'honest' as const
  }
  ;[ollama, database] = await Promise.all([scriptedOllama({ scenario }), migratedDatabase()])
  daemon = (await careRoom(ollama, database, { clock })).daemon
})
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
  await database.drop()
})

async function compressed() {
  const id = await filledSession(daemon)
  const [newest] = await ended(daemon, id)
  await expectSound(daemon, id)
  return { id, newest: newest! }
}

test('[P12] [V5] a slow model that answers the conversation writes its checkpoints when the session is idle', async () => {
  expect((await compressed()).newest.attempts).toMatchObject([{ verdict: 'accepted' }])
  const { calls } = ollama
  const { id, newest } = await compressed()
  expect(newest).toMatchObject({ status: 'completed', withoutModel: 'in-conversation', attempts: [] })
  expect(ollama.calls).toBe(calls)
  expect(await requeueUpgrades(daemon.ports)).toBe(false)

  clock.forward(IDLE_MS)
  await requeueUpgrades(daemon.ports)
  const upgraded = await until('the upgrade', async () =>
    (await compressionsOf(daemon, id)).find(({ trigger, status }) => trigger === 'upgrade' && status === 'completed'),
  )
  expect(upgraded.attempts).toMatchObject([{ verdict: 'accepted' }])
  await expectSound(daemon, id)
})

test('[P12] an app that asks for a compression gets the slow model, and a model that became fast gets calls again', async () => {
  await compressed()
  const { id } = await daemon.openSession({ contextSize: '8K', model: 'qwen2.5:7b' })
  await say(daemon, id, { turns: 30 })
  secondsOfCall = 1
  await daemon.client.call('requestCompression', { params: { sessionId: id }, body: {} })
  const manual = (await ended(daemon, id)).find(({ trigger }) => trigger === 'manual')
  expect(manual).toMatchObject({ status: 'completed', attempts: [{ verdict: 'accepted' }] })
  expect((await compressed()).newest.attempts).toMatchObject([{ verdict: 'accepted' }])
})

test('[P12] the upgrade of an idle session lets the model go when the conversation continues', async () => {
  await compressed()
  const { id } = await compressed()
  clock.forward(IDLE_MS)
  ollama.scenario = 'hang'
  const { running, abandoned } = ollama
  await requeueUpgrades(daemon.ports)
  await until('the call of the upgrade', () => ollama.running > running)
  await say(daemon, id, { turns: 1, from: 300 })
  await until('its end', () => ollama.abandoned > abandoned)
  const upgrade = (await ended(daemon, id)).find(({ trigger }) => trigger === 'upgrade')
  expect(upgrade).toMatchObject({ status: 'skipped', reason: 'session-active' })
  await expectSound(daemon, id)
})
