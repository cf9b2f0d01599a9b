import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import type { Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { careRoom, ended, expectSound, filledSession, MovedClock } from '../support/filled-session.js'

let ollama: ScriptedOllama
let database: TestDatabase
let daemon: Daemon
const clock = new MovedClock()
beforeAll(async () => {
  ;[ollama, database] = await Promise.all([scriptedOllama({ scenario: 'echoing' }), migratedDatabase()])
  daemon = (await careRoom(ollama, database, { clock })).daemon
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
  await database.drop()
})

async function compressed() {
  const id = await filledSession(daemon)
  const [newest] = await ended(daemon, id)
  await expectSound(daemon, id)
  const { contextStatus } = await daemon.client.call('getSession', { params: { sessionId: id } })
  return { compression: newest!, degraded: contextStatus.degraded.join() }
}
const record = async () =>
  (await daemon.client.call('listModels')).models.find(({ name }) => name === 'qwen2.5:7b')!.record!

test('[V11] a model that misreads chats is not asked about a fourth one, is not unfit for the rest, and gets another trial', async () => {
  for (let at = 0; at < 3; at++) {
    const { compression, degraded } = await compressed()
    expect(compression).toMatchObject({ status: 'completed' })
    // At most twice: with a schema, and as plain lines.
    expect(compression.attempts.map(({ verdict }) => verdict)).toEqual(['keeps-too-little', 'keeps-too-little'])
    expect(degraded.includes('model-no-help')).toBe(at === 2)
  }
  expect(await record()).toMatchObject({ unfit: null, help: { chat: { compared: 3, helped: 0, uselessInARow: 3 } } })
  const calls = ollama.calls
  const { compression, degraded } = await compressed()
  expect(compression).toMatchObject({ status: 'completed', withoutModel: 'no-help', attempts: [] })
  expect(ollama.calls).toBe(calls)
  expect(degraded).toMatch(/model-no-help: what qwen2\.5:7b writes about conversations .* larger SUMMARY_MODEL/)

  ollama.scenario = 'honest'
  clock.forward(3_600_001)
  expect((await compressed()).compression.attempts.at(-1)).toMatchObject({ verdict: 'accepted' })
  // Meanwhile it may have summarized again what was written without it: every comparison since the trial helped.
  const { chat } = (await record()).help!
  expect(chat!.helped).toBeGreaterThan(0)
  expect(chat).toMatchObject({ compared: 3 + chat!.helped, uselessInARow: 0, nextTrialAt: null })
  expect((await compressed()).degraded).not.toContain('model-no-help')
})
