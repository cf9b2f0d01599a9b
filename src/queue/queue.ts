import type { Job, JobName, Log, Queue } from '../app/ports/ports.js'
import { DomainError } from '../domain/errors.js'
import { connect, type JobQueue, type QueueBackend } from './connection.js'
import { startWorkers, type Workers, type WorkersOptions } from './workers.js'

/** BullMQ behind the port of `app`, on Postgres or Redis. It may lose everything: what is owed is in the store. [C7] */

const JOB_NAMES: readonly JobName[] = ['compression', 'aging', 'upkeep']

/** A request never waits longer than this for the queue; the sweep enqueues what was missed. */
const COMMAND_TIMEOUT_MS = 2_000
/** Failed jobs are kept for the eye of the operator only: a day, a hundred of each kind. */
const KEEP_FAILED = { count: 100, age: 86_400 }

export interface OpenedQueue {
  queue: Queue
  /** Begins to take jobs; at most once a process. */
  startWorkers(options: Omit<WorkersOptions, 'connection'>): Workers
}

export async function openQueue({ backend, log }: { backend: QueueBackend; log: Log }): Promise<OpenedQueue> {
  const connection = await connect(backend, log)
  const queues: Record<JobName, JobQueue> = {
    compression: connection.queue('compression'),
    aging: connection.queue('aging'),
    upkeep: connection.queue('upkeep'),
  }
  for (const queue of Object.values(queues)) queue.on('error', (error) => log.warn({ err: error }, 'queue error'))
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

/** Job ids may not hold colons nor be all digits; the name in front sees to the second. */
function jobIdOf(job: Job): string {
  return `${job.name}-${job.subjectId.replaceAll(':', '_')}`
}

async function enqueue(queue: JobQueue, job: Job, log: Log): Promise<void> {
  const jobId = jobIdOf(job)
  try {
    await within(COMMAND_TIMEOUT_MS, addOnce(queue, job, jobId))
  } catch (error) {
    log.warn({ jobId, err: error }, 'job not queued; the sweep will find what is owed')
  }
}

async function addOnce(queue: JobQueue, job: Job, jobId: string): Promise<void> {
  // A failed job that is still kept would swallow its successor of the same id.
  const twin = await queue.getJob(jobId)
  if (twin && (await twin.isFailed())) await twin.remove()
  await queue.add(job.name, job, {
    jobId,
    // The store counts and spaces the attempts: a queue that retried as well would be a second opinion.
    attempts: 1,
    // A finished job that is still kept would swallow its successor of the same id, too.
    removeOnComplete: true,
    removeOnFail: KEEP_FAILED,
  })
}

/** Throws store_unavailable when the queue does not answer. */
async function depthOf(queue: JobQueue): Promise<{ waiting: number; active: number; failed: number }> {
  const counts = await within(
    COMMAND_TIMEOUT_MS,
    queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed'),
  ).catch(() => {
    throw new DomainError('store_unavailable', 'The job queue does not answer; appending and reading go on without it.')
  })
  const sum = (...states: string[]) => states.reduce((total, state) => total + (counts[state] ?? 0), 0)
  return { waiting: sum('waiting', 'prioritized', 'delayed'), active: sum('active'), failed: sum('failed') }
}

/** Rejects after the time-out; what was begun may still happen, and must be harmless if it does. */
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
