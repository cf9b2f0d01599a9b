import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job, Model, Ports, Subject } from '../src/ports/ports.js'
import { drainPending } from '../src/app/compression/drain.js'
import { runAging } from '../src/app/compression/run-aging.js'
import { runUpgrade } from '../src/app/compression/rewrite/run-upgrade.js'
import { indexPending } from '../src/app/search/index-messages.js'
import { runCompression } from '../src/app/compression/run-compression.js'
import { readConfig } from '../src/config.js'
import { makeLog } from '../src/log.js'
import { O200kTokenizer } from '../src/model/tokenizer.js'
import { wire } from '../src/wiring.js'
import { closeOnSignal } from './close-on-signal.js'
import { seededIds } from './seeded-ids.js'

/** The service on its own database, with the same ids in every run. Has no model server unless one is given. Jobs run in order, only during `work`. */
export interface EvalService {
  ports: Ports
  /** Runs jobs until none is pending, and fills the search index. */
  work(): Promise<void>
  /** Advances the clock, and has the model rewrite what the service offers it in a session that is idle. */
  idle(ms: number): Promise<void>
  close(): Promise<void>
}

/** The discard port: nothing listens there. */
const NO_MODEL = 'http://127.0.0.1:9'
/** On a busy machine, the tokenizer of the service estimates large texts after 2 s. The figures of an evaluation must not depend on
 * the load, so it waits. */
const COUNT_WITHIN_MS = 600_000
/** Maximum milliseconds before a failed model is tried again. */
const FORGIVEN_AFTER_MS = 3_600_001

export interface EvalServiceOptions {
  ollamaHost?: string
  /** The model that writes summaries instead of each session's own. */
  summaryModel?: string
  /** Advances the clock by an hour after every compression, so that a model that keeps failing is still called. */
  forgives?: boolean
  /** A model in this process instead of a server. */
  model?: Model
  /** URL of a database to use instead of an embedded one. */
  databaseUrl?: string
}

export async function openEvalService({
  ollamaHost = NO_MODEL,
  summaryModel,
  forgives,
  databaseUrl,
  model,
}: EvalServiceOptions = {}): Promise<EvalService> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-eval-'))
  const places = { DATA_DIR: folder, DATABASE_URL: databaseUrl, PORT: '0', ADMIN_KEY: 'key-of-the-eval-service' }
  const wiring = wire(
    readConfig({ ...places, OLLAMA_HOST: ollamaHost, SUMMARY_MODEL: summaryModel }),
    makeLog('silent'),
  )
  // From here on: a signal may also arrive while the database starts.
  const tokenizer = new O200kTokenizer({ boundMs: COUNT_WITHIN_MS })
  const close = closeOnSignal(async () => {
    await tokenizer.close()
    await wiring.then(
      (wired) => wired.release(),
      () => {},
    )
    await rm(folder, { recursive: true, force: true })
  })
  const wired = await wiring.catch(async (error: unknown) => {
    await close()
    throw error
  })
  const jobs: Job[] = []
  let aheadMs = 0
  const clock = { ...wired.ports.clock, now: () => new Date(Date.now() + aheadMs) }
  const ports: Ports = {
    ...wired.ports,
    clock,
    ids: seededIds(),
    tokenizer,
    model: model ?? wired.ports.model,
    queue: { ...wired.ports.queue, enqueue: async (job) => void jobs.push(job) },
  }
  const { signal } = new AbortController()
  return {
    ports,
    work: async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) {
        const subject = { sessionId: job.sessionId, compressionId: job.subjectId }
        if (job.name === 'compression') await compress(ports, subject)
        if (job.name === 'aging') await runAging(ports, subject)
        if (forgives && job.name === 'compression') aheadMs += FORGIVEN_AFTER_MS
      }
      await indexPending(ports)
    },
    idle: async (ms) => {
      aheadMs += ms
      await drainPending(ports, signal)
    },
    close,
  }
}

/** Runs a compression, or the rewriting of a checkpoint, as the worker that claims it does. */
async function compress(ports: Ports, subject: Subject): Promise<void> {
  const { signal } = new AbortController()
  const compression = await ports.store.compression(subject.sessionId, subject.compressionId)
  // The session was deleted since.
  if (!compression) return
  const isRewriting = compression.trigger === 'aging' || compression.trigger === 'upgrade'
  if (isRewriting) await runUpgrade(ports, subject, signal)
  else await runCompression(ports, subject, signal)
}
