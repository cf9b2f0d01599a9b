import { expect, test } from 'vitest'
import { ReplyBudget } from '../../src/http/limits/reply-budget.js'

const budget = (waitMs = 10_000) => new ReplyBudget({ totalBytes: 100, appBytes: 60, freeBytes: 5, waitMs })
/** What has started by now, in order. */
function starts(into: string[], name: string, admitted: Promise<void>): Promise<void> {
  return admitted.then(() => void into.push(name))
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('[13] [P11] replies wait for bytes; one app never holds all of them', async () => {
  const replies = budget()
  const started: string[] = []
  const [a1, a2, b1] = [replies.open('a'), replies.open('a'), replies.open('b')]
  void starts(started, 'a1', a1.admit(50))
  void starts(started, 'a2', a2.admit(20))
  void starts(started, 'b1', b1.admit(50))
  void starts(started, 'small', replies.open('a').admit(5))
  await settled()
  expect(started.toSorted()).toEqual(['a1', 'b1', 'small'])
  a1.release()
  a1.release()
  await settled()
  expect(started).toContain('a2')
  const b2 = replies.open('b')
  void starts(started, 'b2', b2.admit(40))
  await settled()
  expect(started).not.toContain('b2')
  b1.release()
  await settled()
  expect(started).toContain('b2')
})

test('[13] a reply larger than every share starts when nothing else is held, and one that waits too long is refused', async () => {
  const replies = budget(1)
  const giant = replies.open('a')
  await giant.admit(500)
  await expect(replies.open('b').admit(10)).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 2 },
  })
  giant.release()
  await replies.open('b').admit(60)
})

test('[13] bytes given to a reader that has gone are given back', async () => {
  const replies = budget()
  const [first, removed] = [replies.open('a'), replies.open('a')]
  await first.admit(60)
  const waiting = removed.admit(60)
  removed.release()
  first.release()
  await waiting
  await replies.open('a').admit(60)
})
