import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { apiClient, type ApiClient } from './client.js'
import { hearSecret } from './heard.js'
import { until } from './until.js'
import { watchLog } from './watched-log.js'

const ROOT = join(import.meta.dirname, '../..')
/** The built entry points. `npm test` builds them first. */
export const ENTRIES = {
  daemon: join(ROOT, 'dist/src/main.js'),
  worker: join(ROOT, 'dist/workers/main.js'),
  cli: join(ROOT, 'dist/src/cli/main.js'),
}

/** A process of the service, seen from outside. */
export interface Spawned {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** Time in ms from the start of the process until it reported that it had started. */
  startMs: number
  /** Sends a stop signal and waits. Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Kills the process, like a power failure. */
  kill(): Promise<void>
}

export interface SpawnedDaemon extends Spawned {
  url: string
  /** The admin key, from the environment or from the output. */
  key: string
  /** Sends typed requests as the admin. */
  client: ApiClient
}

/** Starts an entry point and waits until it has started. Its environment is only the given one and PATH. */
export async function spawnEntry(entry: keyof typeof ENTRIES, env: Record<string, string>): Promise<Spawned> {
  if (!existsSync(ENTRIES[entry])) throw new Error('dist/ is not built; run npm run build')
  const startedAt = Date.now()
  const child = spawn(process.execPath, [ENTRIES[entry]], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const log = watchedOutput(child, env)
  // With all of its output.
  const exited = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
    log.end()
  }
  try {
    await until(`${entry} starts`, () => {
      const end = child.exitCode ?? child.signalCode
      if (end !== null) throw new Error(`${entry} ended with ${end}: ${stderr}`)
      return stderr.includes('"msg":"started"')
    })
  } catch (error) {
    await kill()
    throw error
  }
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    startMs: Date.now() - startedAt,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await exited
      log.end()
      return child.exitCode
    },
    kill,
  }
}

/** Has the output searched for keys, passwords and conversation text. */
function watchedOutput({ stdout, stderr }: ChildProcess, env: Record<string, string>): { end(): void } {
  const log = watchLog()
  hearSecret(env.ADMIN_KEY)
  for (const address of [env.DATABASE_URL, env.REDIS_URL]) hearSecret(address && new URL(address).password)
  for (const stream of [stderr, stdout]) if (stream) createInterface(stream).on('line', (line) => log.add(line))
  return log
}

/** Starts the daemon on a port it chooses. */
export async function spawnDaemon(env: Record<string, string>): Promise<SpawnedDaemon> {
  const daemon = await spawnEntry('daemon', { PORT: '0', ...env })
  const url = /is listening on (http:\S+)/.exec(daemon.stdout())?.[1]
  const keyFile = /Admin key: in (.+) \(readable/.exec(daemon.stdout())?.[1]
  const key = env.ADMIN_KEY ?? (keyFile === undefined ? '' : readFileSync(keyFile, 'utf8').trim())
  hearSecret(key)
  if (url === undefined) throw new Error(`no address in: ${daemon.stdout()}`)
  return { ...daemon, url, key, client: apiClient(url, key) }
}
