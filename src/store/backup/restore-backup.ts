import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Log } from '../../ports/ports.js'
import { StartError } from '../../ports/start-error.js'
import { pluralize } from '../../domain/number-format.js'
import { connectionOptions, SCHEMA } from '../database.js'
import { migrateWithin, raiseClockAbove, requireKnown } from '../migrate.js'
import { PORTABLE_TEXT, quoted } from './catalog.js'
import { BackupDamaged, readFrames, type BackupEnd, type Frame, type Header, type TableEnd } from './frames.js'

export interface RestoreOptions {
  url: string
  /** The file, compressed. */
  from: Readable
  log: Log
  /** Replaces what the database has now. Without it, a database with sessions, keys or events is refused. */
  replace?: boolean
  signal?: AbortSignal
}
export interface RestoreReport {
  header: Header
  tables: TableEnd[]
  rows: number
}
/** Rows of a database that a restore would replace. */
export interface Occupancy {
  sessions: number
  keys: number
  events: number
}

/**
 * Fills the database from a backup, in one transaction: a restore that is interrupted, or whose file turns out to be
 * damaged, changes nothing. An older backup is migrated. New events get positions after all that clients have seen.
 * Throws StartError for a database in use or not empty, and for a file that is damaged or from a newer version.
 */
export async function restoreBackup({
  url,
  from,
  log,
  replace = false,
  signal,
}: RestoreOptions): Promise<RestoreReport> {
  const client = await connect(url)
  // The server rolls back when the connection closes.
  const abort = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', abort, { once: true })
  try {
    await client.query('BEGIN')
    await client.query(PORTABLE_TEXT)
    await requireUnused(client)
    const { sessions, keys, events } = await readOccupancy(client)
    if (sessions + keys + events > 0 && !replace)
      throw new StartError(
        `The database is not empty: ${pluralize(sessions, 'session')}, ${pluralize(keys, 'key')}, ${pluralize(events, 'event')}. ` +
          `Restore into an empty database, or replace what it has with --replace.`,
      )
    await client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`)
    const report = await fill(client, from, log)
    await client.query('COMMIT')
    return report
  } catch (error) {
    if (signal?.aborted) throw new StartError('The restore was interrupted. Nothing was changed.', { cause: error })
    throw error
  } finally {
    signal?.removeEventListener('abort', abort)
    from.destroy()
    await client.end().catch(() => {})
  }
}

/** Reads the whole file and compares every checksum, without a database. Throws StartError for a damaged file. */
export async function checkBackup(from: Readable): Promise<RestoreReport> {
  const frames = unzippedFrames(from)
  const header = await readHeader(frames)
  const tables: TableEnd[] = []
  for (const { name } of header.tables) tables.push(await readTable(frames, name, async (rows) => drain(rows)))
  return { header, tables, rows: (await readEnd(frames, tables)).rows }
}

/** Counts what a database has. */
export async function occupancyOf(url: string): Promise<Occupancy> {
  const client = await connect(url)
  try {
    return await readOccupancy(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOptions(url), application_name: 'palimpsest-restore' })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function fill(client: pg.Client, from: Readable, log: Log): Promise<RestoreReport> {
  const frames = unzippedFrames(from)
  const header = await readHeader(frames)
  requireKnown(header.migrations)
  await migrateWithin(client, log, new Set(header.migrations.map(({ id }) => id)))
  // Migrations insert rows, such as the event clock, that the backup has as well. Children first.
  for (const { name } of header.tables.toReversed()) await client.query(`DELETE FROM ${quoted(name)}`)
  const tables: TableEnd[] = []
  for (const { name, columns } of header.tables) {
    const text = `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`
    const end = await readTable(frames, name, async (rows) => {
      const copy = client.query(copyFrom(text))
      await pipeline(rows, copy)
      return copy.rowCount
    })
    log.info({ table: name, rows: end.rows }, 'table restored')
    tables.push(end)
  }
  const end = await readEnd(frames, tables)
  for (const [name, value] of Object.entries(end.sequences))
    await client.query('SELECT setval($1::regclass, $2::bigint)', [`${SCHEMA}.${quoted(name)}`, value])
  await raiseClockAbove(client, end.eventEdge)
  // Later migrations meet the rows as they would in an upgrade.
  await migrateWithin(client, log)
  return { header, tables, rows: end.rows }
}

/** Times that connections are counted, a tenth of a second apart: those of a daemon that has just stopped end a moment after it. */
const LOOKS = 20

/** Refuses a database that daemons use: they would go on with what they have in memory. */
async function requireUnused(client: pg.Client): Promise<void> {
  let count = await daemonConnections(client)
  for (let look = 1; count > 0 && look < LOOKS; look++) {
    await client.query('SELECT pg_sleep(0.1)')
    count = await daemonConnections(client)
  }
  if (count > 0)
    throw new StartError(`A daemon uses the database (${count} connections). Stop all API and worker processes first.`)
}

async function daemonConnections(client: pg.Client): Promise<number> {
  // A transaction sees the same connections until this.
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name IN ('palimpsest', 'palimpsest-queue')`,
  )
  return rows[0]!.count
}

