import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../ports/ports.js'
import { findBinaries, type Binaries } from './binaries.js'
import {
  choosePort,
  clusterDirOf,
  clusterPassword,
  ensureCluster,
  IF_DAMAGED,
  logFileOf,
  spawnServer,
  SUPERUSER,
} from './cluster.js'
import { replaceStalePid, isPostgresAlive, processExists, readPostmaster, type Postmaster } from './postmaster.js'
import { StartError } from '../../ports/start-error.js'

/** A running server and the connection that owns it. */
export interface Server {
  port: number
  pid: number
  /** Connection with the owner lock. Postgres releases the lock when it closes. */
  owner: pg.Client
}

export const DATABASE = 'palimpsest'
/** Crash recovery replays about max_wal_size at most and needs far less time than this. */
const READY_TIMEOUT_MS = 60_000
/** The server may need a moment to notice that the connection of a killed daemon has closed. */
const LOCK_TIMEOUT_MS = 2_000
const POLL_MS = 15
/** A wait this long is reported, and again after as long. */
const SILENT_MS = 5_000
/** Starts of a server that exits by itself. Of two daemons that start together, one's server may find the lock file or the
 * port of the other's, and another program may take a port between our probe and the server. The next start finds out. */
const MAX_STARTS = 5
const OWNER_LOCK = 7_420_001

/** Adopts the server running in the folder, or starts one, and takes the owner lock. */
export async function bringUp(dataDir: string, log: Log): Promise<Server> {
  const clusterDir = clusterDirOf(dataDir)
  const password = clusterPassword(dataDir)
  const deadline = Date.now() + READY_TIMEOUT_MS
  let binaries: Binaries | undefined
  let child: ChildProcess | undefined
  let exits = 0
  let silentUntil = Date.now() + SILENT_MS
  while (Date.now() < deadline) {
    if (Date.now() > silentUntil) {
      log.warn({ reason: lastLogLines(dataDir) }, 'still waiting for the embedded database')
      silentUntil += SILENT_MS
    }
    const found = readPostmaster(clusterDir)
    if (found && isPostgresAlive(found.pid)) {
      const owner = found.ready ? await adopt(found, password, dataDir) : null
      if (owner) {
        if (found.pid !== child?.pid) log.info({ pid: found.pid }, 'adopted running embedded database')
        return { port: found.port, pid: found.pid, owner }
      }
    } else if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      // A server that was killed during recovery (out of memory, a signal) does not count.
      if (child && child.signalCode === null) {
        exits += 1
        const reason = lastLogLines(dataDir)
        if (exits >= MAX_STARTS)
          throw new StartError(
            `The embedded database did not start. ${adviceOn(reason)} Last lines of its log: ${reason}`,
          )
        log.warn({ exits, reason }, 'embedded database exited at its start; it is started again')
      }
      if (found && processExists(found.pid)) replaceStalePid(clusterDir, found)
      binaries ??= findBinaries(clusterDir)
      await ensureCluster(dataDir, binaries)
      child = spawnServer(dataDir, binaries, await choosePort(dataDir))
      child.on('error', (error) => log.error({ err: error }, 'embedded database could not be started'))
    }
    await sleep(POLL_MS)
  }
  throw new StartError(
    `The embedded database was not ready within ${READY_TIMEOUT_MS / 1_000} s. ${IF_DAMAGED} ` +
      `Last lines of its log: ${lastLogLines(dataDir)}`,
  )
}

/** Returns what to do about a server that exits at its start. */
function adviceOn(log: string): string {
  return /No space left on device/.test(log) ? 'Its disk is full: free disk space, then start again.' : IF_DAMAGED
}

/** Takes the owner lock of the server that wrote the file. Returns its connection; null if the server is another one, or ends
 * meanwhile, as when its daemon is stopping. Throws StartError if another daemon has the lock, or the password is wrong. */
async function adopt(found: Postmaster, password: string, dataDir: string): Promise<pg.Client | null> {
  const client = await connect(found.port, password)
  if (client === null) return null
  try {
    const { rows } = await client.query<{ text: string }>(`SELECT pg_read_file('postmaster.pid') AS text`)
    if (rows[0]?.text === found.text) {
      await takeOwnership(client, dataDir)
      return client
    }
  } catch (error) {
    client.end().catch(() => {})
    if (error instanceof StartError) throw error
    return null
  }
  await client.end()
  return null
}

/** Connects to the server. Returns null if it does not accept connections. Throws if it rejects our password. */
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
    // The library leaves the connection open when it gives up by itself, as on a password it cannot use.
    client.end().catch(() => {})
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new StartError(
        `The database server on port ${port} rejected our password, so it belongs to another data folder. Stop that server.`,
        {
          cause: error,
        },
      )
    }
    return null
  }
}

async function takeOwnership(owner: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    const { rows } = await owner.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [OWNER_LOCK])
    if (rows[0]?.taken) break
    if (Date.now() > deadline)
      throw new StartError(`Another daemon is using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`)
    await sleep(50)
  }
  const { rowCount } = await owner.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
  if (rowCount === 0) await owner.query(`CREATE DATABASE ${DATABASE}`)
}

function lastLogLines(dataDir: string): string {
  const file = logFileOf(dataDir)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  return lines.slice(-5).join(' | ') || '(empty)'
}
