import { afterEach, expect, test } from 'vitest'
import { openRedisNotifier } from '../../src/queue/index.js'
import { quietLog } from '../support/quiet-log.js'
import { hasRedis, testRedis } from '../support/redis.js'
import { until } from '../support/until.js'
import { withholdingProxy } from '../support/withholding-proxy.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test.skipIf(!hasRedis)(
  '[P9] a wake-up connection that closes while it subscribes again rejects nothing unseen',
  async () => {
    const redis = await testRedis()
    closing.push(() => redis.stop())
    const proxy = await withholdingProxy(redis.port)
    closing.push(() => proxy.stop())
    const unseen: unknown[] = []
    const note = (reason: unknown) => unseen.push(reason)
    process.on('unhandledRejection', note)
    try {
      const notifier = openRedisNotifier({ url: `redis://127.0.0.1:${proxy.port}`, log: quietLog() })
      let woken = 0
      notifier.subscribe(() => (woken += 1))
      await until('the first wake-up', () => {
        notifier.notify('events')
        return woken > 0
      })
      proxy.cutAndWithhold('subscribe')
      await proxy.sent
      await notifier.close()
      // The rejection is reported once the connection has closed.
      await until('the close', () => proxy.connections() === 0)
      await new Promise((resolve) => setImmediate(resolve))
      expect(unseen).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  },
)
