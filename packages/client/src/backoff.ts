/** Waits between attempts. */

export interface Backoff {
  /** Milliseconds before the second attempt, on average. */
  firstMs: number
  maxMs: number
}

/** Returns a random wait that doubles on average with each failure, so that clients do not return all at once.
 * @param failures attempts that failed so far: 1, 2, 3 … */
export function backoffMs({ firstMs, maxMs }: Backoff, failures: number): number {
  const ceiling = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 20))
  return Math.round(ceiling * (0.5 + Math.random() / 2))
}

/** Resolves after `ms`, or at once when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
  })
}
