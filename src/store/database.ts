import pg from 'pg'
import type { Log } from '../app/ports/ports.js'
import { codeOf, failureOf, IN_FAILED_TRANSACTION, isDatabaseFailure, isRetryable } from './failures.js'

/** A statement; with a name it is prepared once a connection. */
export interface Statement {
  name?: string
  text: string
  values?: unknown[]
}

export interface Database {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]>
  /** Runs `work` in a transaction and commits. Deadlocks and serialisation failures run it again, a few times. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Transaction {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]>
  /** Sends without waiting; a failure comes out of the next `query`, or of the commit, which then does not happen. */
  send(statement: Statement): void
}

/** Tables live apart from whatever else is in the database. */
export const SCHEMA = 'palimpsest'
/** Of the 60 connections of the embedded server; the queue has its own. */
const DEFAULT_POOL_SIZE = 16
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** A network that swallows packets is noticed here; later than the server's own time-out. */
const QUERY_TIMEOUT_MS = 35_000
/** Transactions wait for each other at a session's row; work inside one is short. */
const LOCK_TIMEOUT_MS = 20_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000
const ATTEMPTS = 5

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
}: {
  url: string
  log: Log
  poolSize?: number
}): Database {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: poolSize,
    // Statements of one transaction go out together: a commit costs one round trip with all its writes.
    pipeline: true,
    options: `-c search_path=${SCHEMA}`,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  // A connection may also fail while it is lent out; the statement that waits on it hears of it as well.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'database connection failed')))
  return {
    query: (statement) => query(pool, statement),
    transaction: async (work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptTransaction(pool, work)
        } catch (error) {
          if (attempt === ATTEMPTS || !isRetryable(error)) throw failureOf(error)
          log.debug({ attempt, code: codeOf(error) }, 'transaction is tried again')
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
        }
      }
    },
    close: () => pool.end(),
  }
}

async function query<Row extends pg.QueryResultRow>(pool: pg.Pool, statement: Statement): Promise<Row[]> {
  try {
    return (await pool.query<Row>(statement)).rows
  } catch (error) {
    throw failureOf(error)
  }
}

async function attemptTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const sent: Promise<unknown>[] = []
  const send = (statement: Statement) => {
    const answer = client.query(statement)
    answer.catch(() => {}) // heard below, in order
    sent.push(answer)
  }
  let broken = true
  try {
    send({ text: 'BEGIN' })
    const result = await work({
      send,
      query: async <Row extends pg.QueryResultRow>(s: Statement) => (await client.query<Row>(s)).rows,
    })
    const commit = client.query('COMMIT')
    commit.catch(() => {})
    await Promise.all(sent)
    // A transaction that failed unnoticed answers COMMIT with ROLLBACK.
    if ((await commit).command !== 'COMMIT') throw new Error('The transaction was rolled back by the database.')
    broken = false
    return result
  } catch (error) {
    const first = codeOf(error) === IN_FAILED_TRANSACTION ? await firstFailure(sent) : undefined
    const cause = first ?? error
    // Statements prepared in a failed transaction are in doubt; a new connection is cheaper than being wrong about them.
    broken = isDatabaseFailure(cause) || !(await rolledBack(client))
    throw cause
  } finally {
    client.release(broken)
  }
}

async function firstFailure(sent: Promise<unknown>[]): Promise<unknown> {
  for (const outcome of await Promise.allSettled(sent)) if (outcome.status === 'rejected') return outcome.reason
  return undefined
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}

/** `INSERT` of rows in one statement. Small batches are prepared, one statement for each size. */
export function insertRows(
  table: string,
  columns: readonly string[],
  rows: readonly unknown[][],
  suffix = '',
): Statement {
  const width = columns.length
  const tuples = rows.map((_, r) => `(${columns.map((_, c) => `$${r * width + c + 1}`).join(',')})`)
  const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(',')} ${suffix}`
  return { text, values: rows.flat(), ...(rows.length <= PREPARED_ROWS && { name: `insert-${table}-${rows.length}` }) }
}
const PREPARED_ROWS = 8

/** Postgres takes at most 65,535 values a statement. */
export function* batches<T>(rows: readonly T[], size = 1_000): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
