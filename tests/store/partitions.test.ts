import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { execute, select, wholeDatabase, type TestDatabase } from '../support/database.js'
import { partition } from '../support/partition.js'

/** The DDL of ops/sql on a database with rows. The files of the project `partitioned` run on the tables it makes. */

let database: TestDatabase
let daemon: Daemon
beforeAll(async () => {
  database = await wholeDatabase()
  // Rows of before move into the partitions.
  const whole = await startDaemon({ env: { DATABASE_URL: database.url } })
  await (await whole.openSession({ externalId: 'before' })).append(talk(2))
  await whole.stop()
  await partition(database.url)
  daemon = await startDaemon({ env: { DATABASE_URL: database.url }, works: true })
})
afterAll(async () => {
  await daemon.stop()
  await database.drop()
})

test('[11] the documented DDL partitions the tables, with no row lost', async () => {
  const { sessions } = await daemon.client.call('listSessions', { query: { externalId: 'before' } })
  const history = await daemon.client.call('readHistory', { params: { sessionId: sessions[0]!.id } })
  expect(history.messages.length).toBe(talk(2).length)
  expect(await daemon.client.call('auditSession', { params: { sessionId: sessions[0]!.id } })).toMatchObject({
    ok: true,
  })
})

test('[P1] [P2] [P10] appends, retries, contexts, compressions, restores, forks, searches and deletions work on partitions', async () => {
  const { app, appId } = await daemon.newApp()
  const session = await daemon.openSession({ contextSize: '8K' }, { key: app })
  const messages = talk(20)
  const headers = { 'idempotency-key': 'once' }
  const path = `/v1/sessions/${session.id}/messages`
  const first = await daemon.call('POST', path, { key: app, headers, body: { format: 'openai', messages } })
  const again = await daemon.call('POST', path, { key: app, headers, body: { format: 'openai', messages } })
  expect([first.status, again.json.messages]).toEqual([201, first.json.messages])
  expect(first.json.messages.length).toBe(messages.length)
  const snapshot = await session.call('createSnapshot', { body: {} })
  await session.append(talk(3, 30))
  const compression = await session.call('requestCompression', { body: { strategy: 'extractive', waitMs: 20_000 } })
  expect(compression.status).toBe('completed')
  expect(await session.audit()).toMatchObject({ ok: true })
  await session.call('restoreSnapshot', { params: { snapshotId: snapshot.id } } as never)
  const fork = await session.call('forkSession', { body: {} })
  await indexPending(daemon.ports)
  const { hits } = (await daemon.call('GET', `/v1/search?q=${encodeURIComponent('test')}`, { key: app })).json
  expect(Array.isArray(hits)).toBe(true)
  const events = await daemon.client.as(app).call('readEvents', { query: { after: '0' } } as never)
  expect(events.events.length).toBeGreaterThan(10)
  expect(new Set(events.events.map((event: { appId: string }) => event.appId))).toEqual(new Set([appId]))
  const { removed } = await session.call('deleteSession', {})
  expect(removed.messages).toBe(messages.length + talk(3, 30).length)
  const kept = await daemon.client.as(app).call('auditSession', { params: { sessionId: fork.id } })
  expect(kept).toMatchObject({ ok: true })
  // The fork reads the rows of its parent, which go with it.
  const rows = `SELECT 1 FROM palimpsest.messages WHERE session_id IN ('${session.id}', '${fork.id}') LIMIT 1`
  expect((await select(database.url, rows)).length).toBe(1)
  await daemon.client.as(app).call('deleteSession', { params: { sessionId: fork.id } })
  expect(await select(database.url, rows)).toEqual([])
})

test('[P1] history on partitions is only ever appended', async () => {
  const session = await daemon.openSession({})
  await session.append(talk(1))
  const change = `UPDATE palimpsest.messages SET raw = '{}' WHERE session_id = '${session.id}'`
  await expect(execute(database.url, change)).rejects.toThrow('history is only ever appended')
  const remove = `DELETE FROM palimpsest.messages WHERE session_id = '${session.id}'`
  await expect(execute(database.url, remove)).rejects.toThrow('leave only with all sessions that have them')
})
