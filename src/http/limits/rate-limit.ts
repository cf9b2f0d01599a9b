import type { Clock, RequestWindow } from '../../ports/ports.js'
import { recentEntries } from '../../app/shared/recent.js'
import { DomainError } from '../../domain/errors.js'

export interface RateLimit {
  requests: number
  perMs: number
}

/** Maximum number of buckets in memory. A dropped bucket starts full again. */
const BUCKETS_KEPT = 10_000

/** A request counted by a limiter. `refusal`: it is over the limit. */
export type CountedRequest = RequestWindow & { refusal: DomainError | null }

/** Returns a limiter with one token bucket per key, refilled evenly. Each process counts separately. */
export function createRateLimiter(limit: RateLimit, clock: Clock): (name: string) => CountedRequest {
  const buckets = recentEntries<{ tokens: number; atMs: number }>(BUCKETS_KEPT)
  const perMs = limit.requests / limit.perMs
  return (name) => {
    const atMs = clock.monotonicMs()
    const before = buckets.get(name) ?? { tokens: limit.requests, atMs }
    const tokens = Math.min(limit.requests, before.tokens + (atMs - before.atMs) * perMs)
    const left = tokens >= 1 ? tokens - 1 : tokens
    buckets.set(name, { tokens: left, atMs })
    return {
      limit: limit.requests,
      remaining: Math.floor(left),
      // Until the bucket is full again.
      resetSeconds: (limit.requests - left) / perMs / 1_000,
      windowSeconds: limit.perMs / 1_000,
      refusal: tokens >= 1 ? null : tooFast(limit, (1 - tokens) / perMs),
    }
  }
}

/** Counts a request. Throws rate_limited with the seconds to wait. */
export function requireRate({ refusal }: CountedRequest): void {
  if (refusal) throw refusal
}

function tooFast({ requests, perMs }: RateLimit, waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new DomainError(
    'rate_limited',
    `At most ${requests} requests are allowed in ${perMs / 1_000} s. Retry in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}
