import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCompression } from '../../src/app/compression/run-compression.js'
import { drainPending } from '../../src/app/compression/drain.js'
import { LEASE_MS } from '../../src/domain/compression/compression.js'
import { compressionsOf, filledSession } from '../support/filled-session.js'
import type { Daemon } from '../support/daemon.js'
import type { TestDatabase } from '../support/database.js'
import { activeOf, endLease, heldWorker, leaseOf, leaseSetup, wrongClock, type LeaseSetup } from './held-worker.js'

let setup: LeaseSetup
let daemon: Daemon
let database: TestDatabase
beforeAll(async () => {
  setup = await leaseSetup()
  ;({ daemon, database } = setup)
})
afterAll(() => setup.stop())

const NEVER = new AbortController().signal
const DAY_MS = 86_400_000
const AHEAD = [
  ['24 h', DAY_MS],
  ['120 s', 120_000],
] as const

test.each(AHEAD)(
  '[P9] a worker whose clock is %s ahead holds a compression no longer than any other',
  async (_, aheadMs) => {
    const sessionId = await filledSession(daemon)
    const { compressionId } = await activeOf(daemon, sessionId)
    const ahead = heldWorker(daemon.ports, wrongClock(aheadMs))
    const ended = drainPending(ahead.ports, NEVER)
    await ahead.asked
    const { left } = await leaseOf(database.url, compressionId)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(LEASE_MS)
    // It dies: its lease runs out, and a worker with a right clock takes the compression up.
    await endLease(database.url, compressionId, '-1 second')
    await drainPending(daemon.ports, NEVER)
    expect(await compressionsOf(daemon, sessionId)).toMatchObject([{ status: 'completed', runs: 2 }])
    ahead.letGo()
    await ended
  },
)

test.each(AHEAD)('[P9] a worker whose clock is %s ahead takes no run from a live worker', async (_, aheadMs) => {
  const sessionId = await filledSession(daemon)
  const subject = await activeOf(daemon, sessionId)
  const live = heldWorker(daemon.ports)
  const ended = runCompression(live.ports, subject, NEVER)
  await live.asked
  const wrong = { ...daemon.ports, clock: wrongClock(aheadMs) }
  expect(await wrong.store.claim(2)).not.toHaveProperty('compressionId')
  expect(await wrong.store.pending(100)).toEqual([])
  expect(await runCompression(wrong, subject, NEVER)).toBeNull()
  live.letGo()
  expect(await ended).not.toBeNull()
  expect(await compressionsOf(daemon, sessionId)).toMatchObject([{ status: 'completed', runs: 1 }])
})

test('[P9] a lease and a claim further ahead than any can be are taken for expired', async () => {
  const running = await filledSession(daemon)
  const dead = heldWorker(daemon.ports)
  const subject = await activeOf(daemon, running)
  const ended = runCompression(dead.ports, subject, NEVER)
  await dead.asked
  const queued = await filledSession(daemon, { from: 200 })
  const claimed = await activeOf(daemon, queued)
  for (const { compressionId } of [subject, claimed]) await endLease(database.url, compressionId, '1 day')
  expect((await daemon.ports.store.pending(100)).map(({ compressionId }) => compressionId).sort()).toEqual(
    [subject.compressionId, claimed.compressionId].sort(),
  )
  await drainPending(daemon.ports, NEVER)
  expect(await compressionsOf(daemon, running)).toMatchObject([{ status: 'completed', runs: 2 }])
  expect(await compressionsOf(daemon, queued)).toMatchObject([{ status: 'completed', runs: 1 }])
  dead.letGo()
  await ended
})
