import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBackup, openStore, restoreBackup, writeBackup, type BackupReport } from '../../src/store/index.js'
import { migrate, migrateWithin } from '../../src/store/migrate.js'
import { MIGRATIONS } from '../../src/store/migrations/index.js'
import { chatter } from '../support/chatter.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { execute, migratedDatabase, select, testDatabase, type TestDatabase } from '../support/database.js'
import { hasInstalledPostgres, installedPostgres, type InstalledPostgres } from '../support/installed-postgres.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const backup = (url: string, name: string): Promise<BackupReport> =>
  writeBackup({ url, version: 'test', out: createWriteStream(join(folder, name)) })
const restore = (url: string, name: string, options: { replace?: boolean } = {}) =>
  restoreBackup({ url, from: createReadStream(join(folder, name)), log: quietLog(), ...options })
const digests = ({ tables }: Pick<BackupReport, 'tables'>) =>
  Object.fromEntries(tables.map(({ table, rows, sha256 }) => [table, `${rows} ${sha256}`]))
const schemaOf = (url: string) =>
  select(
    url,
    `SELECT table_name, column_name, data_type FROM information_schema.columns JOIN pg_class c ON c.relname = table_name
     WHERE table_schema = 'palimpsest' AND c.relnamespace = to_regnamespace('palimpsest') AND NOT c.relispartition
     ORDER BY table_name, column_name`,
  )

/** Opens sessions with checkpoints, goals, a snapshot and text of every kind. */
async function fill(daemon: Daemon): Promise<string[]> {
  const ids: string[] = []
  for (const name of ['one', 'two']) {
    const session = await daemon.openSession({ contextSize: '4K', externalId: name, metadata: { name } })
    for (let n = 0; n < 24; n += 4) await session.append(chatter(4, n))
    await session.append([{ role: 'user', content: `tab\there, \\. and \\N, line\nend, \u2028, \u0000, quotes "'` }])
    await daemon.client.call('createSnapshot', { params: { sessionId: session.id }, body: { name } })
    ids.push(session.id)
  }
  await until('both are compressed', async () => {
    const all = await Promise.all(
      ids.map((sessionId) => daemon.client.call('listCompressions', { params: { sessionId } })),
    )
    return all.every(({ compressions }) => compressions.some(({ status }) => status === 'completed'))
  })
  return ids
}

const histories = async (daemon: Daemon, ids: string[]) =>
  Promise.all(
    ids.map(async (sessionId) => {
      const path = `/v1/sessions/${sessionId}/messages?limit=1000`
      return (await daemon.call('GET', path)).json.messages
    }),
  )

async function auditAll(daemon: Daemon): Promise<void> {
  const { sessions } = await daemon.client.call('listSessions', { query: { limit: 100 } })
  expect(sessions.length).toBeGreaterThan(0)
  for (const { id } of sessions)
    expect(await daemon.client.call('auditSession', { params: { sessionId: id } })).toMatchObject({
      ok: true,
      violations: [],
    })
}

