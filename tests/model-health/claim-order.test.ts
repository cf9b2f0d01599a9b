import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'
import { careRoom, ended, filledSession } from '../support/filled-session.js'
import { often } from '../support/long-run.js'

let ollama: ScriptedOllama
let database: TestDatabase
const daemons: Daemon[] = []
beforeEach(async () => {
  ;[ollama, database] = await Promise.all([scriptedOllama({ firstTokenMs: 40 }), migratedDatabase()])
})
afterEach(async () => {
  await Promise.all(daemons.splice(0).map((daemon) => daemon.stop()))
  await ollama.close()
  await database.drop()
})
const start = async (works: boolean, env: Record<string, string> = {}) => {
  const { daemon } = await careRoom(ollama, database, { works, env })
  daemons.push(daemon)
  return daemon
}
/** Sessions in the order their compressions began. */
const began = async (daemon: Daemon): Promise<string[]> =>
  (await daemon.client.call('readEvents', { query: { types: 'compression-started', limit: 500 } })).events.map(
    ({ sessionId }) => sessionId!,
  )

test('[V7] an app with many waiting sessions does not keep the model from one with a single session', async () => {
  const api = await start(false)
  const [many, single] = [await api.newApp(), await api.newApp()]
  const first: string[] = []
  for (let i = 0; i < often(4, 6); i++) first.push(await filledSession(api, { key: many.app, from: i * 40 }))
  const last = await filledSession(api, { key: single.app })
  const worker = await start(true)
  for (const id of [...first, last]) await ended(worker, id, 60_000)
  const order = await until('all have begun', async () => {
    const seen = await began(worker)
    return seen.length > first.length && seen
  })
  // No job of the many may come between two that the other waits for: one that ran, and its own.
  expect(order.indexOf(last)).toBeLessThanOrEqual(1)
  expect(ollama.maxConcurrent).toBe(1)
})

test('[V7] within an app the session nearest its limit comes first', async () => {
  const api = await start(false)
  const { app } = await api.newApp()
  // Written in another order than they fill.
  const turns = [22, 25, 23, 24]
  const sessions: { id: string; used: number }[] = []
  for (const count of turns) {
    const id = await filledSession(api, { key: app, turns: count })
    const { contextStatus } = await api.client.call('getSession', { params: { sessionId: id } })
    expect(contextStatus.compressor.state).toBe('queued')
    sessions.push({ id, used: contextStatus.used + contextStatus.waiting })
  }
  const worker = await start(true)
  for (const { id } of sessions) await ended(worker, id, 60_000)
  const order = await until('all have begun', async () => {
    const seen = await began(worker)
    return seen.length >= 4 && seen
  })
  expect(order.slice(0, 4)).toEqual(sessions.toSorted((a, b) => b.used - a.used).map(({ id }) => id))
})

test('[V7] three workers on one database have no more calls at once than the model has slots', async () => {
  const api = await start(false)
  const sessions: string[] = []
  for (let i = 0; i < often(4, 6); i++) sessions.push(await filledSession(api, { from: i * 40 }))
  // The first call is answered once there is a second: on a busy machine one might end before the next begins.
  ollama.together = 2
  await Promise.all([1, 2, 3].map(() => start(true, { OLLAMA_CONCURRENCY: '2' })))
  await until('both slots are used', () => ollama.maxConcurrent === 2)
  ollama.together = 1
  for (const id of sessions) await ended(api, id, 60_000)
  expect(ollama.maxConcurrent).toBe(2)
})

test('[V7] copying does not wait for a model that is busy with another', async () => {
  ollama.scenario = 'hang'
  const daemon = await start(true)
  const waiting = await filledSession(daemon)
  await until('the model is asked', () => ollama.running > 0)
  const id = await filledSession(daemon, { turns: 15 })
  const compression = await daemon.client.call('requestCompression', {
    params: { sessionId: id },
    body: { strategy: 'extractive', waitMs: 15_000 },
  })
  expect(compression).toMatchObject({ status: 'completed', attempts: [] })
  expect(
    (await daemon.client.call('getSession', { params: { sessionId: waiting } })).contextStatus.compressor.state,
  ).toBe('running')
})
