import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../ports/ports.js'
import { DomainError } from '../../domain/errors.js'
import { createRateLimiter, requireRate, type RateLimit } from './rate-limit.js'

/** Rate limits per client address, for requests that cannot be attributed to an app yet. Clients behind one proxy share
 * an address, so requests with a valid key are neither counted nor refused here. Handshakes always count, because a
 * socket costs more. */

export interface AddressLimits {
  /** Requests with an invalid key or ticket. Requests over the limit get 429 instead of 401. */
  wrongKeys: RateLimit
  /** WebSocket handshakes. */
  handshakes: RateLimit
}

const MINUTE_MS = 60_000
const DEFAULTS: AddressLimits = {
  wrongKeys: { requests: 600, perMs: MINUTE_MS },
  handshakes: { requests: 600, perMs: MINUTE_MS },
}

export interface AddressGuard {
  /** Runs a key lookup. Throws rate_limited instead of unauthorized once the address is over its limit. */
  lookUp<T>(request: IncomingMessage, find: () => Promise<T>): Promise<T>
  /** Counts a handshake. Throws rate_limited. */
  handshake(request: IncomingMessage): void
}

export function guardAddresses(clock: Clock, limits: Partial<AddressLimits> = {}): AddressGuard {
  const { wrongKeys, handshakes } = { ...DEFAULTS, ...limits }
  const wrongKey = createRateLimiter(wrongKeys, clock)
  const handshake = createRateLimiter(handshakes, clock)
  return {
    async lookUp(request, look) {
      try {
        return await look()
      } catch (error) {
        if (error instanceof DomainError && error.code === 'unauthorized')
          requireRate(wrongKey(networkOf(request.socket.remoteAddress)))
        throw error
      }
    },
    handshake: (request) => requireRate(handshake(networkOf(request.socket.remoteAddress))),
  }
}

/** Returns an IPv4 address unchanged and an IPv6 address as its first 64 bits: one subscriber usually owns a /64. */
export function networkOf(address = ''): string {
  const mapped = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const after = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
