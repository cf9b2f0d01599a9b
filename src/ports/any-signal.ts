/** Runs `work` with a signal that aborts with the first of `signals`. Not `AbortSignal.any`: in Node 20, a signal that lives as long
 * as the process keeps a reference to every combined one for ever, and may let go of one before it aborts it. */
export async function withAnySignal<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const any = new AbortController()
  const stops = signals.map((signal) => ({ signal, stop: () => any.abort(signal.reason) }))
  for (const { signal, stop } of stops) {
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  }
  try {
    return await work(any.signal)
  } finally {
    for (const { signal, stop } of stops) signal.removeEventListener('abort', stop)
  }
}
