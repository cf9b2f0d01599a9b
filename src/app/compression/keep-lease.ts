import { DomainError } from '../../domain/errors.js'
import { withAnySignal } from '../../ports/any-signal.js'
import type { Ports, Run } from '../../ports/ports.js'
import { giveBack } from './lifecycle.js'

/** A third of the lease: two renewals may fail. */
const RENEW_EVERY_MS = 10_000

/** Runs `work` under the lease of `run`. `work` is aborted when `signal` aborts or another worker holds the lease.
 * A stopping worker gives the run back, a deleted session ends it silently, any other error goes to `endBroken`.
 * Returns whether `work` succeeded. Throws store_unavailable. */
export async function runUnderLease(
  ports: Pick<Ports, 'store' | 'log'>,
  run: Run,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  endBroken: (error: unknown) => Promise<void>,
): Promise<boolean> {
  try {
    await keepLease(ports, run, signal, work)
    return true
  } catch (error) {
    if (signal.aborted) await giveBack(ports, run)
    else if (error instanceof DomainError && error.code === 'store_unavailable') throw error
    else if (!(error instanceof DomainError && error.code === 'session_not_found')) await endBroken(error)
    return false
  }
}

/** Runs `work` while renewing the lease. */
export async function keepLease<T>(
  { store, log }: Pick<Ports, 'store' | 'log'>,
  run: Pick<Run, 'sessionId' | 'compressionId' | 'runs'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const renew = async () => {
    if (!(await store.extendLease(run))) lost.abort(new Error('another worker holds the lease of this compression'))
  }
  const timer = setInterval(() => {
    // A store that is briefly unavailable must not waste the model's work: the commit checks the lease again.
    renew().catch((error: unknown) => log.warn({ compressionId: run.compressionId, err: error }, 'lease not renewed'))
  }, RENEW_EVERY_MS)
  try {
    return await withAnySignal([signal, lost.signal], work)
  } finally {
    clearInterval(timer)
  }
}
