import type { Job, JobName, Log } from '../app/ports/ports.js'
import { safeLine } from '../app/ports/safe-error.js'
import type { Connection, JobWorker } from './connection.js'

/** Takes jobs off the queue and hands them to their handlers. A handler that throws fails its job, never the process. */

export type Handler = (job: Job, signal: AbortSignal) => Promise<void>

export interface WorkersOptions {
  connection: Connection
  handlers: Record<JobName, Handler>
  /** Jobs of each kind at one time. */
  concurrency: Record<JobName, number>
  log: Log
}
export interface Workers {
  /** Aborts what is running, waits for it to end (bounded), and takes no more jobs. */
  stop(): Promise<void>
}

/** A worker that died is noticed after a lock and a check: at most 25 s. Locks are renewed at half their time while a model thinks. */
const LOCK_MS = 15_000
const STALLED_CHECK_MS = 10_000
/** A job taken up this often by workers that died is dropped; the store decides whether it is still owed. */
const MAX_STALLED = 5
/** Jobs end soon after their abort; one that does not is left to its lock. */
const STOP_TIMEOUT_MS = 10_000

export function startWorkers({ connection, handlers, concurrency, log }: WorkersOptions): Workers {
  const stopping = new AbortController()
  const process = async (name: JobName, job: Job): Promise<void> => {
    const startedAt = performance.now()
    const facts = { job: name, sessionId: job.sessionId, subjectId: job.subjectId }
    try {
      await handlers[name](job, stopping.signal)
      log.debug({ ...facts, durationMs: Math.round(performance.now() - startedAt) }, 'job done')
    } catch (error) {
      if (stopping.signal.aborted) log.info(facts, 'job given up for the shutdown; it stays owed')
      else log.error({ ...facts, err: error }, 'job failed')
      // The queue stores what is thrown here: it gets one line, without text of a conversation.
      throw new Error(safeLine(error))
    }
  }
  const workerOf = (name: JobName): JobWorker => {
    const worker = connection.worker(name, (job) => process(name, job.data), {
      concurrency: concurrency[name],
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
      // Fetch errors are retried after this; the default of 15 s is longer than a restart of the database.
      runRetryDelay: 1_000,
    })
    worker.on('error', (error) => log.warn({ job: name, err: error }, 'worker connection error'))
    return worker
  }
  const workers = [workerOf('compression'), workerOf('aging'), workerOf('upkeep')]
  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stopAll(workers, stopping, log)) }
}

async function stopAll(workers: JobWorker[], stopping: AbortController, log: Log): Promise<void> {
  stopping.abort()
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), STOP_TIMEOUT_MS)
  })
  const outcome = await Promise.race([Promise.allSettled(workers.map((worker) => worker.close())), timeUp])
  clearTimeout(timer)
  if (outcome !== 'late') return
  log.warn({ afterMs: STOP_TIMEOUT_MS }, 'jobs did not end in time; their locks will run out')
  await Promise.race([Promise.allSettled(workers.map((worker) => worker.close(true))), delay(1_000)])
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
