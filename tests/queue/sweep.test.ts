import { expect, test } from 'vitest'
import type { Job } from '../../src/app/ports.js'
import { sweepOwed } from '../../src/app/sweep-owed.js'

test('[C7] a sweep enqueues what the store says is owed, each under the id of its compression', async () => {
  const enqueued: Job[] = []
  const queue = { enqueue: async (job: Job) => void enqueued.push(job) }
  const now = new Date('2025-01-01T00:00:00Z')
  const owed = [
    { compressionId: 'cmp_1', sessionId: 'ses_1' },
    { compressionId: 'cmp_2', sessionId: 'ses_2' },
  ]
  const asked: Date[] = []
  const store = {
    owed: async (at: Date) => {
      asked.push(at)
      return owed
    },
  }
  expect(await sweepOwed({ store, queue, clock: { now: () => now } })).toBe(2)
  expect(asked).toEqual([now])
  expect(enqueued).toEqual([
    { name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_1' },
    { name: 'compression', sessionId: 'ses_2', subjectId: 'cmp_2' },
  ])
})
