import type { Ports } from '../ports/ports.js'

/** Time after which a store without an answer counts as unavailable. */
const PING_LIMIT_MS = 2_000

/** Whether this process can serve requests. Requires the store only; requests never need a model. [P6] */
export async function isReady({ store, log }: Pick<Ports, 'store' | 'log'>): Promise<boolean> {
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
