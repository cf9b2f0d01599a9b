import type { Job, JobName, Log, Queue } from '../ports/ports.js'
import { DomainError } from '../domain/errors.js'
import { failureLog } from './failure-log.js'
import { connect, type JobQueue, type QueueBackend } from './connection.js'
import { startWorkers, type Workers, type WorkersOptions } from './workers.js'

/** Implements the queue port with BullMQ on Postgres or Redis. It may lose jobs: pending work is in the store. [C7] */

const JOB_NAMES: readonly JobName[] = ['compression', 'aging', 'upkeep']

/** Longest wait of a request for the queue. The sweep enqueues jobs that were not added in time. */
const COMMAND_TIMEOUT_MS = 2_000
/** Failed jobs kept per queue, for operators to inspect. `age` is in seconds. */
const KEEP_FAILED = { count: 100, age: 86_400 }

export interface OpenedQueue {
  queue: Queue
  /** Starts processing jobs. Call at most once per process. */
  startWorkers(options: Omit<WorkersOptions, 'connection'>): Workers
}

export async function openQueue({ backend, log }: { backend: QueueBackend; log: Log }): Promise<OpenedQueue> {
  const connection = await connect(backend, log)
  const queues: Record<JobName, JobQueue> = {
    compression: connection.queue('compression'),
    aging: connection.queue('aging'),
    upkeep: connection.queue('upkeep'),
  }
  for (const queue of Object.values(queues)) queue.on('error', failureLog(log, 'queue error'))
  return {
    queue: {
      enqueue: (job) => enqueue(queues[job.name], job, log),
      depth: async () => {
        const [compression, aging, upkeep] = await Promise.all([
          depthOf(queues.compression),
          depthOf(queues.aging),
          depthOf(queues.upkeep),
        ])
        return { compression, aging, upkeep }
      },
      close: async () => {
        await Promise.allSettled(JOB_NAMES.map((name) => within(COMMAND_TIMEOUT_MS, queues[name].close())))
        await connection.close()
      },
    },
    startWorkers: (options) => startWorkers({ ...options, connection }),
  }
}

/** Returns the job id. BullMQ allows no colons and no ids of digits only; the prefix ensures the latter. */
function jobIdOf(job: Job): string {
  return `${job.name}-${job.subjectId.replaceAll(':', '_')}`
}

async function enqueue(queue: JobQueue, job: Job, log: Log): Promise<void> {
  const jobId = jobIdOf(job)
  try {
    await within(COMMAND_TIMEOUT_MS, addOnce(queue, job, jobId))
  } catch (error) {
    log.warn({ jobId, err: error }, 'job not queued; the sweep retries pending work')
  }
}

async function addOnce(queue: JobQueue, job: Job, jobId: string): Promise<void> {
  // BullMQ ignores a new job while a failed one with the same id is kept.
  const existing = await queue.getJob(jobId)
  if (existing && (await existing.isFailed())) await existing.remove()
  await queue.add(job.name, job, {
    jobId,
    // The store counts attempts and decides when to retry, so the queue must not retry.
    attempts: 1,
    // BullMQ would also ignore a new job while a completed one with the same id is kept.
    removeOnComplete: true,
    removeOnFail: KEEP_FAILED,
  })
}

/** Counts the jobs of a queue by state. Throws store_unavailable if the queue does not answer within 2 s. */
async function depthOf(queue: JobQueue): Promise<{ waiting: number; active: number; failed: number }> {
  const counts = await within(
    COMMAND_TIMEOUT_MS,
    queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed'),
  ).catch(() => {
    throw new DomainError(
      'store_unavailable',
      `The job queue did not answer in ${COMMAND_TIMEOUT_MS} ms. Appending and reading still work; try again later.`,
    )
  })
  const sum = (...states: string[]) => states.reduce((total, state) => total + (counts[state] ?? 0), 0)
  return { waiting: sum('waiting', 'prioritized', 'delayed'), active: sum('active'), failed: sum('failed') }
}

/** Rejects after the timeout. The work may still complete later, so that must be harmless. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
