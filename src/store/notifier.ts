/** Tells processes that events may have happened: a wake-up, never the data. A lost one costs its sleepers their time-out. */
export interface Notifier {
  notify(): void
  /** Returns the way to unsubscribe. */
  subscribe(fn: () => void): () => void
  close(): Promise<void> | void
}

/** Where followers of this process sleep. */
export class LocalNotifier {
  private readonly sleepers = new Set<() => void>()
  private readonly unsubscribe: () => void
  private again: NodeJS.Timeout | undefined

  constructor(private readonly others: Notifier) {
    this.unsubscribe = others.subscribe(() => this.wakeAll())
  }

  /** After a commit: wakes our own at once, and other processes. */
  notify(): void {
    this.wakeAll()
    this.others.notify()
  }

  /** Wakes our own after a while, once however often it is asked for meanwhile. */
  later(ms: number): void {
    this.again ??= setTimeout(() => {
      this.again = undefined
      this.wakeAll()
    }, ms).unref()
  }

  until(signal: AbortSignal, timeoutMs: number): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.sleepers.delete(done)
        resolve()
      }
      const timer = setTimeout(done, timeoutMs)
      signal.addEventListener('abort', done)
      this.sleepers.add(done)
    })
  }

  close(): void {
    clearTimeout(this.again)
    this.unsubscribe()
    this.wakeAll()
  }

  private wakeAll(): void {
    for (const done of [...this.sleepers]) done()
  }
}
