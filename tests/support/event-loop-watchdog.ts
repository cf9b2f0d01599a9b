import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ADMIN_KEY } from './admin-key.js'
import { migratedDatabase } from './database.js'
import { spawnDaemon, type SpawnedDaemon } from './spawned.js'
import { until } from './until.js'

/**
 * Runs a daemon in a separate process with a watchdog on its event loop.
 *
 * A stall is the work of one iteration of the event loop. It is measured as CPU time of the main thread, because other
 * processes lengthen the same stall in wall-clock time. No factor corrects it: a factor measured at another time could
 * hide a stall. Garbage collection on the main thread counts. Linux reports CPU time per thread, as of the last tick of
 * 1 to 4 ms. Elsewhere, the CPU time of all threads is the upper bound. Wall-clock time without the wait for events is an
 * upper bound everywhere.
 */
const WATCHDOG = pathToFileURL(join(import.meta.dirname, 'watchdog-program.mjs')).href

export interface Stall {
  /** CPU time of the main thread during the stall, in ms. */
  ms: number
  /** Wall-clock time of the stall without the wait for events, in ms. */
  wallMs: number
}

/** No request holds the event loop longer. [13] */
export const LONGEST_STALL_MS = 50
/** Attempts to see a reply without a stall. Other work on the processor makes the same code take several times its CPU
 * time, but seldom five times in a row. A stall of our own is there in each attempt. */
const ATTEMPTS = 5

/** Fails if each attempt holds the event loop for too long. Returns the first reply that does not.
 * @param attempt makes the same request, and returns its reply with the longest stall meanwhile, in ms */
export async function withoutStall<T extends { stall: Stall }>(attempt: () => Promise<T>): Promise<T> {
  const stalls: number[] = []
  for (;;) {
    const reply = await attempt()
    stalls.push(reply.stall.ms)
    if (reply.stall.ms < LONGEST_STALL_MS) return reply
    if (stalls.length === ATTEMPTS) throw new Error(`stalls of ${stalls.map((ms) => ms.toFixed(1)).join(', ')} ms`)
  }
}

export interface WatchedDaemon extends SpawnedDaemon {
  /** Returns the longest stall since the last call, or since the start. */
  longestStall(): Promise<Stall>
  /** Stops the daemon and drops its database. */
  end(): Promise<void>
}

/** @param env may name STALL_PLANTED_MS: a stall of so much processor time follows each answer, to test the watchdog itself */
export async function watchedDaemon(env: Record<string, string> = {}): Promise<WatchedDaemon> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-watched-'))
  const database = await migratedDatabase()
  const file = join(folder, 'stall.json')
  const daemon = await spawnDaemon({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    OLLAMA_HOST: 'http://127.0.0.1:9',
    ADMIN_KEY,
    STALL_FILE: file,
    ...env,
    NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --import=${WATCHDOG}`,
  })
  let rounds = 0
  const watched: WatchedDaemon = {
    ...daemon,
    async longestStall() {
      rounds += 1
      daemon.child.kill('SIGUSR2')
      return until('the watchdog answers', async () => {
        const report: Stall & { rounds: number } = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
        return report.rounds === rounds ? { ms: report.ms, wallMs: report.wallMs } : null
      })
    },
    async end() {
      await daemon.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  // Stalls before the daemon serves do not count.
  await watched.longestStall()
  return watched
}
