import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  admission,
  afterFailure,
  afterNoAnswer,
  afterSuccess,
  CLOSED,
  LONGEST_WAIT_MS,
  onTrial,
  type Breaker,
} from '../../src/domain/model/breaker.js'

const start = new Date('2026-01-01T00:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)

test('[V6] three failures in a row open the breaker, one success between them does not let it come to that', () => {
  let breaker = afterFailure(afterFailure(CLOSED, 'timeout', start, 0), 'unavailable', start, 0)
  expect(admission(breaker, start)).toBe('free')
  breaker = afterFailure(afterFailure(afterSuccess(breaker), 'unavailable', start, 0), 'unavailable', start, 0)
  expect(admission(breaker, start)).toBe('free')
  breaker = afterFailure(breaker, 'unavailable', start, 0.5)
  expect(breaker).toMatchObject({ state: 'open', openings: 1, until: at(10_000).toISOString() })
  expect(admission(breaker, at(9_999))).toBe('forbidden')
  expect(admission(breaker, at(10_000))).toBe('trial')
})

test('[V6] one job tries; one that dies gives way to another, one that is given up at once', () => {
  const open = afterFailure({ state: 'closed', failures: 2 }, 'unavailable', start, 0.5)
  const trying = onTrial(open, at(10_000))
  expect(admission(trying, at(10_001))).toBe('forbidden')
  expect(admission(trying, at(10_000 + 330_000))).toBe('trial')
  expect(admission(afterNoAnswer(trying, at(11_000)), at(11_000))).toBe('trial')
  expect(afterSuccess(trying)).toEqual(CLOSED)
})

test('[V6] the wait doubles, differs from daemon to daemon, and never passes ten minutes', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 30 }), (jitters) => {
      let now = start
      let breaker: Breaker = { state: 'closed', failures: 2 }
      let openings = 0
      for (const jitter of jitters) {
        breaker = afterFailure(breaker.state === 'closed' ? breaker : onTrial(breaker, now), 'unavailable', now, jitter)
        if (breaker.state === 'closed') throw new Error('closed')
        const waitMs = Date.parse(breaker.until) - now.getTime()
        const plain = Math.min(10_000 * 2 ** openings++, LONGEST_WAIT_MS)
        expect(waitMs).toBeGreaterThanOrEqual(Math.floor(plain * 0.8))
        expect(waitMs).toBeLessThanOrEqual(Math.min(plain * 1.2, LONGEST_WAIT_MS))
        now = new Date(breaker.until)
      }
    }),
    { seed: 6, numRuns: 100 },
  )
})

test('[V6] calls that were under way when it opened change nothing', () => {
  const open = afterFailure({ state: 'closed', failures: 2 }, 'unavailable', start, 0.5)
  expect(afterFailure(open, 'timeout', at(1), 0.9)).toBe(open)
})
