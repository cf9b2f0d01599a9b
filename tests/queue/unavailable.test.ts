import { afterEach, expect, test } from 'vitest'
import { openQueue, openRedisNotifier, type OpenedQueue } from '../../src/queue/index.js'
import { freePort } from '../support/port.js'
import { quietLog } from '../support/quiet-log.js'
import { hasRedis, testRedis } from '../support/redis.js'
import { until } from '../support/until.js'

/** On a machine that is busy. The client of Redis would wait without end. */
const NO_WAIT_MS = 30_000

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('[P6] with no Redis there, enqueue logs and returns; it neither throws nor keeps an append waiting', async () => {
  const log = quietLog()
  const opened = await openQueue({ backend: { kind: 'redis', url: `redis://127.0.0.1:${await freePort()}` }, log })
  closing.push(() => opened.queue.close())
  const startedAt = Date.now()
  await opened.queue.enqueue({ name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_1' })
  expect(Date.now() - startedAt).toBeLessThan(NO_WAIT_MS)
  expect(log.lines.some((line) => line.message.includes('sweep'))).toBe(true)
  await expect(opened.queue.depth()).rejects.toMatchObject({ code: 'store_unavailable' })
})

test.skipIf(!hasRedis)(
  '[C7] Redis killed and started again empty: jobs flow again without a restart of ours',
  async () => {
    const redis = await testRedis()
    closing.push(() => redis.stop())
    const opened: OpenedQueue = await openQueue({ backend: { kind: 'redis', url: redis.url }, log: quietLog() })
    closing.push(() => opened.queue.close())
    const taken: string[] = []
    const handler = async (job: { subjectId: string }) => void taken.push(job.subjectId)
    const workers = opened.startWorkers({
      handlers: { compression: handler, aging: handler, upkeep: handler },
      concurrency: { compression: 1, aging: 1, upkeep: 1 },
      log: quietLog(),
    })
    closing.push(() => workers.stop())
    await opened.queue.enqueue({ name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_before' })
    await until('the first job', () => taken.includes('cmp_before'))

    await redis.kill()
    const startedAt = Date.now()
    await opened.queue.enqueue({ name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_during' })
    expect(Date.now() - startedAt).toBeLessThan(NO_WAIT_MS)

    await redis.restart()
    await until('the job after', async () => {
      await opened.queue.enqueue({ name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_after' })
      return taken.includes('cmp_after')
    })
  },
)

test.skipIf(!hasRedis)(
  '[P10] a wake-up sent by one process reaches the others, a burst costs few messages, and it survives Redis',
  async () => {
    const redis = await testRedis()
    closing.push(() => redis.stop())
    const here = openRedisNotifier({ url: redis.url, log: quietLog() })
    const there = openRedisNotifier({ url: redis.url, log: quietLog() })
    closing.push(
      () => here.close(),
      () => there.close(),
    )
    let woken = 0
    const leave = there.subscribe(() => (woken += 1))
    await until('the first wake-up', () => {
      here.notify('events')
      return woken > 0
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    woken = 0
    for (let i = 0; i < 1_000; i++) here.notify('events')
    await until('the burst', () => woken > 0)
    expect(woken).toBeLessThan(20)

    await redis.kill()
    here.notify('events')
    await redis.restart()
    woken = 0
    await until('a wake-up after the restart', () => {
      here.notify('events')
      return woken > 1
    })
    leave()
  },
)
