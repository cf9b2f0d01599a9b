import type { ServerResponse } from 'node:http'
import type { Principal } from '../../app/access/authenticate.js'
import type { Clock, QuotaGuard } from '../../ports/ports.js'
import { createRateLimiter, requireRate, type CountedRequest, type RateLimit } from './rate-limit.js'

/** The two limits on the number of requests: of a key (`RATE_LIMIT`, per process) and of an app (its quota, over all
 * processes). Replies report both in the header fields of draft-ietf-httpapi-ratelimit-headers. */

export interface RequestLimits {
  /** Counts a request against the limit of its key. Throws rate_limited.
   * @param response gets the headers; null for a handshake, whose response has none */
  key(principal: Principal, response: ServerResponse | null): void
  /** Counts a request against the quota of its app. Throws quota_exceeded. */
  app(principal: Principal, response: ServerResponse | null): Promise<void>
}

export function requestLimits(
  rate: RateLimit | null,
  quotas: Pick<QuotaGuard, 'request'>,
  clock: Clock,
): RequestLimits {
  const count = rate ? createRateLimiter(rate, clock) : null
  return {
    key: ({ name }, response) => {
      const counted = count?.(name)
      if (!counted) return
      report(response, 'key', counted)
      requireRate(counted)
    },
    app: async ({ scope }, response) => {
      const counted = await quotas.request(scope)
      if (!counted) return
      report(response, 'app', counted)
      requireRate(counted)
    },
  }
}

/** Adds a policy to the two header fields, which are lists of structured fields (RFC 9651). */
function report(response: ServerResponse | null, policy: 'key' | 'app', counted: CountedRequest): void {
  if (!response || response.headersSent) return
  const { limit, windowSeconds, remaining, resetSeconds } = counted
  append(response, 'RateLimit-Policy', `"${policy}";q=${limit};w=${Math.ceil(windowSeconds)}`)
  append(response, 'RateLimit', `"${policy}";r=${remaining};t=${Math.ceil(resetSeconds)}`)
}

function append(response: ServerResponse, name: string, item: string): void {
  const before = response.getHeader(name)
  response.setHeader(name, typeof before === 'string' ? `${before}, ${item}` : item)
}
