import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../app/ports/ports.js'
import { connectionOptions, SCHEMA } from './database.js'
import { failureOf } from './failures.js'
import { MIGRATIONS, type Migration } from './migrations/index.js'

/** Processes that start together migrate one after another. */
const MIGRATION_LOCK = 7_420_002

/** A restored dump may lack the newest events that subscribers have seen; their cursors stay below this far ahead. */
const CLOCK_MARGIN = 2 ** 32

/** Brings the tables up to this version, all or nothing, and sets the event clock. Throws on a database that a newer version made or whose
 * migrations were edited; `store_unavailable` when it is away. */
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

/** Which migrations are still to run. */
export function unapplied(applied: readonly { id: number; checksum: string }[], known = MIGRATIONS): Migration[] {
  const byId = new Map(known.map((m) => [m.id, m]))
  for (const { id, checksum } of applied) {
    const migration = byId.get(id)
    if (!migration) {
      throw new Error(
        `The database has migration ${id}, which this version does not know: it was made by a newer version. Install that one.`,
      )
    }
    if (checksumOf(migration) !== checksum && !migration.earlier?.includes(checksum))
      throw new Error(`Migration ${id} (${migration.name}) differs from the one the database was made with.`)
  }
  const done = new Set(applied.map(({ id }) => id))
  return known.filter(({ id }) => !done.has(id))
}

export function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex')
}
