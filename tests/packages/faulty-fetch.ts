/** A `fetch` whose network fails on demand. Everything else goes to the real daemon. */

/** `refused`: nothing reaches the daemon. `lost`: the daemon executes the request, and its reply is lost. `cut`: the
 * connection breaks in the middle of the reply. */
export type Fault = 'refused' | 'lost' | 'cut' | null

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
      if (now === 'cut') return cut(response)
      if (now !== 'lost') return response
      await response.arrayBuffer()
      throw new TypeError('fetch failed', { cause: new Error('socket hang up') })
    },
  }
  return network
}

async function cut(response: Response): Promise<Response> {
  const text = await response.text()
  const body = new ReadableStream<Uint8Array>({
    start: (reply) => reply.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2))),
    pull: (reply) => reply.error(new TypeError('terminated', { cause: new Error('other side closed') })),
  })
  return new Response(body, response)
}