async function readOccupancy(client: pg.Client): Promise<Occupancy> {
  const counts: number[] = []
  for (const table of ['sessions', 'keys', 'events']) {
    const name = `${SCHEMA}.${table}`
    const found = await client.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [name])
    const text = `SELECT count(*)::float8 AS count FROM ${name}`
    counts.push(!found.rows[0]?.found ? 0 : (await client.query<{ count: number }>(text)).rows[0]!.count)
  }
  const [sessions = 0, keys = 0, events = 0] = counts
  return { sessions, keys, events }
}

type Frames = AsyncGenerator<Frame>

function unzippedFrames(from: Readable): Frames {
  const unzip = createGunzip()
  // Errors of both streams end the reading of `unzip`.
  pipeline(from, unzip).catch(() => {})
  return readFrames(readable(unzip))
}

async function* readable(unzip: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* unzip
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error
    throw new BackupDamaged(
      error.code === 'Z_BUF_ERROR' ? 'it ends early' : `it is no gzip file or is damaged (${error.message})`,
    )
  }
}

async function nextFrame(frames: Frames): Promise<Frame> {
  const next = await frames.next()
  if (next.done) throw new BackupDamaged('it ends early')
  return next.value
}

async function readHeader(frames: Frames): Promise<Header> {
  const frame = await nextFrame(frames)
  if (frame.kind !== 'header') throw new BackupDamaged('it has no header')
  return frame.header
}

/** Passes the rows of a table to `take`, which returns how many it took. Compares them with the end of the table. */
async function readTable(
  frames: Frames,
  name: string,
  take: (rows: AsyncIterable<Buffer>) => Promise<number | null>,
): Promise<TableEnd> {
  const start = await nextFrame(frames)
  if (start.kind !== 'table' || start.table !== name) throw new BackupDamaged(`the table ${name} is missing`)
  const digest = createHash('sha256')
  let bytes = 0
  let end: TableEnd | undefined
  const rows = async function* (): AsyncGenerator<Buffer> {
    for (;;) {
      const frame = await nextFrame(frames)
      if (frame.kind === 'table-end') return void (end = frame.end)
      if (frame.kind !== 'rows') throw new BackupDamaged(`the table ${name} has no end`)
      digest.update(frame.rows)
      bytes += frame.rows.length
      yield frame.rows
    }
  }
  const taken = await take(rows())
  if (end === undefined || end.table !== name || end.bytes !== bytes || end.sha256 !== digest.digest('hex'))
    throw new BackupDamaged(`the checksum of the table ${name} does not match`)
  if (taken !== null && taken !== end.rows)
    throw new BackupDamaged(`the table ${name} has ${taken} rows instead of ${end.rows}`)
  return end
}

async function readEnd(frames: Frames, tables: readonly TableEnd[]): Promise<BackupEnd> {
  const frame = await nextFrame(frames)
  if (frame.kind !== 'end') throw new BackupDamaged('it has more tables than its header names')
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (frame.end.tables !== tables.length || frame.end.rows !== rows) throw new BackupDamaged('its counts do not match')
  if (!(await frames.next()).done) throw new BackupDamaged('it goes on after its end')
  return frame.end
}

async function drain(rows: AsyncIterable<Buffer>): Promise<null> {
  for await (const _ of rows);
  return null
}
