import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../app/ports/ports.js'
import { findBinaries, type Binaries } from './binaries.js'
import {
  choosePort,
  clusterDirOf,
  clusterPassword,
  ensureCluster,
  logFileOf,
  spawnServer,
  SUPERUSER,
} from './cluster.js'
import { disownPostmaster, isPostgresAlive, readPostmaster } from './postmaster.js'

/** A running server, and the connection that makes it ours. */
export interface Server {
  port: number
  pid: number
  /** Holds the owner's lock as long as it lives. */
  owner: pg.Client
}

export const DATABASE = 'palimpsest'
/** Crash recovery after a kill replays at most max_wal_size; this is far more than it takes. */
const READY_TIMEOUT_MS = 60_000
/** A killed daemon's connection ends at once; its server may need a moment to notice. */
const LOCK_TIMEOUT_MS = 2_000
const POLL_MS = 15
const OWNER_LOCK = 7_420_001

/** Adopts the server that is alive in the folder, or starts one, and takes the owner's lock. */
export async function bringUp(dataDir: string, log: Log): Promise<Server> {
  const clusterDir = clusterDirOf(dataDir)
  const password = clusterPassword(dataDir)
  const deadline = Date.now() + READY_TIMEOUT_MS
  let binaries: Binaries | undefined
  let child: ChildProcess | undefined
  while (Date.now() < deadline) {
    const found = readPostmaster(clusterDir)
    if (found && isPostgresAlive(found.pid)) {
      const client = found.ready ? await connect(found.port, password) : null
      if (
        client &&
        (await client.query<{ text: string }>(`SELECT pg_read_file('postmaster.pid') AS text`)).rows[0]?.text ===
          found.text
      ) {
        if (found.pid !== child?.pid) log.info({ pid: found.pid }, 'adopted the database server that was still running')
        return { port: found.port, pid: found.pid, owner: await takeOwnership(client, dataDir) }
      }
      await client?.end()
    } else if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      // One that was killed while it recovered (memory was short, somebody's kill) is worth another try; one that gave up is not.
      if (child && child.signalCode === null)
        throw new Error(`The embedded database did not start: ${lastWords(dataDir)}`)
      if (found && isAliveAtAll(found.pid)) disownPostmaster(clusterDir, found)
      binaries ??= findBinaries(clusterDir)
      await ensureCluster(dataDir, binaries)
      child = spawnServer(dataDir, binaries, await choosePort(dataDir))
      child.on('error', (error) => log.error({ err: error }, 'the embedded database could not be started'))
    }
    await sleep(POLL_MS)
  }
  throw new Error(`The embedded database was not ready in ${READY_TIMEOUT_MS / 1_000} s: ${lastWords(dataDir)}`)
}

/** null while the server does not take connections yet, or any more. A wrong password is an error: the server is not ours. */
async function connect(port: number, password: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new Error(
        `The database server on port ${port} does not know our password; it belongs to another data folder.`,
        {
          cause: error,
        },
      )
    }
    return null
  }
}

async function takeOwnership(owner: pg.Client, dataDir: string): Promise<pg.Client> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    const { rows } = await owner.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [OWNER_LOCK])
    if (rows[0]?.taken) break
    if (Date.now() > deadline) {
      await owner.end()
      throw new Error(`Another daemon is at work in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`)
    }
    await sleep(50)
  }
  const { rowCount } = await owner.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
  if (rowCount === 0) await owner.query(`CREATE DATABASE ${DATABASE}`)
  return owner
}

function isAliveAtAll(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function lastWords(dataDir: string): string {
  const file = logFileOf(dataDir)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  return lines.slice(-5).join(' | ') || 'it said nothing'
}
