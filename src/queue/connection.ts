import { once } from 'node:events'
import { createPostgresBackend, Queue as BullQueue, runMigrations, Worker as BullWorker } from 'bullmq'
import type { JobProgress, JobsOptions, PostgresConnectionOptions, PostgresQueueBackend, WorkerOptions } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Job, JobName, Log } from '../app/ports/ports.js'

/** Where the jobs are kept. */
export type QueueBackend = { kind: 'postgres'; url: string } | { kind: 'redis'; url: string }

/** Schema of the job tables in Postgres, apart from ours. */
const SCHEMA = 'bullmq'
/** Prefix of the job keys in Redis. */
const PREFIX = 'palimpsest'
/** Each queue that is worked on keeps one connection to listen; the rest fetch, renew and add. */
const POOL_SIZE = 8
const CONNECT_TIMEOUT_MS = 3_000
/** A queue that is away is logged when it goes, not at every try. */
const TELL_EVERY_MS = 10_000
/** Redis is asked again at most this long after it went away. */
const RECONNECT_MAX_MS = 2_000

/** What we use of BullMQ's queue; its own type names the backend in its parameters. */
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

/** What differs between the two backends: how queues and workers are made, and what is closed at the end. */
export interface Connection {
  queue(name: JobName): JobQueue
  worker(
    name: JobName,
    process: (job: { data: Job }) => Promise<void>,
    options: Omit<WorkerOptions, 'connection' | 'prefix'>,
  ): JobWorker
  close(): Promise<void>
}

/** Postgres must answer (its tables are made here); Redis may be away and is tried again for ever. */
export async function connect(backend: QueueBackend, log: Log): Promise<Connection> {
  return backend.kind === 'postgres' ? connectPostgres(backend.url, log) : connectRedis(backend.url, log)
}

async function connectPostgres(url: string, log: Log): Promise<Connection> {
  // The pool is ours: BullMQ as an ES module cannot load the driver itself, and its statements name no schema.
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'palimpsest-queue',
    options: `-c search_path=${SCHEMA}`,
    keepAlive: true,
  })
  // Every queue and worker adds a listener of its own to the pool they share.
  pool.setMaxListeners(32)
  pool.on('error', (error) => log.warn({ err: error }, 'queue connection lost'))
  makePatient(pool, log)
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
        { connection: pool },
        patientBackend,
      ),
    worker: (name, process, options) =>
      new BullWorker<Job, void, JobName, PostgresQueueBackend, JobProgress, PostgresConnectionOptions>(
        name,
        process,
        { ...options, connection: pool },
        patientBackend,
      ),
    close: () => pool.end(),
  }
}

/** Before its first statement a backend looks whether its tables are there, and remembers a look that failed for ever: a database that went
 * away just then left a worker that asked again at once, without one turn for anybody else, until the process was killed. We have made the
 * tables, so there is nothing to look for. */
const patientBackend: typeof createPostgresBackend = (...values) => {
  const backend = createPostgresBackend(...values)
  backend.connection.waitUntilReady = () => Promise.resolve()
  return backend
}

/** A BullMQ worker waits before it asks again only after a refused connection; after any other failure (a server that is starting,
 * recovering or gone from under it) it asks again at once, for ever, with a log line each. So every failure is told as that one. */
function makePatient(pool: pg.Pool, log: Log): void {
  const query: unknown = pool.query
  if (typeof query !== 'function') throw new Error('a pool that cannot be asked')
  let told = -Infinity
  const patient = async (...values: unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(query, pool, values)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // BullMQ says nothing of refused connections.
      if (performance.now() - told > TELL_EVERY_MS) log.warn({ err: error }, 'queue does not answer')
      told = performance.now()
      throw Object.assign(error, { code: 'ECONNREFUSED' })
    }
  }
  Object.defineProperty(pool, 'query', { value: patient })
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
    redis.on('error', (error: Error) => log.warn({ role, err: error }, 'queue connection failed'))
    return redis
  }
  // Adding must fail at once while Redis is away; a worker has nothing better to do than to wait.
  const producer = open('producer', { enableOfflineQueue: false })
  // The first sweep comes right after the start, so a server that is there is given the moment it takes to say so.
  await Promise.race([once(producer, 'ready').catch(() => {}), once(producer, 'close').catch(() => {})])
  let consumer: Redis | undefined
  return {
    queue: (name) =>
      new BullQueue<Job, void, JobName>(name, { connection: producer, prefix: PREFIX, skipWaitingForReady: true }),
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
