import type { Job, JobName, Log } from '../ports/ports.js'
import { failureLog } from './failure-log.js'
import { safeLine } from '../ports/safe-error.js'
import type { Connection, JobWorker } from './connection.js'

/** Takes jobs from the queue and runs their handlers. A handler that throws fails its job, never the process. */

export type Handler = (job: Job, signal: AbortSignal) => Promise<void>

export interface WorkersOptions {
  connection: Connection
  handlers: Record<JobName, Handler>
  /** Maximum concurrent jobs of each kind. */
  concurrency: Record<JobName, number>
  log: Log
}
export interface Workers {
  /** Stops taking jobs, aborts running ones, and waits up to about 7 s for them to end. */
  stop(): Promise<void>
}

/**
 * A dead worker is detected after at most 25 s: its lock must expire and a check must run.
 * A live worker renews the lock of a running job at half its duration.
 */
const LOCK_MS = 15_000
const STALLED_CHECK_MS = 10_000
/** A job fails if more workers than this die running it. The store decides whether its work is still pending. */
const MAX_STALLED = 5
/** Jobs end soon after an abort. The lock of a job that does not end expires by itself. */
const STOP_TIMEOUT_MS = 6_000

export function startWorkers({ connection, handlers, concurrency, log }: WorkersOptions): Workers {
  const stopping = new AbortController()
  const process = async (name: JobName, job: Job): Promise<void> => {
    const startedAt = performance.now()
    const fields = { job: name, sessionId: job.sessionId, subjectId: job.subjectId }
    try {
      await handlers[name](job, stopping.signal)
      log.debug({ ...fields, durationMs: Math.round(performance.now() - startedAt) }, 'job done')
    } catch (error) {
      if (stopping.signal.aborted) log.info(fields, 'job interrupted by the shutdown; it stays pending')
      else log.error({ ...fields, err: error }, 'job failed')
      // The queue stores the error thrown here, so it gets one line without conversation text.
      throw new Error(safeLine(error))
    }
  }
  const workerOf = (name: JobName): JobWorker => {
    const worker = connection.worker(name, (job) => process(name, job.data), {
      concurrency: concurrency[name],
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
      // Delay before retrying a failed fetch. The default of 15 s is longer than a database restart.
      runRetryDelay: 1_000,
    })
    worker.on('error', failureLog(log, 'worker connection error', { job: name }))
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
  log.warn({ afterMs: STOP_TIMEOUT_MS }, 'jobs did not end in time; their locks will expire')
  await Promise.race([Promise.allSettled(workers.map((worker) => worker.close(true))), delay(1_000)])
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
