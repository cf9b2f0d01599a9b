/** A `fetch` whose network fails on demand. Everything else goes to the real daemon. */

/** `refused`: nothing reaches the daemon. `lost`: the daemon executes the request, and its reply is lost. */
export type Fault = 'refused' | 'lost' | null

export interface FaultyFetch {
  fetch: typeof globalThis.fetch
  /** Method and path of every request that reached the daemon. */
  arrived: { method: string; path: string; key: string | null }[]
  /** The fault of the next requests. */
  fault: Fault | ((request: Request) => Fault)
}

export function faultyFetch(fault: FaultyFetch['fault'] = null): FaultyFetch {
  const network: FaultyFetch = {
    fault,
    arrived: [],
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const now = typeof network.fault === 'function' ? network.fault(request) : network.fault
      if (now === 'refused') throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
      const { method, url, headers } = request
      network.arrived.push({ method, path: new URL(url).pathname, key: headers.get('idempotency-key') })
      const response = await globalThis.fetch(request)
      if (now !== 'lost') return response
      await response.arrayBuffer()
      throw new TypeError('fetch failed', { cause: new Error('socket hang up') })
    },
  }
  return network
}
