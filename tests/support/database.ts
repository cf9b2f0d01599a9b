import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type {} from './global-postgres.js'
import { until } from './until.js'

/** Names of the databases that `migratedDatabase` copies. The run creates each once. */
export const MIGRATED = 'migrated'
export const PARTITIONED = 'partitioned'

export interface TestDatabase {
  url: string
  /** Closes its connections and drops it. */
  drop(): Promise<void>
}

/** Creates an empty database on the server that the run shares. */
export const testDatabase = (): Promise<TestDatabase> => createDatabase('TEMPLATE template1')

/** Creates a database with the tables of store and queue: a copy takes a tenth of the work of every migration. To copy
 * 10 MB of files takes half the CPU time of a copy through the WAL. In some runs of a file, its tables have partitions. */
export const migratedDatabase = (): Promise<TestDatabase> => databaseLike(inject('template'))

/** Like `migratedDatabase`, and no table has partitions. */
export const wholeDatabase = (): Promise<TestDatabase> => databaseLike(MIGRATED)

const databaseLike = (template: string): Promise<TestDatabase> =>
  createDatabase(`TEMPLATE ${template} STRATEGY FILE_COPY`)

/** Copies a database that no connection uses, as a backup does. */
export const copyOf = (url: string): Promise<TestDatabase> =>
  createDatabase(`TEMPLATE ${new URL(url).pathname.slice(1)}`)

async function createDatabase(options: string): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const run = async (statement: string) => void (await (await connectionTo(server)).query(statement))
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(`CREATE DATABASE ${name} ${options}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

/** One connection for all test files of a process: to open one takes as long as to copy a database. */
const shared = globalThis as { palimpsestDatabases?: Promise<pg.Client> }

const connectionTo = (url: string) => (shared.palimpsestDatabases ??= connect(url))

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Waits until every transaction that now writes, in any database of the server, has ended. The log withholds the events after
 * an older transaction, which may be that of another test.
 */
export async function earlierTransactionsEnded(): Promise<void> {
  const client = await connectionTo(inject('postgresUrl'))
  const { rows } = await client.query<{ edge: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS edge')
  const ended = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended'
  await until('earlier transactions end', async () => {
    const found = await client.query<{ ended: boolean }>(ended, [rows[0]!.edge])
    return found.rows[0]!.ended
  })
}

/** Runs one statement on a new connection. */
export async function execute(url: string, text: string, values: unknown[] = []): Promise<void> {
  await select(url, text, values)
}

export async function select<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await connect(url)
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
