import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, type Environment } from '../../src/config.js'
import type { Ports } from '../../src/ports/ports.js'
import { makeLog } from '../../src/log.js'
import { startEmbedded } from '../../src/store/index.js'
import { wire } from '../../src/wiring.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { EntryProcess } from './entry-process.js'
import { SILENT } from './silent-log.js'

/**
 * One embedded database with a daemon in a separate process. The same ports are also open in this process, for
 * measurements without HTTP.
 */
export interface BenchContext {
  url: string
  key: string
  databaseUrl: string
  daemon: EntryProcess
  /** Environment of the daemon, to start others on the same database. */
  env: Environment & Record<string, string>
  ports: Ports
  model: ScriptedOllama
  /** Sends one JSON request to the daemon. Throws unless the status is 2xx. */
  call<T>(method: string, path: string, body?: object): Promise<T>
  newSession(body?: object): Promise<string>
  newSessions(count: number, body?: object): Promise<string[]>
  close(): Promise<void>
}

const KEY = 'key-of-the-benchmark'

/** @param more settings of the daemon
 * @param given folder with a prepared database; deleted at the end */
export async function openBenchContext(more: Environment = {}, given?: string): Promise<BenchContext> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'palimpsest-bench-')))
  const model = await scriptedOllama({ scenario: 'honest', contextLength: 131_072 })
  const database = await startEmbedded({ dataDir: join(folder, 'postgres'), log: SILENT })
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: '0',
    ADMIN_KEY: KEY,
    OLLAMA_HOST: model.url,
    LOG_LEVEL: 'info',
    ...more,
  }
  const daemon = new EntryProcess('daemon', env)
  await daemon.start()
  const url = /is listening on (http:\S+)/.exec(daemon.stdout)?.[1]
  if (url === undefined) throw new Error(`no address in: ${daemon.stdout}`)
  const wired = await wire(readConfig(env), makeLog('silent'))
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    const value: T = JSON.parse(text)
    return value
  }
  /** Default limit: so large that no compression starts by itself. */
  const newSession = async (body: object = { contextLimit: 3_000_000, clamp: false }) =>
    (await call<{ id: string }>('POST', '/v1/sessions', { model: 'no-such-model', ...body })).id
  return {
    ...{ url, key: KEY, databaseUrl: database.url, daemon, env, ports: wired.ports, model, call, newSession },
    newSessions: (count, body) => Promise.all(Array.from({ length: count }, () => newSession(body))),
    close: async () => {
      await daemon.end('SIGTERM')
      await wired.release()
      await model.close()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
