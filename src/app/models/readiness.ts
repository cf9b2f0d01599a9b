import type { Ports } from '../ports/ports.js'

/** A store that has not answered by then counts as away. */
const PING_LIMIT_MS = 2_000

/** Whether this process can do its work: only the store is needed for that, the model is not on the road. [P6] */
export async function isReady({ store, log }: Pick<Ports, 'store' | 'log'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the store did not answer in time')), PING_LIMIT_MS)
  })
  try {
    await Promise.race([store.ping(), tooLate])
    return true
  } catch (error) {
    log.warn({ err: error }, 'store is not ready')
    return false
  } finally {
    clearTimeout(timer)
  }
}
