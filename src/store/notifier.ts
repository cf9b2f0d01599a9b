/** What may have changed: events were added, or a key was deleted or rotated. */
export type Topic = 'events' | 'keys'

/** Wakes processes when something may have changed. Carries no data. After a lost wake-up, waiters time out and look. */
export interface Notifier {
  notify(topic: Topic): void
  /** Returns a function that unsubscribes. */
  subscribe(fn: (topic: Topic) => void): () => void
  close(): Promise<void> | void
}

/** Wakes the followers in this process that wait for events, and those that check keys. */
export class LocalNotifier {
  private readonly waiters = new Set<() => void>()
  private readonly keyWatchers = new Set<() => void>()
  private readonly unsubscribe: () => void
  private laterTimer: NodeJS.Timeout | undefined

  constructor(private readonly otherProcesses: Notifier) {
    this.unsubscribe = otherProcesses.subscribe((topic) => this.wake(topic))
  }

  /** Wakes this process at once and notifies the others. Call after the commit. */
  notify(topic: Topic = 'events'): void {
    this.wake(topic)
    this.otherProcesses.notify(topic)
  }

  /** Calls `changed` whenever a key may have changed. Returns a function that unsubscribes. */
  onKeysChanged(changed: () => void): () => void {
    // A function of its own per subscription: the same one may subscribe twice.
    const watcher = () => changed()
    this.keyWatchers.add(watcher)
    return () => this.keyWatchers.delete(watcher)
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
    this.keyWatchers.clear()
    this.wakeAll()
  }

  private wake(topic: Topic): void {
    if (topic === 'events') this.wakeAll()
    else for (const changed of [...this.keyWatchers]) changed()
  }

  private wakeAll(): void {
    for (const done of [...this.waiters]) done()
  }
}
