import pg from 'pg'
import type { Log } from '../ports/ports.js'
import { Batches, type Closing, type Statement } from './batches.js'
import { GroupCommit } from './group-commit.js'
import { codeOf, failureOf, isDatabaseFailure, isDiskFull, isRetryable, isSessionMoved } from './failures.js'

export type { Closing, Statement } from './batches.js'

export interface Database {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]>
  /** Runs `work` in a transaction and commits. Makes up to 5 attempts on deadlocks and serialization failures. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Throws store_unavailable if the disk was full within the last 30 s: reads then still work, writes do not. */
  requireDiskSpace(): void
  isDiskFull(): boolean
  /** Returns the connections, and how many requests wait for one. */
  pool(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

export interface Transaction {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]>
  /** Sends without waiting. A failure rejects the next `query`, or makes the commit fail. */
  send(statement: Statement): void
  /** Runs a statement that undoes the failure of the one before, and goes on. Rejects with the failure if that is impossible. */
  recover(statement: Statement): Promise<void>
  /** Runs a statement before all others. Call before any other. */
  lockFirst(statement: Statement): void
  /** Names the last statement. Returns its rows, after the commit. */
  closeWith<Row extends pg.QueryResultRow>(closing: Closing): Promise<Row[]>
}

/** Schema of our tables, separate from anything else in the database. */
export const SCHEMA = 'palimpsest'
/** The embedded server allows 100 connections. The queue has a separate pool. */
const DEFAULT_POOL_SIZE = 16
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** Detects a network that drops packets. Longer than STATEMENT_TIMEOUT_MS, so that the server times out first. */
const QUERY_TIMEOUT_MS = 35_000
/** Transactions on one session wait for its row lock. Each transaction is short. */
const LOCK_TIMEOUT_MS = 20_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000
const ATTEMPTS = 5
/** Time after a write that found the disk full during which the database counts as unavailable. */
const DISK_FULL_MS = 30_000

export function connectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'palimpsest',
  }
}

export function openDatabase({
  url,
  log,
  poolSize = DEFAULT_POOL_SIZE,
  onLost = () => {},
}: {
  url: string
  log: Log
  poolSize?: number
  /** Called when a connection fails. The database may be another one after it. */
  onLost?: () => void
}): Database {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: poolSize,
    options: `-c search_path=${SCHEMA}`,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  })
  pool.on('error', (error) => {
    onLost()
    // The embedded server may stop before it has read the farewell of a connection.
    if (pool.ending) log.debug({ err: error }, 'database connection ended')
    else log.warn({ err: error }, 'database connection lost')
  })
  // A connection can also fail while in use. The statement that waits on it rejects as well.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      onLost()
      log.debug({ err: error }, 'database connection failed')
    }),
  )
  const connect = () => pool.connect()
  const together = new GroupCommit(connect)
  let full: { error: unknown; untilMs: number } | null = null
  const failed = (error: unknown): unknown => {
    if (isDiskFull(error)) full = { error, untilMs: performance.now() + DISK_FULL_MS }
    return failureOf(error)
  }
  return {
    query: async (statement) => {
      try {
        return await query(pool, statement)
      } catch (error) {
        throw failed(error)
      }
    },
    requireDiskSpace: () => {
      if (full !== null && performance.now() < full.untilMs) throw failureOf(full.error)
    },
    isDiskFull: () => full !== null && performance.now() < full.untilMs,
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + together.waitingCount,
    }),
    transaction: async (work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptTransaction(connect, together, work)
        } catch (error) {
          if (attempt === ATTEMPTS || !isRetryable(error)) throw failed(error)
          log.debug({ attempt, code: codeOf(error) }, 'retrying transaction')
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
        }
      }
    },
    close: () => pool.end(),
  }
}

async function query<Row extends pg.QueryResultRow>(pool: pg.Pool, statement: Statement): Promise<Row[]> {
  return (await pool.query<Row>(statement)).rows
}

async function attemptTransaction<T>(
  connect: () => Promise<pg.PoolClient>,
  together: GroupCommit,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const batches = new Batches(connect, together)
  let canReuse = true
  try {
    batches.begin()
    const result = await work(batches)
    await batches.commit()
    return result
  } catch (error) {
    batches.end(error)
    // The state of statements prepared in a failed transaction is unknown. A new connection is the safe choice.
    canReuse = !isDatabaseFailure(error) || isSessionMoved(error)
    throw error
  } finally {
    await batches.release(canReuse)
  }
}

/** Returns one `INSERT` for all rows. Batches of up to 8 rows are prepared, one statement per size. */
export function insertRows(
  table: string,
  columns: readonly string[],
  rows: readonly unknown[][],
  suffix = '',
): Statement {
  if (rows.length > PREPARED_ROWS) return { text: insertText(table, columns, rows.length, suffix), values: rows.flat() }
  const name = `insert-${table}-${rows.length}`
  const known = preparedInserts.get(name)
  const text =
    known?.columns === columns && known.suffix === suffix ? known.text : insertText(table, columns, rows.length, suffix)
  if (text !== known?.text) preparedInserts.set(name, { columns, suffix, text })
  return { name, text, values: rows.flat() }
}
const PREPARED_ROWS = 8
/** Texts of prepared inserts: to write one takes longer than to look for it. */
const preparedInserts = new Map<string, { columns: readonly string[]; suffix: string; text: string }>()

function insertText(table: string, columns: readonly string[], rows: number, suffix: string): string {
  const width = columns.length
  const tuples = Array.from({ length: rows }, (_, r) => `(${columns.map((_, c) => `$${r * width + c + 1}`).join(',')})`)
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(',')} ${suffix}`
}

/** Splits rows into batches. Postgres accepts at most 65,535 values per statement. */
export function* batches<T>(rows: readonly T[], size = 1_000): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
