import { afterAll, expect, test } from 'vitest'
import { copyOf, execute, migratedDatabase, select, type TestDatabase } from '../support/database.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { openSocket } from '../support/socket.js'
import { TestSession } from '../support/session.js'
import { until } from '../support/until.js'

/** A database that was restored from an older backup lacks events and versions that clients have seen. */

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

async function databaseToStop(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made
  closing.push(() => database.drop())
  return database
}
async function on(database: TestDatabase): Promise<Daemon> {
  const daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
  closing.push(() => daemon.stop())
  return daemon
}
const say = (session: TestSession, content: string) => session.append([{ role: 'user', content }])
const contextOf = (daemon: Daemon, id: string, headers: Record<string, string> = {}) =>
  daemon.call('GET', `/v1/sessions/${id}/context?format=openai`, { headers })
/** Returns the page of events when it shows so many appended messages. Other transactions of the cluster may delay them. */
const appendedAfter = (daemon: Daemon, cursor: string, messages: number) =>
  until('the events of the messages', async () => {
    const page = (await eventsAfter(daemon, cursor)).json
    const appended = page.events.filter(({ type }: { type: string }) => type === 'message-appended')
    return appended.length >= messages ? { ...page, appended } : null
  })
const eventsAfter = (daemon: Daemon, cursor: string) => daemon.call('GET', `/v1/events?after=${cursor}`)

test('[P10] [13] after the restore of an older backup, cursors and ETags of what it lacks are refused, the others serve on', async () => {
  const database = await databaseToStop(migratedDatabase())
  const first = await on(database)
  const session = await first.openSession()
  await say(session, 'one')
  const kept = (await appendedAfter(first, '0', 1)).cursor
  const keptEtag = (await contextOf(first, session.id)).headers.get('etag')!
  await first.stop()
  const backup = await databaseToStop(copyOf(database.url))

  const second = await on(database)
  const lostSession = new TestSession(second.client, session.id)
  await say(lostSession, 'two, which the backup lacks')
  await say(lostSession, 'three')
  const lost = (await appendedAfter(second, kept, 2)).cursor
  const lostVersion = (await contextOf(second, session.id)).headers.get('etag')!
  const lostSessionTag = (await second.call('GET', `/v1/sessions/${session.id}`)).headers.get('etag')!
  await second.stop()

  const restored = await on(backup)
  const same = new TestSession(restored.client, session.id)
  // Unchanged since the backup.
  expect((await contextOf(restored, session.id, { 'if-none-match': keptEtag })).status).toBe(304)
  const refused = async () => {
    const page = await eventsAfter(restored, lost)
    expect([page.status, page.json.code, page.json.errors[0].path]).toEqual([409, 'cursor_invalid', 'after'])
    const stream = await restored.call('GET', '/v1/events', {
      headers: { accept: 'text/event-stream', 'last-event-id': lost },
    })
    expect([stream.status, stream.json.code]).toEqual([409, 'cursor_invalid'])
    const log = await restored.call('GET', `/v1/sessions/${session.id}/log?after=${lost}`)
    expect([log.status, log.json.code]).toEqual([409, 'cursor_invalid'])
    const socket = await openSocket(`${restored.url}/v1/events`, ADMIN_KEY)
    socket.say({ type: 'subscribe', after: lost })
    expect(await socket.next('error')).toMatchObject({ code: 'cursor_invalid' })
    expect(socket.events()).toEqual([])
    socket.socket.terminate()
  }
  await refused()
  // The log has grown past the position of the lost events, and the session has their version again.
  await say(same, 'another two')
  await say(same, 'another three')
  await refused()
  const context = await contextOf(restored, session.id)
  expect(versionOf(context.headers.get('etag')!)).toBe(versionOf(lostVersion))
  const asked = await contextOf(restored, session.id, { 'if-none-match': lostVersion })
  expect([asked.status, asked.text.includes('another three')]).toEqual([200, true])
  for (const tag of [lostVersion, lostSessionTag]) {
    const stale = await restored.call('POST', `/v1/sessions/${session.id}/messages`, {
      body: { messages: [{ role: 'user', content: 'no' }] },
      headers: { 'if-match': tag },
    })
    expect([stale.status, stale.json.code]).toEqual([412, 'version_mismatch'])
  }
  // A cursor of an event that the backup has misses nothing.
  expect((await appendedAfter(restored, kept, 2)).appended).toHaveLength(2)
})

test('[P10] [13] the same holds for a backup restored while the transaction counter is behind', async () => {
  const database = await databaseToStop(migratedDatabase())
  const first = await on(database)
  const session = await first.openSession()
  await say(session, 'one')
  await first.stop()
  // Events as a cluster wrote them that had seen a million million transactions.
  await execute(
    database.url,
    `SET session_replication_role = replica; UPDATE palimpsest.events SET tx = tx + 1000000000000;
     UPDATE palimpsest.event_clock SET base = base + 1000000000000`,
  )
  const backup = await databaseToStop(copyOf(database.url))
  const second = await on(database)
  await say(new TestSession(second.client, session.id), 'two, which the backup lacks')
  const lost = (await appendedAfter(second, '0', 2)).cursor
  await second.stop()
  // A young cluster.
  await execute(backup.url, 'UPDATE palimpsest.event_clock SET base = 0')
  const restored = await on(backup)
  expect((await eventsAfter(restored, lost)).json.code).toBe('cursor_invalid')
  await say(new TestSession(restored.client, session.id), 'another two')
  expect((await eventsAfter(restored, lost)).json.code).toBe('cursor_invalid')
})

test('[P10] restarts keep cursors valid, and those without events do not add up', async () => {
  const database = await databaseToStop(migratedDatabase())
  const first = await on(database)
  const session = await first.openSession()
  const cursors = [(await eventsAfter(first, '0')).json.cursor]
  for (let start = 0; start < 2; start++) {
    const again = await on(database)
    await say(new TestSession(again.client, session.id), `after start ${start}`)
    // The process that began the incarnation before goes on beside it.
    await say(session, 'by the first')
    for (const cursor of cursors) await appendedAfter(again, cursor, 1)
    cursors.push((await eventsAfter(again, '0')).json.cursor)
  }
  const count = async () => (await select(database.url, 'SELECT id FROM palimpsest.log_incarnations')).length
  const before = await count()
  for (let start = 0; start < 3; start++) await (await on(database)).stop()
  expect(await count()).toBe(before + 1)
  for (const cursor of cursors) expect((await eventsAfter(first, cursor)).status).toBe(200)
})

/** The number of the version in an ETag. */
function versionOf(etag: string): string {
  return /(\d+)-[0-9a-f]{8}/.exec(etag)![1]!
}
