import type { Job, JobName, Ports } from './app/ports/ports.js'
import { runAging } from './app/compression/run-aging.js'
import { auditSample } from './app/context/audit-sample.js'
import { recountSample } from './app/context/recount-sample.js'
import { requeuePending, requeueUpgrades } from './app/compression/requeue-pending.js'
import { drainPending } from './app/compression/drain.js'
import { indexPending } from './app/search/index-messages.js'

/** The work of a worker, in any process: the job handlers, and the sweep that finds jobs the queue lost. */

export type StartWorkers = (options: {
  handlers: Record<JobName, (job: Job, signal: AbortSignal) => Promise<void>>
  concurrency: Record<JobName, number>
  log: Ports['log']
}) => { stop(): Promise<void> }

/** Time between sweeps. The lease of a killed worker expires after 30 s; the next sweep then finds its compression. */
const SWEEP_EVERY_MS = 20_000
/** Time between looks for messages that are not in the search index. */
const INDEX_EVERY_MS = 1_000
/** Upkeep runs at the start and every ten minutes. */
const SWEEPS_TO_UPKEEP = 30

/** Starts the workers and the sweep. Returns after the first sweep. `modelSlots`: maximum concurrent model calls. */
export async function startWork(
  ports: Ports,
  startWorkers: StartWorkers,
  modelSlots: number,
): Promise<{ stop(): Promise<void> }> {
  const workers = startWorkers({
    handlers: {
      // The store, not the job, picks the next compression. [V7]
      compression: (_job, signal) => drainPending(ports, signal),
      aging: ({ sessionId, subjectId }) => runAging(ports, { sessionId, compressionId: subjectId }),
      upkeep: async () => {
        await auditSample(ports)
        await recountSample(ports)
      },
    },
    // One job more than the model has slots: extractive compressions and evictions need not wait for the model.
    concurrency: { compression: modelSlots + 1, aging: 1, upkeep: 1 },
    log: ports.log,
  })
  const sweeps = repeat(SWEEP_EVERY_MS, async (run) => {
    await sweep(ports, true)
    if (run % SWEEPS_TO_UPKEEP === 0) await ports.queue.enqueue({ name: 'upkeep', sessionId: '', subjectId: 'all' })
  })
  const stopping = new AbortController()
  const indexing = repeat(INDEX_EVERY_MS, () => index(ports, stopping.signal))
  await sweeps.first
  return {
    stop: async () => {
      stopping.abort()
      await indexing.stop()
      await sweeps.stop()
      await workers.stop()
      // Offers interrupted work to the other workers now. Without this, their own sweeps find it within a minute.
      await sweep(ports)
    },
  }
}

async function sweep(ports: Ports, upgrades = false): Promise<void> {
  try {
    const ended = await ports.store.sweepImports()
    if (ended > 0) ports.log.info({ ended }, 'interrupted imports deleted')
    const pending = await requeuePending(ports)
    if (pending > 0) ports.log.info({ pending }, 'pending compressions enqueued')
    else if (upgrades) await requeueUpgrades(ports)
  } catch (error) {
    ports.log.warn({ err: error }, 'sweep failed; the next one tries again')
  }
}

async function index(ports: Ports, signal: AbortSignal): Promise<void> {
  try {
    const indexed = await indexPending(ports, signal)
    if (indexed > 0) ports.log.debug({ indexed }, 'messages indexed for search')
  } catch (error) {
    ports.log.warn({ err: error }, 'indexing for search failed; the next run tries again')
  }
}

/** Runs now, then again `everyMs` after each run ends, so that runs never overlap. `run` receives 0, 1, 2 … */
function repeat(
  everyMs: number,
  run: (number: number) => Promise<void>,
): { first: Promise<void>; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let runs = 0
  let running = Promise.resolve()
  const runNext = (): Promise<void> => {
    running = run(runs++).finally(() => {
      if (!stopped) timer = setTimeout(runNext, everyMs)
    })
    return running
  }
  return {
    first: runNext(),
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
