import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyRetention } from '../../src/app/apps/apply-retention.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

const DAY_MS = 24 * 60 * 60_000
let laterMs = 0
let daemon: Daemon
beforeAll(async () => {
  const now = () => new Date(Date.now() + laterMs)
  daemon = await startDaemon({
    ports: (ports) => ({ ...ports, clock: { now, monotonicMs: () => ports.clock.monotonicMs() } }),
  })
})
afterAll(() => daemon.stop())

const MODEL = 'gpt-4o:7b'

test('[10.3] [P11] an app has a default preset and policy for its sessions; their own settings come on top', async () => {
  const { appId, app } = await daemon.newApp()
  const mine = daemon.client.as(app)
  const tail = { tokens: 1_500 }
  const changed = await mine.call('updateApp', { params: { appId }, body: { preset: 'tiered', policy: { tail } } })
  expect(changed).toMatchObject({ id: appId, preset: 'tiered', policy: { tail }, retentionDays: null })

  const plain = await mine.call('createSession', { body: { model: MODEL } })
  expect(plain).toMatchObject({ preset: 'tiered', policy: { tail: { tokens: 1_500, messages: 5 } } })
  const own = { model: MODEL, policy: { tail: { tokens: 900 }, snapshots: { keep: 2 } } }
  expect(await mine.call('createSession', { body: own })).toMatchObject({
    preset: 'tiered',
    policy: { tail: { tokens: 900 }, snapshots: { keep: 2, enabled: true } },
  })
  expect(await mine.call('createSession', { body: { model: MODEL, preset: 'simple' } })).toMatchObject({
    preset: 'simple',
    policy: { tail: { tokens: 0, messages: 3 } },
  })
  const others = await daemon.newApp()
  expect((await daemon.client.as(others.app).call('createSession', { body: { model: MODEL } })).preset).toBe(
    'checkpointed',
  )

  expect((await daemon.client.as(others.app).send('updateApp', { params: { appId }, body: {} })).status).toBe(404)
  expect(
    (await mine.send('updateApp', { params: { appId }, body: { policy: { tail: { tokens: 99_000 } } } })).status,
  ).toBe(400)
  const cleared = await mine.call('updateApp', { params: { appId }, body: { preset: null, policy: null } })
  expect(cleared).toMatchObject({ preset: null, policy: null })
})

test('[P1] [P10] retention schedules an idle session by an event, deletes it whole a day later, and spares one that was used', async () => {
  laterMs = 0
  const { appId, app } = await daemon.newApp()
  const mine = daemon.client.as(app)
  await mine.call('updateApp', { params: { appId }, body: { retentionDays: 30 } })
  const [idle, used] = [await daemon.openSession({}, { key: app }), await daemon.openSession({}, { key: app })]
  const foreign = await daemon.openSession()
  for (const session of [idle, used, foreign]) await session.append(talk(2))
  expect(await applyRetention(daemon.ports)).toEqual({ scheduled: 0, deleted: 0 })

  laterMs = 30 * DAY_MS + 1_000
  expect(await applyRetention(daemon.ports)).toEqual({ scheduled: 2, deleted: 0 })
  expect(await applyRetention(daemon.ports)).toEqual({ scheduled: 0, deleted: 0 })
  const [event] = await idle.eventsOf('session-expiring')
  expect(event!.data).toMatchObject({ retentionDays: 30 })
  const leftMs = Date.parse(event!.data.deletesAt) - Date.now() - laterMs
  expect(leftMs).toBeGreaterThan(0.99 * DAY_MS)
  await used.append(talk(1, 9))

  laterMs += DAY_MS + 1_000
  expect(await applyRetention(daemon.ports)).toEqual({ scheduled: 0, deleted: 1 })
  expect((await idle.send('getSession', {})).status).toBe(404)
  expect((await used.history()).length).toBe(talk(2).length + talk(1, 9).length)
  expect((await foreign.history()).length).toBe(talk(2).length)
  const [deleted] = await idle.eventsOf('session-deleted')
  expect(deleted!.data).toMatchObject({ by: 'retention', messages: talk(2).length })

  // Kept for ever again: what was scheduled meanwhile stays.
  laterMs += 31 * DAY_MS
  expect(await applyRetention(daemon.ports)).toEqual({ scheduled: 1, deleted: 0 })
  await mine.call('updateApp', { params: { appId }, body: { retentionDays: null } })
  laterMs += 2 * DAY_MS
  expect(await applyRetention(daemon.ports)).toEqual({ scheduled: 0, deleted: 0 })
  expect((await used.send('getSession', {})).status).toBe(200)
})

test('[P1] [P10] a deletion reports what it removed, in the reply and in its event', async () => {
  const { app, appId } = await daemon.newApp()
  const session = await daemon.openSession({ policy: { mask: null } }, { key: app })
  await session.append(talk(30))
  await session.context()
  await session.call('createSnapshot', { body: {} })
  const { reductions } = await daemon.ports.store.records(session.id, null).then((records) => records!)
  const checkpoints = (await session.checkpoints()).length
  const { usage } = await daemon.client.call('getApp', { params: { appId } })
  expect(usage).toMatchObject({ sessions: 1, messages: talk(30).length })
  expect(usage.estimatedBytes.messages).toBeGreaterThan(1_000)
  expect(usage.databaseBytes).toBeGreaterThan(usage.estimatedBytes.total)

  const { sessionId, removed } = await session.call('deleteSession', {})
  expect(sessionId).toBe(session.id)
  expect(removed).toMatchObject({ messages: talk(30).length, reductions: reductions.length })
  expect(removed.snapshots).toBeGreaterThan(0)
  expect(removed.checkpoints).toBeGreaterThanOrEqual(checkpoints)
  expect(removed.events).toBeGreaterThan(3)
  const [event] = await session.eventsOf('session-deleted')
  expect(event!.data).toEqual({ ...removed, by: 'request' })
  // An app does not see the size of the whole database.
  const mine = await daemon.client.as(app).call('getApp', { params: { appId } })
  expect(mine.usage).toMatchObject({ sessions: 0, messages: 0 })
  expect(mine.usage).not.toHaveProperty('databaseBytes')
})
