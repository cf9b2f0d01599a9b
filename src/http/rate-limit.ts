import { LRUCache } from 'lru-cache'
import type { Clock } from '../app/ports/ports.js'
import { DomainError } from '../domain/errors.js'

export interface RateLimit {
  requests: number
  perMs: number
}

/** Maximum number of buckets in memory. A dropped bucket starts full again. */
const BUCKETS_KEPT = 10_000

/** Returns a limiter with one token bucket per key, refilled evenly. Each process counts separately. */
export function createRateLimiter(limit: RateLimit, clock: Clock): (name: string) => void {
  const buckets = new LRUCache<string, { tokens: number; atMs: number }>({ max: BUCKETS_KEPT })
  const perMs = limit.requests / limit.perMs
  /** Throws rate_limited with the seconds to wait. */
  return (name) => {
    const atMs = clock.monotonicMs()
    const before = buckets.get(name) ?? { tokens: limit.requests, atMs }
    const tokens = Math.min(limit.requests, before.tokens + (atMs - before.atMs) * perMs)
    buckets.set(name, { tokens: tokens >= 1 ? tokens - 1 : tokens, atMs })
    if (tokens >= 1) return
    const retryAfterSeconds = Math.max(1, Math.ceil((1 - tokens) / perMs / 1_000))
    throw new DomainError(
      'rate_limited',
      `At most ${limit.requests} requests are allowed in ${limit.perMs / 1_000} s. Retry in ${retryAfterSeconds} s.`,
      {
        retryAfterSeconds,
      },
    )
  }
}
