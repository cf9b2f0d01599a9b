import type { Job, JobName, Ports } from './app/ports/ports.js'
import { runAging } from './app/compression/run-aging.js'
import { auditSample } from './app/context/audit-sample.js'
import { requeuePending, requeueUpgrades } from './app/compression/requeue-pending.js'
import { drainPending } from './app/compression/drain.js'

/** What a worker does, whichever process it lives in: the table of jobs, and the sweep that finds what the queue forgot. */

export type StartWorkers = (options: {
  handlers: Record<JobName, (job: Job, signal: AbortSignal) => Promise<void>>
  concurrency: Record<JobName, number>
  log: Ports['log']
}) => { stop(): Promise<void> }

/** A worker that was killed holds its compression by a lease of 30 s; what it left is found within this time after that. */
const SWEEP_EVERY_MS = 20_000
/** Upkeep is asked for at the start and every ten minutes. */
const SWEEPS_TO_UPKEEP = 30

/** `modelSlots`: model calls at one time. Returns when the first sweep is done. */
export async function startWork(
  ports: Ports,
  startWorkers: StartWorkers,
  modelSlots: number,
): Promise<{ stop(): Promise<void> }> {
  const workers = startWorkers({
    handlers: {
      // Whose turn it is says the store, not the job. [V7]
      compression: (_job, signal) => drainPending(ports, signal),
      aging: ({ sessionId, subjectId }) => runAging(ports, { sessionId, compressionId: subjectId }),
      upkeep: () => auditSample(ports),
    },
    // One job more than the model has slots: copying and setting aside need not wait for words.
    concurrency: { compression: modelSlots + 1, aging: 1, upkeep: 1 },
    log: ports.log,
  })
  const sweeps = repeat(SWEEP_EVERY_MS, async (run) => {
    await sweep(ports, true)
    if (run % SWEEPS_TO_UPKEEP === 0) await ports.queue.enqueue({ name: 'upkeep', sessionId: '', subjectId: 'all' })
  })
  await sweeps.first
  return {
    stop: async () => {
      await sweeps.stop()
      await workers.stop()
      // What we gave up is offered to the other workers at once; their own sweeps would find it within a minute.
      await sweep(ports)
    },
  }
}

async function sweep(ports: Ports, upgrades = false): Promise<void> {
  try {
    const pending = await requeuePending(ports)
    if (pending > 0) ports.log.info({ pending }, 'owed compressions enqueued')
    else if (upgrades) await requeueUpgrades(ports)
  } catch (error) {
    ports.log.warn({ err: error }, 'sweep failed; the next one tries again')
  }
}

/** Runs (number 0, 1, 2 …) now and then every `everyMs` after the end of the last run, so that slow runs never overlap. */
function repeat(
  everyMs: number,
  run: (number: number) => Promise<void>,
): { first: Promise<void>; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let runs = 0
  let running = Promise.resolve()
  const again = (): Promise<void> => {
    running = run(runs++).finally(() => {
      if (!stopped) timer = setTimeout(again, everyMs)
    })
    return running
  }
  return {
    first: again(),
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
