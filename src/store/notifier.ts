/** Wakes processes when there may be new events. Carries no data. After a lost wake-up, waiters time out and look. */
export interface Notifier {
  notify(): void
  /** Returns a function that unsubscribes. */
  subscribe(fn: () => void): () => void
  close(): Promise<void> | void
}

/** Wakes the followers in this process that wait for events. */
export class LocalNotifier {
  private readonly waiters = new Set<() => void>()
  private readonly unsubscribe: () => void
  private laterTimer: NodeJS.Timeout | undefined

  constructor(private readonly otherProcesses: Notifier) {
    this.unsubscribe = otherProcesses.subscribe(() => this.wakeAll())
  }

  /** Wakes this process at once and notifies the others. Call after the commit. */
  notify(): void {
    this.wakeAll()
    this.otherProcesses.notify()
  }

  /** Wakes this process after `ms`. Further calls before then have no effect. */
  later(ms: number): void {
    this.laterTimer ??= setTimeout(() => {
      this.laterTimer = undefined
      this.wakeAll()
    }, ms).unref()
  }

  /** Resolves on the next wake-up, on abort, or after the timeout. */
  until(signal: AbortSignal, timeoutMs: number): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.waiters.delete(done)
        resolve()
      }
      const timer = setTimeout(done, timeoutMs)
      signal.addEventListener('abort', done)
      this.waiters.add(done)
    })
  }

  close(): void {
    clearTimeout(this.laterTimer)
    this.unsubscribe()
    this.wakeAll()
  }

  private wakeAll(): void {
    for (const done of [...this.waiters]) done()
  }
}
