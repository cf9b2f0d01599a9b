import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from './database.js'
import { ADMIN_KEY } from './daemon.js'
import { spawnDaemon, type SpawnedDaemon } from './spawned.js'
import { until } from './until.js'

/**
 * Runs a daemon in a separate process with a watchdog on its event loop.
 *
 * A stall is the time between two iterations of the event loop. It is measured as CPU time of the main thread, because
 * other processes lengthen the same stall in wall-clock time. Linux reports CPU time per thread. Elsewhere, the CPU
 * time of all threads is the upper bound. Wall-clock time is an upper bound everywhere.
 */
const WATCHDOG = `
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
if (isMainThread && process.env.STALL_FILE) {
  const cpuMs = () => {
    try {
      return Number(readFileSync('/proc/self/task/' + process.pid + '/schedstat', 'utf8').split(' ')[0]) / 1e6
    } catch {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e3
    }
  }
  let longest = { ms: 0, wallMs: 0 }
  let rounds = 0
  let wall = performance.now()
  let cpu = cpuMs()
  const look = () => {
    const [wallNow, cpuNow] = [performance.now(), cpuMs()]
    const ms = Math.min(wallNow - wall, cpuNow - cpu)
    if (ms > longest.ms) longest = { ms, wallMs: wallNow - wall }
    wall = wallNow
    cpu = cpuNow
  }
  // The same work at every call. It takes longer while other processes use the caches and the core's other thread.
  let fastest = Infinity
  const slowdown = () => {
    const before = cpuMs()
    let sum = 0
    for (let i = 0; i < 2e7; i++) sum = (sum * 31 + i) | 0
    const ms = Math.max(1, cpuMs() - before + (sum === 1 ? 1 : 0))
    fastest = Math.min(fastest, ms)
    return ms / fastest
  }
  slowdown()
  const again = () => setImmediate(() => { look(); setTimeout(again, 1).unref() }).unref()
  again()
  process.on('SIGUSR2', () => {
    look()
    writeFileSync(process.env.STALL_FILE + '.new', JSON.stringify({ rounds: ++rounds, ms: longest.ms / slowdown(), wallMs: longest.wallMs }))
    renameSync(process.env.STALL_FILE + '.new', process.env.STALL_FILE)
    longest = { ms: 0, wallMs: 0 }
    wall = performance.now()
    cpu = cpuMs()
  })
}
`

export interface Stall {
  /** CPU time of the main thread during the stall, in ms, scaled to an idle machine. */
  ms: number
  /** Wall-clock time of the stall, in ms. */
  wallMs: number
}

export interface WatchedDaemon extends SpawnedDaemon {
  /** Returns the longest stall since the last call, or since the start. */
  longestStall(): Promise<Stall>
  /** Stops the daemon and drops its database. */
  end(): Promise<void>
}

export async function watchedDaemon(env: Record<string, string> = {}): Promise<WatchedDaemon> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-watched-'))
  const database = await testDatabase()
  const file = join(folder, 'stall.json')
  const daemon = await spawnDaemon({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    OLLAMA_HOST: 'http://127.0.0.1:9',
    ADMIN_KEY,
    STALL_FILE: file,
    NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(WATCHDOG).toString('base64')}`,
    ...env,
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
