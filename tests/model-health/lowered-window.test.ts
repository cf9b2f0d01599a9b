import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import type { Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { careRoom, compressionsOf, ended, eventsOfType, expectSound, plainTalk } from '../support/filled-session.js'
import { until } from '../support/until.js'

let ollama: ScriptedOllama
let database: TestDatabase
let daemon: Daemon
beforeAll(async () => {
  ;[ollama, database] = await Promise.all([
    scriptedOllama({ cutsSilently: true, contextLength: 32_768 }),
    migratedDatabase(),
  ])
  daemon = (await careRoom(ollama, database)).daemon
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
  await database.drop()
})

test('[S4] [V1] a server that cuts prompts in silence is found out, reported, and asked for less', async () => {
  await daemon.ports.model.window('qwen2.5:7b')
  for (const model of ollama.models) model.contextLength = 2_400
  const { id } = await daemon.openSession({ contextSize: '16K', model: 'qwen2.5:7b' })
  const body = { messages: plainTalk(110) }
  await daemon.client.call('appendMessages', { params: { sessionId: id }, body })
  const [event] = await until('the event', async () => {
    const events = await eventsOfType(daemon, 'model-window-lowered')
    return events.length > 0 && events
  })
  expect(event!.data).toMatchObject({ model: 'qwen2.5:7b', from: 32_768 })
  const { to } = event!.data as { to: number }
  expect(to).toBeGreaterThanOrEqual(2_048)
  expect(to).toBeLessThanOrEqual(2_700)
  await ended(daemon, id)
  const verdicts = (await compressionsOf(daemon, id)).flatMap(({ attempts }) => attempts.map(({ verdict }) => verdict))
  expect(verdicts.filter((verdict) => verdict === 'prompt-cut').length).toBeGreaterThanOrEqual(2)
  await expectSound(daemon, id)
  const next = await daemon.openSession({ contextSize: '16K', clamp: true, model: 'qwen2.5:7b' })
  const { contextStatus } = await daemon.client.call('getSession', { params: { sessionId: next.id } })
  expect(contextStatus.limit).toBeLessThanOrEqual(to)
})
