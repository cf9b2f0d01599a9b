import type { IncomingMessage } from 'node:http'
import type { Clock } from '../app/ports/ports.js'
import { DomainError } from '../domain/errors.js'
import { createRateLimiter, type RateLimit } from './rate-limit.js'

/** Limits what an address may do before the service knows an app to count it for. Clients behind one
 * proxy share an address, so a request with a valid key is not counted and never refused here; a handshake is, as a socket costs more. */

export interface AddressLimits {
  /** Requests with a key or ticket that opens nothing; more are 429 instead of 401. */
  wrongKeys: RateLimit
  /** Handshakes of WebSockets. */
  handshakes: RateLimit
}

const MINUTE_MS = 60_000
const DEFAULTS: AddressLimits = {
  wrongKeys: { requests: 600, perMs: MINUTE_MS },
  handshakes: { requests: 600, perMs: MINUTE_MS },
}

export interface AddressGuard {
  /** Runs a look-up of a key. Throws rate_limited instead of unauthorized once the address is over its limit. */
  lookUp<T>(request: IncomingMessage, look: () => Promise<T>): Promise<T>
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
          wrongKey(networkOf(request.socket.remoteAddress))
        throw error
      }
    },
    handshake: (request) => handshake(networkOf(request.socket.remoteAddress)),
  }
}

/** An IPv4 address as it is, an IPv6 address by its first 64 bits: one subscriber commonly has all the others. */
export function networkOf(address = ''): string {
  const mapped = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const after = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
