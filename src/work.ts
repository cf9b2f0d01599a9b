import type { Job, JobName, Ports } from './app/ports.js'
import { runAging } from './app/run-aging.js'
import { runCompression } from './app/run-compression.js'
import { runUpkeep } from './app/run-upkeep.js'
import { sweepOwed } from './app/sweep-owed.js'

/** What a worker does, whichever process it lives in: the table of jobs, and the sweep that finds what the queue forgot. */

export type StartWorkers = (options: {
  handlers: Record<JobName, (job: Job, signal: AbortSignal) => Promise<void>>
  concurrency: Record<JobName, number>
  log: Ports['log']
}) => { stop(): Promise<void> }

const SWEEP_EVERY_MS = 60_000

/** `modelSlots`: model calls at one time. Returns when the first sweep is done. */
export async function startWork(ports: Ports, startWorkers: StartWorkers, modelSlots: number): Promise<{ stop(): Promise<void> }> {
  const workers = startWorkers({
    handlers: {
      compression: async ({ sessionId, subjectId }, signal) => void (await runCompression(ports, { sessionId, compressionId: subjectId }, signal)),
      aging: async ({ sessionId, subjectId }, signal) => void (await runAging(ports, { sessionId, compressionId: subjectId }, signal)),
      upkeep: async () => void (await runUpkeep(ports)),
    },
    // One job more than the model has slots: it plans and commits while the others wait for words. More would queue up at the
    // model in order of arrival, and the most urgent session would lose its place. [V7]
    concurrency: { compression: modelSlots + 1, aging: 1, upkeep: 1 },
    log: ports.log,
  })
  const sweeps = repeat(SWEEP_EVERY_MS, () => sweep(ports))
  await sweeps.first
  return {
    stop: async () => {
      await sweeps.stop()
      await workers.stop()
    },
  }
}

async function sweep(ports: Ports): Promise<void> {
  try {
    const owed = await sweepOwed(ports)
    await ports.queue.enqueue({ name: 'upkeep', sessionId: '', subjectId: 'all' })
    if (owed > 0) ports.log.info({ owed }, 'owed compressions enqueued')
  } catch (error) {
    ports.log.warn({ error: error instanceof Error ? error.message : String(error) }, 'sweep failed; the next one tries again')
  }
}

/** Runs now and then every `everyMs` after the end of the last run, so that slow runs never overlap. */
function repeat(everyMs: number, run: () => Promise<void>): { first: Promise<void>; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running = Promise.resolve()
  const again = (): Promise<void> => {
    running = run().finally(() => {
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
