import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'
import { careRoom, ended, eventsOfType, expectSound, filledSession, MovedClock } from '../support/filled-session.js'

let ollama: ScriptedOllama
let database: TestDatabase
let daemon: Daemon
const clock = new MovedClock()
beforeEach(async () => {
  ;[ollama, database] = await Promise.all([scriptedOllama({ others: ['larger:70b'] }), migratedDatabase()])
  daemon = (await careRoom(ollama, database, { clock })).daemon
})
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
  await database.drop()
})
const recordOf = async (name: string) =>
  (await daemon.client.call('listModels')).models.find((model) => model.name === name)!

test('[I11] [V8] five summaries in a row that fail the check make a model unfit: it is asked once an hour, others go on, and it is said once', async () => {
  ollama.scenario = ({ model }) => (model === 'larger:70b' ? 'honest' : 'empty')
  let id = ''
  for (let i = 0; i < 5; i++) await ended(daemon, (id = await filledSession(daemon)))
  const record = await recordOf('qwen2.5:7b')
  expect(record.record).toMatchObject({
    spans: { asked: 5, accepted: 0, refused: 5 },
    refusals: { empty: 5 },
    refusedInARow: 5,
    unfit: { reason: 'empty' },
  })
  expect(record.record!.secondsPerSpan).toBeGreaterThan(0)
  const calls = ollama.calls
  expect((await ended(daemon, (id = await filledSession(daemon))))[0]).toMatchObject({
    status: 'completed',
    withoutModel: 'model-unfit',
    attempts: [],
  })
  expect(ollama.calls).toBe(calls)
  const status = (await daemon.client.call('getSession', { params: { sessionId: id } })).contextStatus
  expect(status.degraded.join()).toMatch(/model-unfit: summaries by qwen2\.5:7b .* larger SUMMARY_MODEL/)
  const other = await filledSession(daemon, { model: 'larger:70b' })
  expect((await ended(daemon, other))[0]?.attempts.at(-1)).toMatchObject({ verdict: 'accepted' })
  expect(
    (await daemon.client.call('getSession', { params: { sessionId: other } })).contextStatus.degraded.join(),
  ).not.toMatch(/model-unfit/)

  // An hour later one span is tried, and only one.
  const before = ollama.calls
  clock.forward(3_600_001)
  await ended(daemon, await filledSession(daemon))
  const tried = ollama.calls - before
  expect(tried).toBeGreaterThan(0)
  await ended(daemon, await filledSession(daemon))
  expect(ollama.calls - before).toBe(tried)
  const [said, ...more] = await until('the event', async () => {
    const events = await eventsOfType(daemon, 'model-unfit')
    return events.length > 0 && events
  })
  expect(said).toMatchObject({ appId: 'default', data: { model: 'qwen2.5:7b', reason: 'empty' } })
  expect(more).toEqual([])

  ollama.scenario = 'honest'
  clock.forward(3_600_001)
  expect((await ended(daemon, await filledSession(daemon)))[0]?.attempts.at(-1)).toMatchObject({ verdict: 'accepted' })
  expect((await recordOf('qwen2.5:7b')).record).toMatchObject({ unfit: null, refusedInARow: 0 })
  await until('that it is fit', async () => (await eventsOfType(daemon, 'model-available')).length === 1)
})

test('[I11] [V8] another model under the same name is tried at once', async () => {
  ollama.scenario = 'empty'
  for (let i = 0; i < 5; i++) await ended(daemon, await filledSession(daemon))
  expect((await recordOf('qwen2.5:7b')).record!.unfit).not.toBeNull()
  ollama.scenario = 'honest'
  const [model] = ollama.models
  if (model) model.digest = 'f'.repeat(64)
  const id = await filledSession(daemon)
  expect((await ended(daemon, id))[0]?.attempts.at(-1)).toMatchObject({ verdict: 'accepted' })
  expect((await recordOf('qwen2.5:7b')).record).toMatchObject({ unfit: null })
  await expectSound(daemon, id)
})

test('[P11] [V8] bad summaries of one app switch the model off for that app only, and other apps learn nothing of it', async () => {
  const [bad, good] = [await daemon.newApp(), await daemon.newApp()]
  ollama.scenario = 'empty'
  for (let i = 0; i < 5; i++) await ended(daemon, await filledSession(daemon, { key: bad.app }))
  ollama.scenario = 'honest'
  const [refused] = await ended(daemon, await filledSession(daemon, { key: bad.app }))
  expect(refused).toMatchObject({ withoutModel: 'model-unfit', attempts: [] })
  const id = await filledSession(daemon, { key: good.app })
  expect((await ended(daemon, id))[0]?.attempts.at(-1)).toMatchObject({ verdict: 'accepted' })
  const { contextStatus } = await daemon.client.call('getSession', { params: { sessionId: id } })
  expect(contextStatus.degraded.join()).not.toContain('model-unfit')
  // A model name is text of the app.
  await ended(daemon, await filledSession(daemon, { key: bad.app, model: 'the-secret-merger:7b' }))
  const modelsOf = async (key: string) => daemon.client.call('listModels', {}, { key })
  expect((await modelsOf(bad.viewer)).models.find(({ name }) => name === 'qwen2.5:7b')?.record?.unfit).not.toBeNull()
  const seen = await modelsOf(good.viewer)
  expect(JSON.stringify(seen)).not.toContain('the-secret-merger')
  expect(seen.models.find(({ name }) => name === 'qwen2.5:7b')?.record).toMatchObject({
    spans: { refused: 0 },
    unfit: null,
  })
  const types = 'model-unfit,model-unavailable,model-available'
  await until('the event', async () => (await eventsOfType(daemon, types, bad.viewer)).length > 0)
  expect(await eventsOfType(daemon, types, good.viewer)).toEqual([])
})
