/** Sessions of a process whose prompt a worker changed, oldest first: a bounded set, so that idle workers need not search the
 * store. What is lost with the process costs the user one evaluation. */
export class ColdSessions {
  private readonly ids = new Set<string>()

  /** @param max sessions that are kept; the oldest leaves */
  constructor(private readonly max = 100) {}

  get size(): number {
    return this.ids.size
  }

  add(sessionId: string): void {
    this.ids.delete(sessionId)
    this.ids.add(sessionId)
    if (this.ids.size > this.max) this.take()
  }

  /** Removes and returns the oldest; null: there is none. */
  take(): string | null {
    const [oldest = null] = this.ids
    if (oldest !== null) this.ids.delete(oldest)
    return oldest
  }
}
