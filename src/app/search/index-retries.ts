/** Remembers which sessions could not be indexed, so that each is tried less and less often and logged only when it
 * begins or ends to fail. In memory: a new process tries all of them again. */

/** Milliseconds until the first retry, and at most. */
const FIRST_MS = 2_000
const MAX_MS = 600_000
/** Sessions remembered. Forgetting one only costs an early retry. */
const MAX_SESSIONS = 10_000

interface Failing {
  delayMs: number
  /** Monotonic milliseconds. */
  retryAtMs: number
}

export class IndexRetries {
  private readonly failing = new Map<string, Failing>()

  isDue(sessionId: string, nowMs: number): boolean {
    return (this.failing.get(sessionId)?.retryAtMs ?? 0) <= nowMs
  }

  /** Returns whether the session begins to fail. */
  failed(sessionId: string, nowMs: number): boolean {
    const before = this.failing.get(sessionId)
    const delayMs = before ? Math.min(2 * before.delayMs, MAX_MS) : FIRST_MS
    const [oldest] = this.failing.keys()
    if (!before && this.failing.size >= MAX_SESSIONS && oldest !== undefined) this.failing.delete(oldest)
    this.failing.set(sessionId, { delayMs, retryAtMs: nowMs + delayMs })
    return before === undefined
  }

  /** Returns whether the session failed before. */
  succeeded(sessionId: string): boolean {
    return this.failing.delete(sessionId)
  }
}
