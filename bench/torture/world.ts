import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../src/store/index.js'
import { scriptedOllama, type Scenario, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { EntryProcess } from '../support/entry-process.js'
import type { Random } from '../support/random.js'
import { SILENT } from '../support/silent-log.js'

/** `small`: one process with its own database. `full`: separate API and worker, on a database of a third process.
 * `scaled`: two APIs and two workers on such a database. Clients use both APIs. */
export type Shape = 'small' | 'full' | 'scaled'

/** A process to kill. `kill` returns when its restart has begun. */
export interface Victim {
  name: string
  kill(downMs: number): Promise<void>
}

export interface World {
  /** Address of each API. */
  urls: string[]
  key: string
  model: ScriptedOllama
  victims: Victim[]
  processes: EntryProcess[]
  close(): Promise<void>
}

const KEY = 'key-of-the-torture-chamber'
const BACK_WITHIN_MS = 45_000
const MODEL = 'qwen2.5:7b'
/** Scenarios of a model that answers, and of everything that can go wrong with one. */
const FAILING_SCENARIOS: readonly Scenario[] = [
  ...([
    'slow',
    'thinking-aloud',
    'empty',
    'refusing',
    'endless',
    'inflated',
    'garbage',
    'thinking-only',
    'cut-by-length',
    'inventing',
    'embroidering',
    'distorting',
    'commanding',
    'forging',
    'closing-quotes',
  ] as const),
  ...([
    'looping',
    'obeying-injection',
    'runaway',
    'reset',
    'error-midway',
    'hang',
    'error500',
    'rejecting',
    'no-such-model',
  ] as const),
]

export async function openWorld(shape: Shape, random: Random): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-torture-'))
  const scenarios = random.fork()
  const model = await scriptedOllama({
    model: MODEL,
    contextLength: 8_192,
    parameterSize: '7.6B',
    scenario: () => (scenarios.chance(0.5) ? 'honest' : scenarios.pick(FAILING_SCENARIOS)),
  })
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true }), () => model.close()]
  const ports = await Promise.all(Array.from({ length: shape === 'scaled' ? 2 : 1 }, freePort))
  const shared = { OLLAMA_HOST: model.url, ADMIN_KEY: KEY, DATA_DIR: folder, PORT: String(ports[0]) }
  const postgres = join(folder, 'postgres')
  const processes: EntryProcess[] = []
  if (shape === 'small') processes.push(new EntryProcess('daemon', shared))
  else {
    const database = await startEmbedded({ dataDir: postgres, log: SILENT })
    closing.push(() => database.stop())
    const env = { ...shared, DATABASE_URL: database.url }
    for (const port of ports) processes.push(new EntryProcess('daemon', { ...env, ROLE: 'api', PORT: String(port) }))
    for (let workers = ports.length; workers > 0; workers--) processes.push(new EntryProcess('worker', env))
  }
  for (const one of processes) {
    closing.push(() => one.end('SIGTERM'))
    await one.start()
  }
  const modelPort = Number(new URL(model.url).port)
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    key: KEY,
    model,
    processes,
    victims: [
      ...processes.map((one, index) => ({
        name: shape === 'scaled' ? `${one.entry} ${(index % 2) + 1}` : one.entry,
        kill: (downMs: number) => killProcess(one, downMs),
      })),
      { name: 'database', kill: () => killDatabase(join(postgres, 'cluster')) },
      { name: 'model', kill: (downMs) => killModel(model, modelPort, downMs) },
    ],
    close: async () => {
      for (const close of closing.reverse()) await close()
    },
  }
}

async function killProcess(one: EntryProcess, downMs: number): Promise<void> {
  await one.end('SIGKILL')
  await sleep(downMs)
  const deadline = Date.now() + BACK_WITHIN_MS
  for (;;) {
    try {
      return await one.start()
    } catch (error) {
      // The database may be killed during the start, so retry like a process supervisor.
      if (Date.now() > deadline) throw error
      await sleep(200)
    }
  }
}

/** Kills the postmaster, like the kernel when memory is short. Its owner restarts it. */
async function killDatabase(cluster: string): Promise<void> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}

async function killModel(model: ScriptedOllama, port: number, downMs: number): Promise<void> {
  await model.close()
  await sleep(downMs)
  await model.listen(port)
}

/** Returns a free port. Every start of the API uses the same one, so that clients can reconnect. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
