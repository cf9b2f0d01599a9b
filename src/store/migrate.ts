import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../ports/ports.js'
import { connectionOptions, SCHEMA } from './database.js'
import { failureOf } from './failures.js'
import { beginIncarnation } from './log-incarnations.js'
import { MIGRATIONS, type Migration } from './migrations/index.js'

/** Advisory lock that makes processes migrate one at a time. */
const MIGRATION_LOCK = 7_420_002
/** Shared by backups, exclusive for a process that has something to migrate. */
const BACKUP_LOCK = 7_420_003

/**
 * Added to the event clock after a restore. A restored dump may lack the newest events that subscribers have seen.
 * The margin makes new cursors higher than theirs.
 */
const CLOCK_MARGIN = 2 ** 32

/**
 * Migrates the tables to this version in one transaction, sets the event clock, and begins an incarnation of the event log.
 * Throws if a newer version created the database or an applied migration was edited.
 * Throws `store_unavailable` if the database is unavailable.
 */
export async function migrate(url: string, log: Log): Promise<void> {
  const client = new pg.Client(connectionOptions(url))
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('BEGIN')
    await migrateWithin(client, log)
    await client.query(RAISE_CLOCK, [CLOCK_MARGIN])
    await client.query('COMMIT')
    await beginIncarnation(client)
  } catch (error) {
    throw failureOf(error)
  } finally {
    await client.end()
  }
}

/** Applies what is missing in the open transaction of the client. `only`: ids of the migrations to apply; default all. */
export async function migrateWithin(client: pg.Client, log: Log, only?: ReadonlySet<number>): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
  await client.query(`SET LOCAL search_path = ${SCHEMA}`)
  await client.query(
    `CREATE TABLE IF NOT EXISTS migrations
      (id integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  )
  const { rows } = await client.query<{ id: number; checksum: string }>(
    'SELECT id, checksum FROM migrations ORDER BY id',
  )
  const missing = unapplied(rows).filter(({ id }) => only?.has(id) ?? true)
  if (missing.length > 0) await waitForBackups(client, log)
  for (const migration of missing) {
    await client.query(migration.sql)
    const { id, name } = migration
    await client.query('INSERT INTO migrations (id, name, checksum) VALUES ($1, $2, $3)', [
      id,
      name,
      checksumOf(migration),
    ])
    log.debug({ migration: `${id} ${name}` }, 'migration applied')
  }
  const newest = missing.at(-1)
  if (newest) log.info({ migrations: missing.length, newest: `${newest.id} ${newest.name}` }, 'database migrated')
}

/** Makes migrations wait until the open transaction of the client ends. A start that has nothing to migrate never waits. */
export async function lockOutMigrations(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [BACKUP_LOCK])
}

/** Waits for running backups. Without it, the first statement of a migration would wait for them and block every append. */
async function waitForBackups(client: pg.Client, log: Log): Promise<void> {
  const text = 'SELECT pg_try_advisory_xact_lock($1) AS taken'
  const { rows } = await client.query<{ taken: boolean }>(text, [BACKUP_LOCK])
  if (rows[0]?.taken) return
  log.warn({}, 'a backup is running; the migration waits for its end')
  await client.query('SELECT pg_advisory_xact_lock($1)', [BACKUP_LOCK])
}

/** Gives new events positions far above `edge`, which clients of the restored log cannot have seen. */
export async function raiseClockAbove(client: pg.Client, edge: string): Promise<void> {
  await client.query(
    `UPDATE event_clock SET base = $1::bigint + $2::bigint - pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
    [edge, CLOCK_MARGIN],
  )
}

const RAISE_CLOCK = `
  UPDATE event_clock SET base = newest.tx - now.tx + $1
  FROM (SELECT max(tx) AS tx FROM events) newest, (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS tx) now
  WHERE newest.tx >= base + now.tx`

/** Throws if one of the migrations is unknown or differs from ours: a newer version applied it. */
export function requireKnown(applied: readonly { id: number; checksum: string }[]): void {
  unapplied(applied)
}

/** Returns the migrations to run. Throws if an applied migration is unknown or differs from ours. */
export function unapplied(applied: readonly { id: number; checksum: string }[], known = MIGRATIONS): Migration[] {
  const byId = new Map(known.map((m) => [m.id, m]))
  for (const { id, checksum } of applied) {
    const migration = byId.get(id)
    if (!migration) {
      throw new Error(
        `The database has migration ${id}, which this version does not know. A newer version created it; install that version.`,
      )
    }
    if (checksumOf(migration) !== checksum && !migration.earlier?.includes(checksum))
      throw new Error(
        `Migration ${id} (${migration.name}) differs from the one applied to this database. Install the version that applied it.`,
      )
  }
  const done = new Set(applied.map(({ id }) => id))
  return known.filter(({ id }) => !done.has(id))
}

export function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex')
}
