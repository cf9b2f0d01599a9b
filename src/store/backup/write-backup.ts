import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../../ports/start-error.js'
import { connectionOptions, SCHEMA } from '../database.js'
import { lockOutMigrations } from '../migrate.js'
import { PORTABLE_TEXT, quoted, readSequences, readTables } from './catalog.js'
import { FORMAT_VERSION, FrameWriter, type Header, type TableEnd } from './frames.js'

export interface BackupOptions {
  url: string
  /** Version of this program, for the header. */
  version: string
  out: Writable
  /** Aborts the backup. The output is then incomplete, and a restore refuses it. */
  signal?: AbortSignal
  progress?: (rows: number, estimatedRows: number) => void
}
export interface BackupReport {
  tables: TableEnd[]
  rows: number
  /** Bytes of rows before compression. */
  bytes: number
}

/** Compresses half as much again as the lowest level, at a third of the time of the highest. */
const GZIP_LEVEL = 5
const LINE_END = 10

/**
 * Writes everything in the database to `out`, as it is at one moment. Other processes go on working: only a migration
 * waits for the end. Throws StartError if there is nothing to back up.
 */
export async function writeBackup({ url, version, out, signal, progress }: BackupOptions): Promise<BackupReport> {
  const client = new pg.Client({ ...connectionOptions(url), application_name: 'palimpsest-backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(PORTABLE_TEXT)
    const report: BackupReport = { tables: [], rows: 0, bytes: 0 }
    const frames = backupFrames(client, version, report, progress)
    await pipeline(Readable.from(frames, { objectMode: false }), createGzip({ level: GZIP_LEVEL }), out, { signal })
    await client.query('COMMIT')
    return report
  } finally {
    await client.end().catch(() => {})
  }
}

async function* backupFrames(
  client: pg.Client,
  version: string,
  report: BackupReport,
  progress: BackupOptions['progress'],
): AsyncGenerator<Buffer> {
  const writer = new FrameWriter()
  const header = await readHeader(client, version)
  yield* writer.header(header)
  const estimate = header.tables.reduce((sum, table) => sum + table.estimatedRows, 0)
  for (const { name, columns } of header.tables) {
    yield* writer.table(name)
    const digest = createHash('sha256')
    const end = { table: name, rows: 0, bytes: 0 }
    const columnList = columns.map(quoted).join(', ')
    const copy = client.query(copyTo(`COPY (SELECT ${columnList} FROM ${SCHEMA}.${quoted(name)}) TO STDOUT`))
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      digest.update(chunk)
      end.bytes += chunk.length
      end.rows += lineEnds(chunk)
      progress?.(report.rows + end.rows, estimate)
      yield* writer.rows(chunk)
    }
    const done = { ...end, sha256: digest.digest('hex') }
    report.tables.push(done)
    report.rows += done.rows
    report.bytes += done.bytes
    yield* writer.tableEnd(done)
  }
  const { tables, rows } = report
  yield* writer.end({
    sequences: await readSequences(client),
    eventEdge: await readEventEdge(client),
    tables: tables.length,
    rows,
  })
}

async function readHeader(client: pg.Client, version: string): Promise<Header> {
  const { rows } = await client.query<{ found: string | null; postgres: string }>(
    `SELECT to_regclass('${SCHEMA}.migrations')::text AS found, current_setting('server_version') AS postgres`,
  )
  if (!rows[0]?.found)
    throw new StartError('This database has no tables of Palimpsest, so there is nothing to back up.')
  await lockOutMigrations(client)
  const migrations = await client.query<Header['migrations'][number]>(
    `SELECT id, name, checksum FROM ${SCHEMA}.migrations ORDER BY id`,
  )
  return {
    format: 'palimpsest-backup',
    formatVersion: FORMAT_VERSION,
    version,
    createdAt: new Date().toISOString(),
    postgres: rows[0].postgres,
    migrations: migrations.rows,
    tables: await readTables(client),
  }
}

/** Returns a position above every event that a subscriber can have seen. */
async function readEventEdge(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ edge: string }>(
    `SELECT greatest(base + pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
       (SELECT coalesce(max(tx), 0) + 1 FROM ${SCHEMA}.events))::text AS edge FROM ${SCHEMA}.event_clock`,
  )
  return rows[0]!.edge
}

/** Counts rows: COPY text ends each row with one line feed and escapes those in values. */
function lineEnds(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) count++
  return count
}
