import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../app/ports/ports.js'
import { clusterPassword, SUPERUSER } from './cluster.js'
import { isPostgresAlive } from './postmaster.js'
import { bringUp, DATABASE, type Server } from './start.js'

export interface EmbeddedDatabase {
  /** Address with the password in it: not for logs. */
  url: string
  stop(): Promise<void>
}

/** A fast shutdown writes what is in memory; on a slow disk that may take a while. */
const STOP_TIMEOUT_MS = 30_000
const REVIVE_PAUSE_MS = 500

/** Starts Postgres in a folder, or adopts the one that outlived a killed daemon. One daemon a folder: a second is refused. While we run, a
 * server that dies is started again on the same port. Throws with what to do when it cannot run. */
export async function startEmbedded({ dataDir, log }: { dataDir: string; log: Log }): Promise<EmbeddedDatabase> {
  let server = await bringUp(dataDir, log)
  const { port } = server
  let stopped: Promise<void> | undefined
  let reviving: Promise<void> | undefined

  const watch = () =>
    server.owner.once('end', () => {
      if (stopped) return
      log.warn({}, 'the connection that owns the embedded database was lost')
      reviving = revive()
    })
  const revive = async () => {
    while (!stopped) {
      try {
        server = await bringUp(dataDir, log)
        if (server.port !== port)
          log.error({ port: server.port }, 'the embedded database came back on another port; restart the daemon')
        log.info({ pid: server.pid }, 'the embedded database is back')
        return void watch()
      } catch (error) {
        log.error({ err: error }, 'the embedded database could not be revived')
        await sleep(REVIVE_PAUSE_MS)
      }
    }
  }
  const stop = async () => {
    await reviving
    await shutDown(server)
  }
  watch()
  const url = `postgres://${SUPERUSER}:${encodeURIComponent(clusterPassword(dataDir))}@127.0.0.1:${port}/${DATABASE}`
  return { url, stop: () => (stopped ??= stop()) }
}

/** SIGINT is Postgres' fast shutdown: transactions are rolled back, connections closed, everything written. */
async function shutDown(server: Server): Promise<void> {
  try {
    process.kill(server.pid, 'SIGINT')
  } catch {
    // Already gone.
  }
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isPostgresAlive(server.pid)) {
    if (Date.now() > deadline)
      throw new Error(`The embedded database (pid ${server.pid}) did not stop in ${STOP_TIMEOUT_MS / 1_000} s.`)
    await sleep(10)
  }
  await server.owner.end()
}
