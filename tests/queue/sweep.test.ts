import { expect, test } from 'vitest'
import type { Job } from '../../src/ports/ports.js'
import { requeuePending } from '../../src/app/compression/requeue-pending.js'

test('[C7] a sweep enqueues what the store says is pending, each under the id of its compression', async () => {
  const enqueued: Job[] = []
  const queue = { enqueue: async (job: Job) => void enqueued.push(job) }
  const pending = [
    { compressionId: 'cmp_1', sessionId: 'ses_1' },
    { compressionId: 'cmp_2', sessionId: 'ses_2' },
  ]
  const asked: number[] = []
  const store = {
    pending: async (limit: number) => {
      asked.push(limit)
      return pending
    },
  }
  expect(await requeuePending({ store, queue })).toBe(2)
  expect(asked).toEqual([200])
  expect(enqueued).toEqual([
    { name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_1' },
    { name: 'compression', sessionId: 'ses_2', subjectId: 'cmp_2' },
  ])
})
