import { DomainError } from '../../domain/errors.js'

/** Limits how many imports run at once, because each holds values of the file in memory. */

const MAX = { total: 4, perApp: 2 }
/** Seconds a refused client should wait before a retry. */
const RETRY_SECONDS = 5

export class ImportSlots {
  private readonly running = new Map<string, number>()
  private total = 0

  /** Runs `work` in a slot. Throws rate_limited if none is free. */
  async run<T>(appId: string, work: () => Promise<T>): Promise<T> {
    const ofApp = this.running.get(appId) ?? 0
    if (this.total >= MAX.total || ofApp >= MAX.perApp) {
      const detail = `At most ${MAX.perApp} imports of one app and ${MAX.total} of all run at once. Retry in ${RETRY_SECONDS} s.`
      throw new DomainError('rate_limited', detail, { retryAfterSeconds: RETRY_SECONDS })
    }
    this.add(appId, 1)
    try {
      return await work()
    } finally {
      this.add(appId, -1)
    }
  }

  private add(appId: string, change: number): void {
    this.total += change
    const now = (this.running.get(appId) ?? 0) + change
    if (now > 0) this.running.set(appId, now)
    else this.running.delete(appId)
  }
}
