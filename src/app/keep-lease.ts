import type { Ports } from './ports.js'

/** A running compression belongs to its worker this long; a worker that dies loses it no later. */
export const LEASE_MS = 30_000
const RENEW_EVERY_MS = 10_000

/** Runs `work` while renewing the lease. `work` is aborted when the lease was lost or `signal` aborts. */
export async function keepLease<T>(
  { store, clock, log }: Pick<Ports, 'store' | 'clock' | 'log'>,
  compressionId: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const renew = async () => {
    const until = new Date(clock.now().getTime() + LEASE_MS)
    if (!(await store.extendLease(compressionId, until))) lost.abort(new Error('the lease of this compression was lost'))
  }
  const timer = setInterval(() => {
    // A store that is away for a moment is no reason to throw the model's work away: the commit will tell.
    renew().catch((error: unknown) => log.warn({ compressionId, err: error }, 'lease not renewed'))
  }, RENEW_EVERY_MS)
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    clearInterval(timer)
  }
}
