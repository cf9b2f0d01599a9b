import { once } from 'node:events'
import { createPostgresBackend, Queue as BullQueue, runMigrations, Worker as BullWorker } from 'bullmq'
import type { JobProgress, JobsOptions, PostgresConnectionOptions, PostgresQueueBackend, WorkerOptions } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Job, JobName, Log } from '../ports/ports.js'
import { failureLog } from './failure-log.js'

/** Server that stores the jobs. */
export type QueueBackend = { kind: 'postgres'; url: string } | { kind: 'redis'; url: string }

/** Schema of the job tables in Postgres, separate from ours. */
const SCHEMA = 'bullmq'
/** Prefix of the job keys in Redis. */
const PREFIX = 'palimpsest'
/** Each queue with workers uses one connection to listen. The others fetch, renew and add jobs. */
const POOL_SIZE = 8
const CONNECT_TIMEOUT_MS = 3_000
/** Failures closer together than this are logged once. An outage is logged when it starts, not at every attempt. */
const LOG_EVERY_MS = 10_000
/** Longest delay between attempts to reconnect to Redis. */
const RECONNECT_MAX_MS = 2_000

/** The part of BullMQ's queue that we use. BullMQ's own type has the backend as a type parameter. */
export interface JobQueue {
  add(name: JobName, job: Job, options: JobsOptions): Promise<unknown>
  getJob(id: string): Promise<{ isFailed(): Promise<boolean>; remove(): Promise<void> } | undefined>
  getJobCounts(
    ...states: ('waiting' | 'prioritized' | 'delayed' | 'active' | 'failed')[]
  ): Promise<Record<string, number>>
  on(event: 'error', listener: (error: Error) => void): unknown
  close(): Promise<void>
}
export interface JobWorker {
  on(event: 'error', listener: (error: Error) => void): unknown
  /** Waits for running jobs, unless forced. */
  close(force?: boolean): Promise<void>
}

/** One of the two backends: creates queues and workers, and closes its connections. */
export interface Connection {
  queue(name: JobName): JobQueue
  worker(
    name: JobName,
    process: (job: { data: Job }) => Promise<void>,
    options: Omit<WorkerOptions, 'connection' | 'prefix'>,
  ): JobWorker
  close(): Promise<void>
}

// Queues do not write their metadata, the version of BullMQ and the default length of its event log (`skipMetasUpdate`): at the
// start, each of the three would open a connection of its own for it.

/** Connects to the backend and creates the tables in Postgres. Throws if Postgres fails. Retries Redis forever. */
export async function connect(backend: QueueBackend, log: Log): Promise<Connection> {
  return backend.kind === 'postgres' ? connectPostgres(backend.url, log) : connectRedis(backend.url, log)
}

async function connectPostgres(url: string, log: Log): Promise<Connection> {
  // We pass our own pool: as an ES module, BullMQ cannot load the driver, and its statements name no schema.
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'palimpsest-queue',
    options: `-c search_path=${SCHEMA}`,
    keepAlive: true,
  })
  // Every queue and worker adds its own listener to the shared pool.
  pool.setMaxListeners(32)
  pool.on('error', (error) => log.warn({ err: error }, 'queue connection lost'))
  slowDownRetries(pool, log)
  try {
    const client = await pool.connect()
    try {
      await runMigrations(client, SCHEMA)
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    queue: (name) =>
      new BullQueue<Job, void, JobName, Job, void, JobName, PostgresQueueBackend, PostgresConnectionOptions>(
        name,
        { connection: pool, skipMetasUpdate: true },
        backendWithoutCheck,
      ),
    worker: (name, process, options) =>
      new BullWorker<Job, void, JobName, PostgresQueueBackend, JobProgress, PostgresConnectionOptions>(
        name,
        process,
        { ...options, connection: pool },
        backendWithoutCheck,
      ),
    close: () => pool.end(),
  }
}

/**
 * Skips BullMQ's check that its tables exist, which is unnecessary because we created them.
 * BullMQ remembers a failed check forever. If the database is unavailable at that moment, the worker retries in a tight
 * loop and starves the event loop until the process is killed.
 */
const backendWithoutCheck: typeof createPostgresBackend = (...values) => {
  const backend = createPostgresBackend(...values)
  backend.connection.waitUntilReady = () => Promise.resolve()
  return backend
}

/**
 * Reports every failure of the pool as a refused connection, the only failure after which a BullMQ worker waits.
 * After any other failure (a server that is starting, recovering or shut down) it retries at once, forever, and logs
 * each attempt.
 */
function slowDownRetries(pool: pg.Pool, log: Log): void {
  const query: unknown = pool.query
  if (typeof query !== 'function') throw new Error('The pool has no query method.')
  let lastFailureAt = -Infinity
  const queryOrRefuse = async (...values: unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(query, pool, values)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // BullMQ does not log refused connections.
      if (performance.now() - lastFailureAt > LOG_EVERY_MS) log.warn({ err: error }, 'queue database unavailable')
      lastFailureAt = performance.now()
      throw Object.assign(error, { code: 'ECONNREFUSED' })
    }
  }
  Object.defineProperty(pool, 'query', { value: queryOrRefuse })
}

async function connectRedis(url: string, log: Log): Promise<Connection> {
  const open = (role: string, options: { enableOfflineQueue: boolean }): Redis => {
    const redis = new Redis(url, {
      ...options,
      maxRetriesPerRequest: null,
      connectTimeout: CONNECT_TIMEOUT_MS,
      connectionName: `palimpsest-${role}`,
      retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT_MAX_MS),
    })
    redis.on('error', failureLog(log, 'queue connection failed', { role }))
    return redis
  }
  // Adding a job must fail at once while Redis is unavailable. A worker can wait.
  const producer = open('producer', { enableOfflineQueue: false })
  // The first sweep runs right after the start, so wait for the first connection attempt to succeed or fail.
  await Promise.race([once(producer, 'ready').catch(() => {}), once(producer, 'close').catch(() => {})])
  let consumer: Redis | undefined
  return {
    queue: (name) =>
      new BullQueue<Job, void, JobName>(name, {
        connection: producer,
        prefix: PREFIX,
        skipWaitingForReady: true,
        skipMetasUpdate: true,
      }),
    worker: (name, process, options) => {
      consumer ??= open('worker', { enableOfflineQueue: true })
      return new BullWorker<Job, void, JobName>(name, process, { ...options, connection: consumer, prefix: PREFIX })
    },
    close: async () => {
      producer.disconnect()
      consumer?.disconnect()
    },
  }
}
