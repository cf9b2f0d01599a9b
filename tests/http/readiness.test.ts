import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
let nowMs = 0
let checks = 0
let isDown = false
beforeAll(async () => {
  daemon = await startDaemon({
    ports: (ports) => ({
      ...ports,
      clock: { now: () => ports.clock.now(), monotonicMs: () => nowMs },
      store: new Proxy(ports.store, {
        get(store, name) {
          const member: unknown = Reflect.get(store, name, store)
          if (name !== 'ping') return typeof member === 'function' ? member.bind(store) : member
          return () => {
            checks += 1
            return isDown ? Promise.reject(new Error('The store is unavailable.')) : store.ping()
          }
        },
      }),
    }),
  })
})
afterAll(() => daemon.stop())

/** Sends 50 probes at once. Returns their statuses and the number of times the store was asked. */
async function probe(): Promise<{ statuses: number[]; checks: number }> {
  const before = checks
  const replies = Array.from(
    { length: 50 },
    async () => (await daemon.client.send('readiness', {}, { key: null })).status,
  )
  return { statuses: [...new Set(await Promise.all(replies))], checks: checks - before }
}

test('[P6] [13] probes without a key share one check of the store, and its result for a second', async () => {
  expect(await probe()).toEqual({ statuses: [200], checks: 1 })
  isDown = true
  nowMs += 999
  expect(await probe()).toEqual({ statuses: [200], checks: 0 })
  nowMs += 1
  expect(await probe()).toEqual({ statuses: [503], checks: 1 })
  isDown = false
  expect(await probe()).toEqual({ statuses: [503], checks: 0 })
  nowMs += 1_000
  expect(await probe()).toEqual({ statuses: [200], checks: 1 })
})
