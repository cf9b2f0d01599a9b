/** Exit codes of shells for a process that a signal ended. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

const open = new Set<() => Promise<void>>()

/**
 * Calls `close` when SIGINT or SIGTERM arrives, and then exits. Without this, the embedded Postgres of a killed evaluation
 * keeps running. Returns a `close` that runs once and ends the watch.
 */
export function closeOnSignal(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined
  const closeOnce = (): Promise<void> =>
    (closed ??= close().finally(() => {
      open.delete(closeOnce)
      if (open.size === 0) for (const signal of signals()) process.off(signal, closeAll)
    }))
  if (open.size === 0) for (const signal of signals()) process.on(signal, closeAll)
  open.add(closeOnce)
  return closeOnce
}

function signals() {
  return Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[]
}

let isClosing = false
function closeAll(signal: keyof typeof EXIT_CODES): void {
  // npm forwards a copy of Ctrl-C.
  if (isClosing) return
  isClosing = true
  void Promise.allSettled([...open].map((close) => close())).then(() => process.exit(EXIT_CODES[signal]))
}
