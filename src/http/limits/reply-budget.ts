import { DomainError } from '../../domain/errors.js'

/** Bounds the bytes of stored text that unfinished replies hold in memory, in total and per app. A slow reader holds
 * its bytes until its reply is sent. The limit per app keeps one app from holding all of them. */

export interface BudgetLimits {
  totalBytes: number
  appBytes: number
  /** Replies up to this size do not wait. */
  freeBytes: number
  /** Milliseconds after which a waiting reply is refused. */
  waitMs: number
}
const LIMITS: BudgetLimits = {
  totalBytes: 64 * 1024 * 1024,
  appBytes: 32 * 1024 * 1024,
  freeBytes: 256 * 1024,
  waitMs: 30_000,
}

/** Seconds a refused client should wait before a retry. */
const RETRY_SECONDS = 2

/** Budget share of one reply. `admit` waits for bytes. `release` returns all of them; later calls do nothing. */
export interface ReplyShare {
  admit(bytes: number): Promise<void>
  release(): void
}

interface Waiting {
  owner: string
  bytes: number
  start(): void
}

export class ReplyBudget {
  private usedBytes = 0
  private readonly usedBy = new Map<string, number>()
  /** In order of arrival. A reply whose app is over its limit does not block others. */
  private waiting: Waiting[] = []

  constructor(private readonly limits: BudgetLimits = LIMITS) {}

  open(owner: string): ReplyShare {
    let reserved = 0
    let released = false
    return {
      admit: async (bytes) => {
        if (bytes <= this.limits.freeBytes) return
        await this.reserve(owner, bytes)
        reserved += bytes
        // The client may have disconnected during the wait.
        if (released) this.free(owner, bytes)
      },
      release: () => {
        if (released) return
        released = true
        this.free(owner, reserved)
      },
    }
  }

  private reserve(owner: string, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== entry)
        const detail = 'Too many large replies are in progress. Retry, or request fewer messages.'
        reject(new DomainError('rate_limited', detail, { retryAfterSeconds: RETRY_SECONDS }))
      }, this.limits.waitMs)
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const entry: Waiting = { owner, bytes, start }
      this.waiting.push(entry)
      this.startNext()
    })
  }

  private free(owner: string, bytes: number): void {
    this.usedBytes -= bytes
    const remaining = (this.usedBy.get(owner) ?? 0) - bytes
    if (remaining > 0) this.usedBy.set(owner, remaining)
    else this.usedBy.delete(owner)
    this.startNext()
  }

  private startNext(): void {
    this.waiting = this.waiting.filter((entry) => {
      const { owner, bytes, start } = entry
      const ownerBytes = this.usedBy.get(owner) ?? 0
      // A reply larger than the whole budget starts once no other bytes are in use.
      const fits = this.usedBytes === 0 || this.usedBytes + bytes <= this.limits.totalBytes
      if (!fits || (ownerBytes > 0 && ownerBytes + bytes > this.limits.appBytes)) return true
      this.usedBytes += bytes
      this.usedBy.set(owner, ownerBytes + bytes)
      start()
      return false
    })
  }
}
