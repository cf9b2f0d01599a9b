import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCompression } from '../../src/app/compression/run-compression.js'
import { compressionsOf, eventsOfType, expectSound, filledSession } from '../support/filled-session.js'
import type { Daemon } from '../support/daemon.js'
import type { TestDatabase } from '../support/database.js'
import { activeOf, endLease, heldWorker, leaseOf, leaseSetup, type HeldWorker, type LeaseSetup } from './held-worker.js'

let setup: LeaseSetup
let daemon: Daemon
let database: TestDatabase
beforeAll(async () => {
  setup = await leaseSetup()
  ;({ daemon, database } = setup)
})
afterAll(() => setup.stop())

const NEVER = new AbortController().signal

/** One worker stopped in its model call, its lease run out, and a second worker in the same compression. */
async function replaced(signal: AbortSignal = NEVER) {
  const sessionId = await filledSession(daemon)
  const subject = await activeOf(daemon, sessionId)
  const start = async (worker: HeldWorker, its: AbortSignal) => {
    const ended = runCompression(worker.ports, subject, its)
    await worker.asked
    return ended
  }
  const [stale, successor] = [heldWorker(daemon.ports), heldWorker(daemon.ports)]
  const staleEnded = { promise: runCompression(stale.ports, subject, signal) }
  await stale.asked
  await endLease(database.url, subject.compressionId, '-1 second')
  const successorEnded = { promise: start(successor, NEVER) }
  await successor.asked
  expect(await leaseOf(database.url, subject.compressionId)).toMatchObject({ status: 'running', runs: 2 })
  return { ...subject, stale, staleEnded, successor, successorEnded }
}

async function expectSuccessorCompletes({
  sessionId,
  compressionId,
  successor,
  successorEnded,
}: Awaited<ReturnType<typeof replaced>>) {
  expect(await leaseOf(database.url, compressionId)).toMatchObject({ status: 'running', runs: 2 })
  successor.letGo()
  expect(await successorEnded.promise).not.toBeNull()
  expect(await compressionsOf(daemon, sessionId)).toMatchObject([{ id: compressionId, status: 'completed', runs: 2 }])
  await expectSound(daemon, sessionId)
}

test('[P9] [C7] a worker that was stopped, replaced and continued does not end the run of its successor', async () => {
  const both = await replaced()
  both.stale.letGo()
  expect(await both.staleEnded.promise).toBeNull()
  await expectSuccessorCompletes(both)
  expect(await eventsOfType(daemon, 'compression-skipped,compression-error')).toEqual([])
})

test('[P9] [C7] a replaced worker that is shut down does not give back the run of its successor', async () => {
  const stopping = new AbortController()
  const both = await replaced(stopping.signal)
  stopping.abort()
  both.stale.letGo()
  expect(await both.staleEnded.promise).toBeNull()
  await expectSuccessorCompletes(both)
})

test('[P9] [C7] a replaced worker cannot extend the lease of its successor, and learns that it lost its own', async () => {
  const both = await replaced()
  const { sessionId, compressionId } = both
  const { store } = daemon.ports
  await endLease(database.url, compressionId, '5 seconds')
  expect(await store.extendLease({ sessionId, compressionId, runs: 1 })).toBe(false)
  expect((await leaseOf(database.url, compressionId)).left).toBeLessThanOrEqual(5_000)
  expect(await store.extendLease({ sessionId, compressionId, runs: 2 })).toBe(true)
  expect((await leaseOf(database.url, compressionId)).left).toBeGreaterThan(5_000)
  both.stale.letGo()
  await both.staleEnded.promise
  await expectSuccessorCompletes(both)
})

test('[P9] a run that was given back does not lend its number to the next', async () => {
  const stopping = new AbortController()
  const sessionId = await filledSession(daemon)
  const subject = await activeOf(daemon, sessionId)
  const first = heldWorker(daemon.ports)
  const ended = runCompression(first.ports, subject, stopping.signal)
  await first.asked
  stopping.abort()
  first.letGo()
  await ended
  expect(await leaseOf(database.url, subject.compressionId)).toMatchObject({ status: 'queued', runs: 1, left: null })
  expect(await runCompression(daemon.ports, subject, NEVER)).not.toBeNull()
  expect(await compressionsOf(daemon, sessionId)).toMatchObject([{ status: 'completed', runs: 2 }])
})

test('[P9] runs that were given back do not count as attempts', async () => {
  const sessionId = await filledSession(daemon)
  const subject = await activeOf(daemon, sessionId)
  for (let restarts = 0; restarts < 6; restarts++) {
    const stopping = new AbortController()
    const worker = heldWorker(daemon.ports)
    const ended = runCompression(worker.ports, subject, stopping.signal)
    await worker.asked
    stopping.abort()
    worker.letGo()
    await ended
  }
  expect(await runCompression(daemon.ports, subject, NEVER)).not.toBeNull()
  const [compression] = await compressionsOf(daemon, sessionId)
  expect(compression).toMatchObject({ status: 'completed', runs: 7 })
  expect(compression).not.toHaveProperty('givenBack')
})

test('[P9] the store refuses a record of an older run', async () => {
  const both = await replaced()
  const old = await daemon.ports.store.compression(both.sessionId, both.compressionId)
  const write = daemon.ports.store.change(both.sessionId, null, (tx) => tx.updateCompression({ ...old!, runs: 1 }))
  await expect(write).rejects.toThrow(/later than 1 has started/)
  both.stale.letGo()
  await both.staleEnded.promise
  await expectSuccessorCompletes(both)
})
