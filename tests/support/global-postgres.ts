import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openQueue } from '../../src/queue/index.js'
import { openStore, startEmbedded } from '../../src/store/index.js'
import { execute, MIGRATED, PARTITIONED } from './database.js'
import { divided, partition, withoutForeignKeys } from './partition.js'
import { quietLog } from './quiet-log.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the embedded server that all tests share. Each test creates its own databases. */
    postgresUrl: string
    /** The database of that server that most tests copy. */
    template: string
  }
}

interface Shared {
  url: string
  /** Creates the database with partitions, once. */
  partitioned(): Promise<string>
  stop(): Promise<void>
}

/** Each project loads this module for itself, and all use one server. */
const shared = globalThis as { palimpsestPostgres?: { started: Promise<Shared>; users: number } }

/** Starts one embedded Postgres for the whole run, in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = (shared.palimpsestPostgres ??= { started: start(), users: 0 })
  server.users++
  const { url, stop, partitioned } = await server.started
  project.provide('postgresUrl', url)
  project.provide('template', isPartitioned(project.name) ? await partitioned() : MIGRATED)
  return async () => {
    if (--server.users === 0) await stop()
  }
}

/** The files of one project always run on partitions. All do in the second half of `npm run test:long`. */
const isPartitioned = (project: string) => project === 'partitioned' || process.env.PALIMPSEST_TEST_PARTITIONED === '1'

async function start(): Promise<Shared> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-postgres-'))
  const server = await startEmbedded({ dataDir: folder, log: quietLog() })
  await prepare(server.url)
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  let made: Promise<string> | undefined
  return { url: server.url, stop, partitioned: () => (made ??= partitionedDatabase(server.url)) }
}

async function partitionedDatabase(server: string): Promise<string> {
  await execute(server, `CREATE DATABASE ${PARTITIONED} TEMPLATE ${MIGRATED}`)
  const url = new URL(server)
  url.pathname = `/${PARTITIONED}`
  await partition(url.href)
  // What the database would delete for the product is left to the product.
  await execute(url.href, `SET search_path = palimpsest; ${divided()}; ${withoutForeignKeys()}`)
  return PARTITIONED
}

/** Sets up the server for tests, and creates the database that most of them copy. */
async function prepare(url: string): Promise<void> {
  // No test kills this server, and no database of a test lives long enough to be vacuumed. Tests of durability start servers of
  // their own, with the product's settings.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'])
    await execute(url, `ALTER SYSTEM SET ${setting} = off`)
  // A statement of few rows takes longer to plan than to run. This halves the planning, and saves a fifth of the server's time.
  await execute(url, 'ALTER SYSTEM SET plan_cache_mode = force_generic_plan')
  // Tests open thousands of connections. Passwords would cost each of them milliseconds on both sides; servers that tests
  // start for themselves ask for them.
  await execute(
    url,
    `DO $$ BEGIN
      EXECUTE format('COPY (SELECT %L) TO %L', 'host all all 127.0.0.1/32 trust', current_setting('hba_file'));
    END $$; SELECT pg_reload_conf()`,
  )
  await execute(url, `CREATE DATABASE ${MIGRATED}`)
  const migrated = new URL(url)
  migrated.pathname = `/${MIGRATED}`
  const log = quietLog()
  const store = await openStore({ url: migrated.href, log })
  const { queue } = await openQueue({ backend: { kind: 'postgres', url: migrated.href }, log })
  await queue.close()
  await store.close()
}
