import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../ports/ports.js'
import { clusterPassword, SUPERUSER } from './cluster.js'
import { isPostgresAlive } from './postmaster.js'
import { bringUp, DATABASE, type Server } from './start.js'

export interface EmbeddedDatabase {
  /** Contains the password. Do not log it. */
  url: string
  stop(): Promise<void>
}

/** A fast shutdown writes all changes from memory, which can take long on a slow disk. */
const STOP_TIMEOUT_MS = 30_000
const REVIVE_PAUSE_MS = 500

/**
 * Starts Postgres in a folder, or adopts a server that a killed daemon left running. Restarts a server that dies, on
 * the same port. Throws an error with the remedy if Postgres cannot run or another daemon uses the folder.
 */
export async function startEmbedded({ dataDir, log }: { dataDir: string; log: Log }): Promise<EmbeddedDatabase> {
  let server = await bringUp(dataDir, log)
  const { port } = server
  let stopped: Promise<void> | undefined
  let reviving: Promise<void> | undefined

  const watch = () =>
    server.owner.once('end', () => {
      if (stopped) return
      log.warn({}, 'embedded database connection lost')
      reviving = revive()
    })
  const revive = async () => {
    while (!stopped) {
      try {
        server = await bringUp(dataDir, log)
        if (server.port !== port)
          log.error({ port: server.port }, 'embedded database restarted on another port; restart the daemon')
        log.info({ pid: server.pid }, 'embedded database restarted')
        return void watch()
      } catch (error) {
        log.error({ err: error }, 'embedded database restart failed')
        await sleep(REVIVE_PAUSE_MS)
      }
    }
  }
  const stop = async () => {
    await reviving
    await shutDown(server)
  }
  watch()
  return { url: urlOf(port, clusterPassword(dataDir)), stop: () => (stopped ??= stop()) }
}

export function urlOf(port: number, password: string): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE}`
}

/** Stops the server with SIGINT, a fast shutdown: Postgres rolls back transactions, disconnects clients and syncs. */
async function shutDown(server: Server): Promise<void> {
  try {
    process.kill(server.pid, 'SIGINT')
  } catch {
    // The process has already exited.
  }
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isPostgresAlive(server.pid)) {
    if (Date.now() > deadline)
      throw new Error(
        `The embedded database (pid ${server.pid}) did not stop within ${STOP_TIMEOUT_MS / 1_000} s. ` +
          `It stops by itself later, or the next start adopts it.`,
      )
    await sleep(10)
  }
  await server.owner.end()
}
