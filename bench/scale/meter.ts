import pg from 'pg'
import { startEmbedded } from '../../src/store/index.js'
import { serverCpuSeconds } from '../support/processes.js'
import { SILENT } from '../support/silent-log.js'

/** What the statements of an operation cost, in figures that other work on the machine does not change. */
export interface Cost {
  /** Processor time of Postgres per run, ms. */
  cpuMs: number
  /** Blocks of 8 kB that the statements touched per run, in memory or not. */
  blocks: number
  /** Write-ahead log per run, bytes. */
  walBytes: number
  /** The statement that touched most of them, and its share. */
  worst: string
}

/** Settings of a database that is filled once and deleted. */
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  // It would run in the middle of a measurement. `fill` vacuums.
  autovacuum: 'off',
}

/** Prepares the settings in the folder. Start the database again to apply them. */
export async function configure(dataDir: string): Promise<void> {
  const database = await startEmbedded({ dataDir, log: SILENT })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (const [name, value] of Object.entries(SETTINGS)) await client.query(`ALTER SYSTEM SET ${name} = '${value}'`)
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  await client.end()
  await database.stop()
}

export class Meter {
  private constructor(
    private readonly client: pg.Client,
    private readonly postmaster: number,
  ) {}

  static async open(client: pg.Client): Promise<Meter> {
    const { rows } = await client.query<{ text: string }>(`SELECT pg_read_file('postmaster.pid') AS text`)
    return new Meter(client, Number(rows[0]!.text.split('\n')[0]))
  }

  /** Runs `work` `runs` times after a few runs that do not count. `work` receives 0, 1, 2 … */
  async measure(runs: number, work: (run: number) => Promise<unknown>): Promise<Cost> {
    for (let run = 0; run < Math.min(5, runs); run++) await work(run)
    await this.client.query('SELECT public.pg_stat_statements_reset()')
    const before = await serverCpuSeconds(this.postmaster)
    for (let run = 0; run < runs; run++) await work(run)
    const seconds = (await serverCpuSeconds(this.postmaster)) - before
    const { rows } = await this.client.query<{ blocks: number; wal: number; query: string }>(
      `SELECT (shared_blks_hit + shared_blks_read)::float8 AS blocks, wal_bytes::float8 AS wal, left(regexp_replace(query, '\\s+', ' ', 'g'), 60) AS query
       FROM public.pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%' ORDER BY blocks DESC`,
    )
    const blocks = rows.reduce((sum, row) => sum + row.blocks, 0)
    const worst = rows[0] ? `${Math.round((100 * rows[0].blocks) / Math.max(1, blocks))}% ${rows[0].query}` : ''
    const wal = rows.reduce((sum, row) => sum + row.wal, 0)
    return { cpuMs: (seconds * 1_000) / runs, blocks: blocks / runs, walBytes: wal / runs, worst }
  }
}