describe.skipIf(!hasInstalledPostgres)('between versions of Postgres', () => {
  let postgres: InstalledPostgres
  let embedded: TestDatabase
  let back: TestDatabase
  beforeAll(async () => {
    postgres = await installedPostgres()
    embedded = await migratedDatabase()
    back = await testDatabase()
  })
  afterAll(async () => {
    await postgres?.stop()
    await embedded?.drop()
    await back?.drop()
  })

  test('[P1] [P10] embedded → Postgres of the system → embedded: every row, every audit, and the cursors of clients', async () => {
    const first = await startDaemon({ env: { DATABASE_URL: embedded.url }, works: true })
    const ids = await fill(first)
    const before = await histories(first, ids)
    const { cursor } = await first.client.call('readEvents', { query: { limit: 500 } })
    // Appends go on during the backup; it contains a moment of them.
    let stopped = false
    const busy = await first.openSession({ contextSize: '128K' })
    const appending = (async () => {
      for (let n = 0; !stopped; n++) await busy.append(chatter(1, n))
    })()
    const source = await backup(embedded.url, 'embedded')
    stopped = true
    await appending
    const { cursor: latest } = await first.client.call('readEvents', { query: { after: cursor, limit: 500 } })
    await first.stop()

    expect(digests(await restore(postgres.url, 'embedded'))).toEqual(digests(source))
    const second = await startDaemon({ env: { DATABASE_URL: postgres.url } })
    await auditAll(second)
    expect(await histories(second, ids)).toEqual(before)
    const known = await second.client.call('readEvents', { query: { after: cursor, limit: 500 } })
    expect(known.events.every((event) => event.cursor > cursor)).toBe(true)
    await second.client.call('appendMessages', {
      params: { sessionId: ids[0]! },
      body: { messages: chatter(1, 500) },
    })
    const news = await second.client.call('readEvents', { query: { after: known.cursor, limit: 500 } })
    expect(news.events[0]).toMatchObject({ type: 'message-appended', sessionId: ids[0] })
    // A client that saw events which the backup does not contain learns of it.
    const lost = await second.client.send('readEvents', { query: { after: latest, limit: 500 } })
    expect([lost.status, lost.text]).toEqual([409, expect.stringContaining('cursor_invalid')])
    await second.stop()

    const middle = await backup(postgres.url, 'installed')
    expect(digests(await restore(back.url, 'installed'))).toEqual(digests(middle))
    const third = await startDaemon({ env: { DATABASE_URL: back.url }, works: true })
    await auditAll(third)
    // What has an order of its own continues in it.
    const session = await third.openSession({ contextSize: '4K' })
    for (let n = 0; n < 24; n += 4) await session.append(chatter(4, n))
    await session.compressionEnded()
    await auditAll(third)
    await third.stop()
  })
})

