/** Returns a signal that aborts with the outer one, or with a TimeoutError after `ms`. Not `AbortSignal.any`: Node 20
 * may collect a combined signal before it aborts. */
export function limited(outer: AbortSignal | null, ms: number): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    clearTimeout(timer)
    controller.abort(outer?.reason)
  }
  const timer = setTimeout(() => {
    outer?.removeEventListener('abort', stop)
    controller.abort(new DOMException(`Nothing answered within ${ms} ms.`, 'TimeoutError'))
  }, ms)
  // In Node, a finished program does not wait for the timer.
  if (typeof timer === 'object') (timer as { unref(): void }).unref()
  if (outer?.aborted) stop()
  else outer?.addEventListener('abort', stop, { once: true })
  return controller.signal
}
