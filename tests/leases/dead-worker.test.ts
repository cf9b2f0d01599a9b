import { afterAll, beforeAll, expect, test } from 'vitest'
import { abandonedWatch } from '../../src/app/compression/requeue-pending.js'
import { runCompression } from '../../src/app/compression/run-compression.js'
import type { Job, Store } from '../../src/ports/ports.js'
import { openStore } from '../../src/store/index.js'
import type { Daemon } from '../support/daemon.js'
import { select, type TestDatabase } from '../support/database.js'
import { expectSound, filledSession } from '../support/filled-session.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'
import { endLease, heldWorker, leaseOf, leaseSetup, type LeaseSetup } from './held-worker.js'

let setup: LeaseSetup
let daemon: Daemon
let database: TestDatabase
beforeAll(async () => {
  setup = await leaseSetup()
  ;({ daemon, database } = setup)
})
afterAll(() => setup.stop())

const NEVER = new AbortController().signal

/** A worker process, as far as the store sees one: its end releases its lock, like the end of a process. */
const aWorker = (): Promise<Store> => openStore({ url: database.url, log: quietLog() })

async function claimed(by: Store) {
  const claim = await by.claim(1)
  if ('waits' in claim) throw new Error(`nothing to claim: ${claim.waits}`)
  return claim
}

function watch() {
  const jobs: Job[] = []
  const queue = { ...daemon.ports.queue, enqueue: async (job: Job) => void jobs.push(job) }
  return { jobs, look: abandonedWatch({ ...daemon.ports, queue }) }
}

test('[C7] [P9] the compression of a worker that dies in a model call is free after the second look, its lease unspent', async () => {
  const sessionId = await filledSession(daemon)
  const worker = await aWorker()
  const subject = await claimed(worker)
  expect(subject.sessionId).toBe(sessionId)
  const held = heldWorker(daemon.ports)
  const ended = runCompression(held.ports, subject, NEVER)
  await held.asked
  const { jobs, look } = watch()
  await look()
  await look()
  expect(await leaseOf(database.url, subject.compressionId), 'a living worker keeps it').toMatchObject({ runs: 1 })
  expect((await daemon.ports.store.claim(1)) as object).toHaveProperty('waits')

  await worker.close()
  await look()
  expect(jobs, 'one look is not enough').toEqual([])
  await look()
  expect(jobs).toMatchObject([{ name: 'compression', subjectId: expect.stringMatching(/^freed-\d+$/) }])
  const next = await aWorker()
  expect(await claimed(next)).toEqual(subject)
  await runCompression(daemon.ports, subject, NEVER)
  expect(await leaseOf(database.url, subject.compressionId)).toMatchObject({ status: 'completed', runs: 2 })
  held.letGo()
  await ended
  await expectSound(daemon, sessionId)
  await next.close()
})

test('[C7] [P9] a worker that dies between its claim and its start: the claim is free after the second look', async () => {
  const sessionId = await filledSession(daemon)
  const worker = await aWorker()
  const subject = await claimed(worker)
  await worker.close()
  const { jobs, look } = watch()
  for (let looks = 0; looks < 2; looks++) {
    // However slow the machine is, the claim itself has not run out.
    await endLease(database.url, subject.compressionId, '4 seconds')
    await look()
  }
  expect(jobs).toHaveLength(1)
  expect(await claimed(daemon.ports.store)).toEqual(subject)
  await runCompression(daemon.ports, subject, NEVER)
  await expectSound(daemon, sessionId)
})

test('[C7] [P9] a worker that loses its connection to the database and opens it again keeps its compression', async () => {
  await filledSession(daemon)
  const worker = await aWorker()
  const subject = await claimed(worker)
  const locks = () =>
    select<{ pid: number }>(
      database.url,
      `SELECT l.pid FROM pg_locks l JOIN palimpsest.compressions c ON c.worker = l.objid::bigint
       WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND c.id = $1`,
      [subject.compressionId],
    )
  const [lock] = await locks()
  await select(database.url, 'SELECT pg_terminate_backend($1)', [lock!.pid])
  const { jobs, look } = watch()
  await look()
  await until('it is back', async () => {
    const [again] = await locks()
    return again !== undefined && again.pid !== lock!.pid
  })
  await look()
  await look()
  expect(jobs).toEqual([])
  await worker.close()
})