describe('a backup', () => {
  let database: TestDatabase
  let report: BackupReport
  beforeAll(async () => {
    database = await migratedDatabase()
    const daemon = await startDaemon({ env: { DATABASE_URL: database.url }, works: true })
    await fill(daemon)
    await daemon.stop()
    report = await backup(database.url, 'whole')
  })
  afterAll(() => database?.drop())

  test('[P1] a file that is cut off or has one wrong byte is refused, and nothing is changed', async () => {
    const bytes = await readFile(join(folder, 'whole'))
    const target = await testDatabase()
    // Byte 10 is the first after the header of gzip, whose time and system nothing depends on.
    const at = (share: number) => 10 + Math.floor(share * (bytes.length - 11))
    const shares = [0, 0.01, 0.2, 0.5, 0.8, 0.99, 1]
    const cut = shares.map((share) => bytes.subarray(0, at(share)))
    const wrong = shares.map((share) => Buffer.from(bytes).fill(bytes[at(share)]! ^ 0x10, at(share), at(share) + 1))
    const plain = gunzipSync(bytes)
    const inside = [0.3, 0.6, 0.9].map((share) => {
      const place = Math.floor(share * plain.length)
      return gzipSync(Buffer.from(plain).fill(plain[place]! ^ 0x01, place, place + 1))
    })
    const shorter = [gzipSync(plain.subarray(0, -40)), gzipSync(Buffer.concat([plain, plain])), gzipSync('')]
    for (const [index, damaged] of [...cut, ...wrong, ...inside, ...shorter].entries()) {
      await writeFile(join(folder, 'damaged'), damaged)
      await expect(checkBackup(Readable.from([damaged])), `check ${index}`).rejects.toThrow()
      await expect(restore(target.url, 'damaged'), `restore ${index}`).rejects.toThrow()
    }
    await expect(checkBackup(Readable.from([bytes.subarray(0, 500)]))).rejects.toThrow(/ends early/)
    expect(await schemaOf(target.url)).toEqual([])
    expect(digests(await restore(target.url, 'whole'))).toEqual(digests(report))
    await target.drop()
  })

  test('[P1] a restore refuses a database in use and one that is not empty; with replace, all of it or nothing', async () => {
    const target = await migratedDatabase()
    const daemon = await startDaemon({ env: { DATABASE_URL: target.url } })
    const kept = await daemon.openSession()
    await expect(restore(target.url, 'whole', { replace: true })).rejects.toThrow(/Stop all API and worker/)
    await daemon.stop()
    await expect(restore(target.url, 'whole')).rejects.toThrow(/not empty: 1 session,/)
    const bytes = await readFile(join(folder, 'whole'))
    await writeFile(join(folder, 'half'), bytes.subarray(0, bytes.length / 2))
    await expect(restore(target.url, 'half', { replace: true })).rejects.toThrow(/ends early/)
    const stop = new AbortController()
    const slow = Readable.from(
      (async function* () {
        yield bytes.subarray(0, bytes.length / 2)
        stop.abort()
        await new Promise((resolve) => setImmediate(resolve))
        yield bytes.subarray(bytes.length / 2)
      })(),
    )
    await expect(
      restoreBackup({ url: target.url, from: slow, log: quietLog(), replace: true, signal: stop.signal }),
    ).rejects.toThrow(/Nothing was changed/)
    const ids = () => select(target.url, 'SELECT id FROM palimpsest.sessions')
    expect(await ids()).toEqual([{ id: kept.id }])
    await restore(target.url, 'whole', { replace: true })
    expect(await ids()).toHaveLength(2)
    await target.drop()
  })

  test('[14] an older backup is migrated; one with a migration that is unknown here is refused', async () => {
    const old = await testDatabase()
    const client = new pg.Client({ connectionString: old.url })
    await client.connect()
    await client.query('BEGIN')
    await migrateWithin(client, quietLog(), new Set(MIGRATIONS.map(({ id }) => id).filter((id) => id <= 17)))
    await client.query(`INSERT INTO apps (id, name, created_at) VALUES ('app_old', '"old"', now())`)
    await client.query('COMMIT')
    await client.end()
    await backup(old.url, 'old')
    const target = await testDatabase()
    await restore(target.url, 'old')
    expect(await select(target.url, 'SELECT id, retention_days FROM palimpsest.apps')).toEqual([
      { id: 'app_old', retention_days: null },
    ])
    expect(await schemaOf(target.url)).toEqual(await schemaOf(database.url))
    await execute(old.url, `INSERT INTO palimpsest.migrations (id, name, checksum) VALUES (999999, 'later', 'x')`)
    await backup(old.url, 'newer')
    const empty = await testDatabase()
    await expect(restore(empty.url, 'newer')).rejects.toThrow(/migration 999999.*newer version/)
    await Promise.all([old, target, empty].map((one) => one.drop()))
  })

  test('[P1] a migration waits for a running backup; a start without one does not', async () => {
    const source = await testDatabase()
    const client = new pg.Client({ connectionString: source.url })
    await client.connect()
    await client.query('BEGIN')
    await migrateWithin(client, quietLog(), new Set([1]))
    await client.query('COMMIT')
    // A reader of the backup that takes nothing keeps it running.
    let take = () => {}
    const taken = new Promise<void>((resolve) => (take = resolve))
    const running = writeBackup({
      url: source.url,
      version: 'test',
      out: new Writable({
        write: (_chunk, _encoding, next) => void taken.then(() => next()),
      }),
    })
    await until('the backup holds its lock', async () => {
      const rows = await select<{ count: number }>(
        source.url,
        `SELECT count(*)::integer AS count FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      return rows[0]!.count > 0
    })
    const log = quietLog()
    const migrating = migrate(source.url, log)
    await until('it waits', () => log.lines.some(({ message }) => message.includes('a backup is running')))
    take()
    await running
    await migrating
    expect(log.lines.some(({ message }) => message === 'database migrated')).toBe(true)
    await client.end()
    const store = await openStore({ url: source.url, log: quietLog() })
    await store.close()
    await source.drop()
  })
})
