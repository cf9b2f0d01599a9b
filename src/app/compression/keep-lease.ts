import type { Ports, Run } from '../ports/ports.js'

/** A third of the lease: two renewals may fail. */
const RENEW_EVERY_MS = 10_000

/** Runs `work` while renewing the lease. `work` is aborted when the lease was lost or `signal` aborts. */
export async function keepLease<T>(
  { store, log }: Pick<Ports, 'store' | 'log'>,
  run: Pick<Run, 'compressionId' | 'runs'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const renew = async () => {
    if (!(await store.extendLease(run))) lost.abort(new Error('the lease of this compression was lost'))
  }
  const timer = setInterval(() => {
    // A store that is away for a moment is no reason to throw the model's work away: the commit will tell.
    renew().catch((error: unknown) => log.warn({ compressionId: run.compressionId, err: error }, 'lease not renewed'))
  }, RENEW_EVERY_MS)
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    clearInterval(timer)
  }
}
