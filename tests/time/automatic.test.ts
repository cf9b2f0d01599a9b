/** Snapshots that rules make. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { talk } from '../support/coding-talk.js'
import { execute, migratedDatabase, select, type TestDatabase } from '../support/database.js'
import { startDaemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { daemonByHand, sentOf, type ByHand } from './played.js'

let by: ByHand
beforeAll(async () => {
  by = await daemonByHand()
})
afterAll(() => by.daemon.stop())

const PLAIN = { mask: null, truncateInputs: null }

async function fill(session: TestSession, share: number): Promise<void> {
  for (let from = 1; ; from += 1) {
    const { utilization } = await session.contextStatus()
    if (utilization >= share) return
    await session.append(talk(1, from))
  }
}

async function snapshotsOf(session: TestSession) {
  return (await session.call('listSnapshots', {})).snapshots
}

test('[R1] [B4] before the first cut above 80% of the limit, and again only after the context was below', async () => {
  const session = await by.daemon.openSession({ policy: PLAIN })
  await fill(session, 0.81)
  expect(await snapshotsOf(session)).toEqual([])
  const before = await sentOf(session)
  const { used } = await session.contextStatus()
  await by.work()
  const [saved, ...others] = await snapshotsOf(session)
  expect(others).toEqual([])
  expect(saved).toMatchObject({ auto: true, purpose: 'recovery', name: null, tokenCount: used })
  const events = await session.eventsWith('compressed')
  const at = (type: string) => events.findIndex((event) => event.type === type)
  expect(at('auto-snapshot-created')).toBeGreaterThan(0)
  expect(at('auto-snapshot-created')).toBeLessThan(at('context-rewritten'))
  expect(await sentOf(session)).not.toEqual(before)
  await session.call('restoreSnapshot', { params: { snapshotId: saved!.id } })
  expect(await sentOf(session)).toEqual(before)
  await session.append([{ role: 'user', content: 'Go on.' }])
  await by.work()
  expect((await snapshotsOf(session)).map(({ purpose }) => purpose)).toEqual(['recovery', 'rollback', 'recovery'])
})

test('[R1] [B4] at 85% of the limit together with the advice, and before an emergency', async () => {
  const session = await by.daemon.openSession({ policy: { ...PLAIN, summarize: null } })
  await fill(session, 0.85)
  const [saved] = await snapshotsOf(session)
  const { used } = await session.contextStatus()
  expect(saved).toMatchObject({ auto: true, purpose: 'recovery', tokenCount: used })
  const events = await session.eventsWith('fresh-session-advised')
  expect(events.some(({ type }) => type === 'auto-snapshot-created')).toBe(true)
  await session.context('openai', { reserve: '3000' })
  const [newest] = await snapshotsOf(session)
  expect(newest).toMatchObject({ auto: true, purpose: 'emergency', tokenCount: used })
  expect((await session.events()).some(({ type }) => type === 'emergency')).toBe(true)
})

test('[R1] only the newest automatic ones stay, named ones until they are deleted; a policy switches them off', async () => {
  const session = await by.daemon.openSession({ policy: { snapshots: { keep: 2 } } })
  await session.append(talk(1))
  const { id: named } = await session.call('createSnapshot', { body: { name: 'kept', purpose: 'recovery' } })
  const rollbacks: (string | null)[] = []
  for (let turn = 0; turn < 4; turn++)
    rollbacks.push((await session.call('restoreSnapshot', { params: { snapshotId: named } })).rollbackId)
  expect((await snapshotsOf(session)).map(({ id }) => id)).toEqual([rollbacks[3], rollbacks[2], named])
  await session.update({ policy: { snapshots: { enabled: false } } })
  const refused = await session.send('createSnapshot', { body: {} })
  expect([refused.status, refused.problem.code]).toEqual([409, 'snapshots_disabled'])
  for (const policy of [{ snapshots: { auto: false } }, { snapshots: { enabled: false } }]) {
    const quiet = await by.daemon.openSession({ policy: { ...PLAIN, ...policy } })
    await fill(quiet, 0.86)
    await quiet.context('openai', { reserve: '3000' })
    expect(await snapshotsOf(quiet)).toEqual([])
  }
})

test('[R1] [P1] a snapshot that fails becomes an event; the append and the cut are made all the same', async () => {
  const database: TestDatabase = await migratedDatabase()
  const daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
  try {
    await execute(
      database.url,
      `CREATE FUNCTION palimpsest.refuse_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON palimpsest.snapshots FOR EACH ROW EXECUTE FUNCTION palimpsest.refuse_snapshot()`,
    )
    const session = await daemon.openSession({ policy: PLAIN })
    await fill(session, 0.86)
    await session.context('openai', { reserve: '3000' })
    const events = await session.eventsWith('emergency')
    const failed = events.filter(({ type }) => type === 'snapshot-error')
    expect(failed.map(({ data }) => (data as { purpose: string }).purpose)).toEqual(['recovery', 'emergency'])
    expect(await snapshotsOf(session)).toEqual([])
    expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
    expect((await session.send('createSnapshot', { body: {} })).status).toBeGreaterThanOrEqual(500)
  } finally {
    await daemon.stop()
    await database.drop()
  }
})

test('[R1] [13] the 501st snapshot of a session is refused, and nothing of it stays', async () => {
  const database: TestDatabase = await migratedDatabase()
  const daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
  try {
    const session = await daemon.openSession()
    await session.append([{ role: 'user', content: 'Hello.' }])
    const { id } = await session.call('createSnapshot', { body: { name: 'first' } })
    await execute(
      database.url,
      `INSERT INTO palimpsest.snapshots (session_id, id, is_auto, body)
       SELECT session_id, id || '_' || n, is_auto, body FROM palimpsest.snapshots, generate_series(1, 499) n WHERE id = $1`,
      [id],
    )
    const events = `SELECT count(*)::integer AS count FROM palimpsest.events`
    const before = await select(database.url, events)
    const refused = await session.send('createSnapshot', { body: {} })
    expect([refused.status, refused.problem.code]).toEqual([409, 'too_many_snapshots'])
    const count = 'SELECT count(*)::integer AS count FROM palimpsest.snapshots'
    expect(await select(database.url, count)).toEqual([{ count: 500 }])
    expect(await select(database.url, events)).toEqual(before)
    await session.call('deleteSnapshot', { params: { snapshotId: id } })
    const made = await session.call('createSnapshot', { body: { name: 'last' } })
    const { snapshots } = await session.call('listSnapshots', { query: { limit: 1 } })
    expect(snapshots).toMatchObject([{ id: made.id, name: 'last' }])
  } finally {
    await daemon.stop()
    await database.drop()
  }
})
