import { afterEach, beforeEach, expect, test } from 'vitest'
import { offerUpgrade } from '../../src/app/compression/rewrite/offer-upgrade.js'
import { requeueUpgrades } from '../../src/app/compression/requeue-pending.js'
import { type Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'
import {
  careRoom,
  compressionsOf,
  ended,
  eventsOfType,
  expectSound,
  filledSession,
  MovedClock,
  plainTalk,
  say,
} from '../support/filled-session.js'

let ollama: ScriptedOllama
let database: TestDatabase
const daemons: Daemon[] = []
beforeEach(async () => {
  ;[ollama, database] = await Promise.all([scriptedOllama({ others: ['other:7b'] }), migratedDatabase()])
})
afterEach(async () => {
  for (const daemon of daemons.splice(0)) await daemon.stop()
  await ollama.close()
  await database.drop()
})
const start = async (clock = new MovedClock(), env: Record<string, string> = {}) => {
  const started = await careRoom(ollama, database, { clock, env })
  daemons.push(started.daemon)
  return started.daemon
}

/** Looks for what may be written again; the daemon's own sweep may come first. */
async function pendingUpgrade(daemon: Daemon, id: string): Promise<void> {
  await requeueUpgrades(daemon.ports)
  await until('an upgrade is pending', async () =>
    (await compressionsOf(daemon, id)).some(({ trigger }) => trigger === 'upgrade'),
  )
}

test('[I11] [I12] [V6] after three failures a broken server is left alone, over a restart too; one job tries, and every app hears of it', async () => {
  ollama.scenario = 'error500'
  const clock = new MovedClock()
  let daemon = await start(clock)
  const { app, viewer } = await daemon.newApp()
  const sessions: string[] = []
  for (let i = 0; i < 5; i++) {
    const id = await filledSession(daemon, { key: app, from: i * 100 })
    sessions.push(id)
    for (const one of await ended(daemon, id))
      expect(one).toMatchObject({ status: 'completed', withoutModel: 'model-unavailable' })
    await expectSound(daemon, id)
  }
  expect(ollama.calls).toBe(3)
  const [opened, ...more] = await until('the event', async () => {
    const events = await eventsOfType(daemon, 'model-unavailable', viewer)
    return events.length > 0 && events
  })
  expect(more).toEqual([])
  expect(opened).toMatchObject({ appId: '*', sessionId: null, data: { model: null, fault: 'unavailable' } })
  const status = (await daemon.client.call('getSession', { params: { sessionId: sessions[0]! } })).contextStatus
  expect(status.degraded.join()).toMatch(/model-unavailable: the model server \S+ does not answer;/)
  expect(status.compressor.state).toBe('idle')

  await daemons.pop()!.stop()
  daemon = await start(clock)
  const again = await filledSession(daemon)
  expect((await ended(daemon, again))[0]).toMatchObject({
    status: 'completed',
    withoutModel: 'model-unavailable',
    attempts: [],
  })
  expect(ollama.calls).toBe(3)
  expect((await daemon.client.call('listModels')).server.breaker).toMatchObject({
    state: 'open',
    fault: 'unavailable',
  })

  // Half-open and still broken: one call more, and no second event.
  clock.forward(15_000)
  await ended(daemon, await filledSession(daemon))
  expect(ollama.calls).toBe(4)
  await ended(daemon, await filledSession(daemon))
  expect(ollama.calls).toBe(4)

  ollama.scenario = 'honest'
  clock.forward(60_000)
  const healed = await ended(daemon, await filledSession(daemon))
  expect(healed[0]).toMatchObject({ status: 'completed' })
  expect(healed[0]?.attempts.at(-1)).toMatchObject({ verdict: 'accepted' })
  await until(
    'one event of the return',
    async () => (await eventsOfType(daemon, 'model-available', viewer)).length === 1,
  )
  expect(await eventsOfType(daemon, 'model-unavailable', viewer)).toHaveLength(1)
  expect(
    (await daemon.client.call('getSession', { params: { sessionId: again } })).contextStatus.degraded.join(),
  ).not.toMatch(/model-unavailable/)
})

test('[V6] a server that is not there is found out without a call, and not called a second time', async () => {
  await ollama.close()
  const clock = new MovedClock()
  const daemon = await start(clock)
  for (let i = 0; i < 4; i++)
    expect((await ended(daemon, await filledSession(daemon)))[0]).toMatchObject({
      status: 'completed',
      withoutModel: 'model-unavailable',
    })
  expect(await daemon.client.call('listModels')).toMatchObject({ server: { breaker: { state: 'open' } } })
  ollama = await scriptedOllama()
})

test('[V6] an unknown name opens the breaker of that name only', async () => {
  const daemon = await start()
  for (let i = 0; i < 4; i++) await ended(daemon, await filledSession(daemon, { model: 'gpt-4o', turns: 28 }))
  const other = await ended(daemon, await filledSession(daemon))
  expect(other[0]?.attempts.at(-1)).toMatchObject({ verdict: 'accepted' })
  const { models, server } = await daemon.client.call('listModels')
  expect(server.breaker).toMatchObject({ state: 'closed', failures: 0 })
  expect(models.find(({ name }: { name: string }) => name === 'gpt-4o')).toMatchObject({
    present: false,
    breaker: { state: 'open', fault: 'no-such-model' },
  })
  expect(models.find(({ name }: { name: string }) => name === 'qwen2.5:7b')).toMatchObject({
    present: true,
    breaker: { state: 'closed' },
    record: { spans: { refused: 0 }, unfit: null },
  })
})

test('[V5] [P7] what a model writes again and what keeps less than the copy changes nothing, and is not asked for again', async () => {
  ollama.scenario = 'error500'
  const clock = new MovedClock()
  const daemon = await start(clock)
  // So full of exact strings that no summary in whole sentences keeps as many.
  const id = await filledSession(daemon)
  await ended(daemon, id)
  const before = (await daemon.client.send('readContext', { params: { sessionId: id } })).text
  ollama.scenario = 'inventing'
  clock.forward(301_000)
  await pendingUpgrade(daemon, id)
  expect((await ended(daemon, id))[0]).toMatchObject({ trigger: 'upgrade', status: 'skipped', reason: 'not-better' })
  const after = await daemon.client.call('readContext', { params: { sessionId: id } })
  expect(after.messages).toEqual(JSON.parse(before).messages)
  expect(after.contextStatus.compressor.state).toBe('idle')
  expect(await requeueUpgrades(daemon.ports)).toBe(false)
})

test('[V5] when the model is back, copied checkpoints of idle sessions are written again from the originals, for the same messages', async () => {
  ollama.scenario = 'error500'
  const clock = new MovedClock()
  const daemon = await start(clock)
  const { id } = await daemon.openSession({ contextSize: '4K' })
  await daemon.client.send('appendMessages', { params: { sessionId: id }, body: { messages: plainTalk(26) } })
  await ended(daemon, id)
  const [old] = (await daemon.client.call('listCheckpoints', { params: { sessionId: id } })).checkpoints
  expect(old!.summarizer.kind).toBe('extractive')
  ollama.scenario = 'honest'
  // The session may still be in use: a cut would cost the prompt cache.
  expect(await offerUpgrade(daemon.ports)).toBe(false)
  clock.forward(301_000)
  await pendingUpgrade(daemon, id)
  const after = await ended(daemon, id)
  expect(after[0]).toMatchObject({ trigger: 'upgrade', status: 'completed' })
  const checkpoints = (await daemon.client.call('listCheckpoints', { params: { sessionId: id } })).checkpoints
  const fresh = checkpoints.find(({ supersedes }) => supersedes.includes(old!.id))
  expect(fresh).toMatchObject({
    covered: old!.covered,
    number: old!.number,
    sourceDigest: old!.sourceDigest,
    generation: 0,
    level: 3,
  })
  expect(fresh!.summarizer.kind).not.toBe('extractive')
  expect(fresh!.verification.score).toBeGreaterThanOrEqual(old!.verification.score - 0.02)
  await until('the event', async () => (await eventsOfType(daemon, 'checkpoint-upgraded')).length > 0)
  await expectSound(daemon, id)
  const compressions = (await compressionsOf(daemon, id)).length
  await say(daemon, id, { turns: 2, from: 500 })
  await expectSound(daemon, id)
  // Done once is done.
  clock.forward(301_000)
  expect(await requeueUpgrades(daemon.ports)).toBe(false)
  expect((await compressionsOf(daemon, id)).filter(({ trigger }) => trigger === 'upgrade')).toHaveLength(1)
  expect(compressions).toBeGreaterThan(1)
})
