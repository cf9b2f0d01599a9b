import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import { IndexRetries } from '../../src/app/search/index-retries.js'
import type { Ports } from '../../src/ports/ports.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

test('[R7] a session that cannot be indexed is tried less and less often, logged once, and stops no other', async () => {
  const broken = await daemon.openSession()
  const sound = await daemon.openSession()
  await broken.append([{ role: 'user', content: 'the tapir broke the index' }])
  await sound.append([{ role: 'user', content: 'the tapir mended the index' }])
  const lines: string[] = []
  const log = {
    debug() {},
    info: (_: object, line: string) => lines.push(line),
    warn() {},
    error: (_: object, line: string) => lines.push(line),
  }
  let nowMs = 0
  let attempts = 0
  let isBroken = true
  const { store } = daemon.ports
  const ports: Pick<Ports, 'store' | 'log' | 'clock'> = {
    log,
    clock: { ...daemon.ports.clock, monotonicMs: () => nowMs },
    store: {
      ...store,
      addPassages: (session, passages) => {
        if (session.sessionId === broken.id) attempts += 1
        return isBroken && session.sessionId === broken.id
          ? Promise.reject(new Error('no index today'))
          : store.addPassages(session, passages)
      },
    },
  }
  const retries = new IndexRetries()
  const triedAt: number[] = []
  for (nowMs = 0; nowMs < 60_000; nowMs += 1_000) {
    const before = attempts
    await indexPending(ports, { retries })
    if (attempts > before) triedAt.push(nowMs)
  }
  expect(triedAt).toEqual([0, 2_000, 6_000, 14_000, 30_000])
  expect(lines).toEqual(['session not indexed; it is tried again with pauses'])
  const hits = async () => (await daemon.client.call('searchMessages', { query: { q: 'tapir' } })).hits
  expect((await hits()).map(({ sessionId }) => sessionId).sort()).toEqual([broken.id, sound.id].sort())
  isBroken = false
  nowMs = 62_000
  await indexPending(ports, { retries })
  expect(lines).toEqual(['session not indexed; it is tried again with pauses', 'session indexed again'])
  expect((await store.unindexed({ appId: 'default', sessionId: broken.id }, 1)).length).toBe(0)
})
