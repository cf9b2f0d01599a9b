import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../app/ports/ports.js'
import { connectionOptions, SCHEMA } from './database.js'
import { failureOf } from './failures.js'
import { MIGRATIONS, type Migration } from './migrations/index.js'

/** Advisory lock that makes processes migrate one at a time. */
const MIGRATION_LOCK = 7_420_002

/**
 * Added to the event clock after a restore. A restored dump may lack the newest events that subscribers have seen.
 * The margin makes new cursors higher than theirs.
 */
const CLOCK_MARGIN = 2 ** 32

/**
 * Migrates the tables to this version in one transaction and sets the event clock.
 * Throws if a newer version created the database or an applied migration was edited.
 * Throws `store_unavailable` if the database is unavailable.
 */
export async function migrate(url: string, log: Log): Promise<void> {
  const client = new pg.Client(connectionOptions(url))
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('BEGIN')
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
    for (const migration of unapplied(rows)) {
      await client.query(migration.sql)
      const { id, name } = migration
      await client.query('INSERT INTO migrations (id, name, checksum) VALUES ($1, $2, $3)', [
        id,
        name,
        checksumOf(migration),
      ])
      log.info({ migration: `${id} ${name}` }, 'database migrated')
    }
    await client.query(RAISE_CLOCK, [CLOCK_MARGIN])
    await client.query('COMMIT')
  } catch (error) {
    throw failureOf(error)
  } finally {
    await client.end()
  }
}

const RAISE_CLOCK = `
  UPDATE event_clock SET base = newest.tx - now.tx + $1
  FROM (SELECT max(tx) AS tx FROM events) newest, (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS tx) now
  WHERE newest.tx >= base + now.tx`

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
