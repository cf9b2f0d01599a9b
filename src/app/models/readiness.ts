import type { Ports } from '../../ports/ports.js'

/** Time after which a store without an answer counts as unavailable. */
const PING_LIMIT_MS = 2_000

/** Time a result stays valid. Probes need no key and have no rate limit, so this bounds their load on the store. */
const RESULT_VALID_MS = 1_000

/** Returns a check whether this process can serve requests. All callers share one check of the store at a time and its
 * result. Requires the store only; requests never need a model. [P6] */
export function readinessCheck(ports: Pick<Ports, 'store' | 'log' | 'clock'>): () => Promise<boolean> {
  const { clock } = ports
  let running: Promise<boolean> | null = null
  let known: { ready: boolean; atMs: number } | null = null
  const check = async () => {
    const ready = await isReady(ports)
    known = { ready, atMs: clock.monotonicMs() }
    running = null
    return ready
  }
  return async () => {
    if (known && clock.monotonicMs() - known.atMs < RESULT_VALID_MS) return known.ready
    running ??= check()
    return running
  }
}

async function isReady({ store, log }: Pick<Ports, 'store' | 'log'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the store did not answer within ${PING_LIMIT_MS} ms`)), PING_LIMIT_MS)
  })
  try {
    await Promise.race([store.ping(), timeout])
    return true
  } catch (error) {
    log.warn({ err: error }, 'store is not ready')
    return false
  } finally {
    clearTimeout(timer)
  }
}
