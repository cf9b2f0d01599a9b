import { spawn } from 'node:child_process'
import { openSync, closeSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isLoopback } from '../../domain/addresses.js'
import { CommandError } from '../connection.js'
import { withoutOwnDoors } from '../doctor/own-doors.js'
import { DAEMON_PROGRAM } from '../root.js'

/** Finds the daemon that a wrapped program uses, or starts it. */

const READY_WITHIN_MS = 60_000
const PROBE_MS = 2_000
const LAST_CHARS = 2_000
const LOG_FILE = 'wrap-daemon.log'

/** Returns the id of the started process, or null if a daemon answers already. Throws CommandError. */
export async function ensureDaemon(url: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  if (await answers(url)) return null
  const { hostname, port, protocol } = new URL(url)
  if (!isLoopback(hostname) || protocol !== 'http:')
    throw new CommandError(`No daemon answers at ${url}, and only a daemon on this machine can be started.`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const logFile = join(dataDir, LOG_FILE)
  // The first start prints the admin key, so only this user may read the file.
  const log = openSync(logFile, 'w', 0o600)
  const child = spawn(process.execPath, [DAEMON_PROGRAM], {
    env: {
      LOG_LEVEL: 'warn',
      // In a wrapped shell, the daemon would call itself.
      ...withoutOwnDoors({ ...env, PALIMPSEST_URL: url }).env,
      PORT: port || '80',
      HOST: hostname,
      ROLE: 'all',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', log, log],
    // In a session of its own: Ctrl-C is for the wrapped program, and another wrapped program may use the daemon longer.
    detached: true,
  })
  closeSync(log)
  child.unref()
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    // Another start may have been faster: the daemon that answers counts.
    if (await answers(url)) return child.exitCode === null ? (child.pid ?? null) : null
    if (child.exitCode !== null) await failed(url, logFile)
    await wait(100)
  }
  throw new CommandError(`The daemon was not ready within ${READY_WITHIN_MS / 1_000} seconds. Its log: ${logFile}`)
}

export async function answers(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_MS) }).catch(() => null)
  return reply?.ok ?? false
}

async function failed(url: string, logFile: string): Promise<void> {
  await wait(PROBE_MS)
  if (await answers(url)) return
  const text = await readFile(logFile, 'utf8').catch(() => '')
  throw new CommandError(`The daemon could not start:\n${text.slice(-LAST_CHARS).trim()}`)
}
