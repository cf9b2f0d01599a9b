import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job, JobName } from '../../src/ports/ports.js'
import { openQueue, type Handler, type OpenedQueue, type QueueBackend } from '../../src/queue/index.js'
import { testDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { hasRedis, testRedis } from '../support/redis.js'
import { until } from '../support/until.js'

/** Both backends are held to one story. */
const BACKENDS = [
  {
    kind: 'postgres' as const,
    present: true,
    open: async () => {
      const database = await testDatabase()
      return { url: database.url, end: () => database.drop() }
    },
  },
  {
    kind: 'redis' as const,
    present: hasRedis,
    open: async () => {
      const redis = await testRedis()
      return { url: redis.url, end: () => redis.stop() }
    },
  },
]
const ONE_EACH: Record<JobName, number> = { compression: 1, aging: 1, upkeep: 1 }
const compression = (subjectId: string): Job => ({ name: 'compression', sessionId: 'ses_1', subjectId })
const ignore: Handler = async () => {}

describe.each(BACKENDS)('the queue on $kind', ({ kind, present, open }) => {
  let place: { url: string; end(): Promise<void> }
  let opened: OpenedQueue
  beforeAll(async () => {
    if (!present) return
    place = await open()
    opened = await openQueue({ backend: backendOf(kind, place.url), log: quietLog() })
  })
  afterAll(async () => {
    if (!present) return
    await opened.queue.close()
    await place.end()
  })

  test.skipIf(!present)(
    '[C7] a job enqueued twice waits once, is handed over with its ids, and may come again when it is done',
    async () => {
      const { queue } = opened
      await queue.enqueue(compression('cmp_a'))
      await queue.enqueue(compression('cmp_a'))
      expect((await queue.depth()).compression).toEqual({ waiting: 1, active: 0, failed: 0 })

      const seen: Job[] = []
      const handler: Handler = async (job) => void seen.push(job)
      const workers = opened.startWorkers({
        handlers: { compression: handler, aging: handler, upkeep: handler },
        concurrency: ONE_EACH,
        log: quietLog(),
      })
      await until('the job', () => seen.length === 1)
      await until('an empty queue', async () => sumOf((await queue.depth()).compression) === 0)
      await queue.enqueue(compression('cmp_a'))
      await queue.enqueue({ name: 'aging', sessionId: 'ses_2', subjectId: 'cmp_b' })
      await until('both jobs', () => seen.length === 3)
      expect(seen[0]).toEqual(compression('cmp_a'))
      expect(seen.map((job) => job.name).sort()).toEqual(['aging', 'compression', 'compression'])
      await workers.stop()
    },
  )

  test.skipIf(!present)(
    '[P9] a job whose handler throws is shown as failed, harms no other job, and does not block its successor',
    async () => {
      const { queue } = opened
      let calls = 0
      const handler: Handler = async () => {
        calls += 1
        if (calls === 1) throw new Error('the model fell over')
      }
      const log = quietLog()
      const workers = opened.startWorkers({
        handlers: { compression: handler, aging: ignore, upkeep: ignore },
        concurrency: ONE_EACH,
        log,
      })
      await queue.enqueue(compression('cmp_bad'))
      await until('the failure', async () => (await queue.depth()).compression.failed === 1)
      expect(log.lines.some((line) => line.level === 'error')).toBe(true)
      await queue.enqueue(compression('cmp_bad'))
      await until('the second try', () => calls === 2)
      await until('nothing failed', async () => sumOf((await queue.depth()).compression) === 0)
      await workers.stop()
    },
  )

  test.skipIf(!present)(
    '[C7] stopping aborts the running job, waits for it, and leaves the waiting one for the next worker',
    async () => {
      const { queue } = opened
      const events: string[] = []
      const slow: Handler = (job, signal) =>
        new Promise((_, reject) => {
          events.push(`began ${job.subjectId}`)
          signal.addEventListener('abort', () => {
            events.push(`aborted ${job.subjectId}`)
            reject(new Error('aborted'))
          })
        })
      const workers = opened.startWorkers({
        handlers: { compression: slow, aging: ignore, upkeep: ignore },
        concurrency: ONE_EACH,
        log: quietLog(),
      })
      await queue.enqueue(compression('cmp_running'))
      await until('the start', () => events.length === 1)
      await queue.enqueue(compression('cmp_waiting'))
      await workers.stop()
      expect(events).toEqual(['began cmp_running', 'aborted cmp_running'])
      expect((await queue.depth()).compression.waiting).toBe(1)

      const taken: string[] = []
      const next = opened.startWorkers({
        handlers: { compression: async (job) => void taken.push(job.subjectId), aging: ignore, upkeep: ignore },
        concurrency: ONE_EACH,
        log: quietLog(),
      })
      await until('the waiting job', () => taken.includes('cmp_waiting'))
      await next.stop()
    },
  )
})

function backendOf(kind: 'postgres' | 'redis', url: string): QueueBackend {
  return { kind, url }
}

function sumOf(counts: { waiting: number; active: number; failed: number }): number {
  return counts.waiting + counts.active + counts.failed
}
