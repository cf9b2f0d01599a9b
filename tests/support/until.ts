/** Polls until a condition holds. For processes, which cannot be awaited. Throws with its name after the timeout, which only
 * ends what hangs: on a busy machine, a daemon may take half a minute to start. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  let pauseMs = 10
  for (;;) {
    const value = await probe()
    if (value !== null && value !== undefined && value !== false) return value
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    // A probe is often a request, which takes time from what is awaited.
    pauseMs = Math.min(pauseMs * 1.5, 100)
  }
}
