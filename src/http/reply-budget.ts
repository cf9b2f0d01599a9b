import { DomainError } from '../domain/errors.js'

/** Bytes of stored text that replies under way may hold in memory, over all requests and for each app. A reader that is slow holds its bytes
 * until its reply has gone out, so one app can never hold all of them. */

export interface BudgetLimits {
  totalBytes: number
  appBytes: number
  /** Replies of fewer bytes do not wait. */
  freeBytes: number
  /** A reply that has waited so long is refused. */
  waitMs: number
}
const LIMITS: BudgetLimits = {
  totalBytes: 64 * 1024 * 1024,
  appBytes: 32 * 1024 * 1024,
  freeBytes: 256 * 1024,
  waitMs: 30_000,
}

/** Seconds after which a refused reader may ask again. */
const RETRY_SECONDS = 2

/** The bytes of one reply. `admit` waits for them; `release` gives all of them back, once. */
export interface Hold {
  admit(bytes: number): Promise<void>
  release(): void
}

interface Waiting {
  owner: string
  bytes: number
  start(): void
}

export class ReplyBudget {
  private heldBytes = 0
  private readonly heldBy = new Map<string, number>()
  /** In the order in which they came; one whose app holds too much does not keep others from starting. */
  private waiting: Waiting[] = []

  constructor(private readonly limits: BudgetLimits = LIMITS) {}

  hold(owner: string): Hold {
    let mine = 0
    let released = false
    return {
      admit: async (bytes) => {
        if (bytes <= this.limits.freeBytes) return
        await this.take(owner, bytes)
        mine += bytes
        // The client may have gone while this waited.
        if (released) this.giveBack(owner, bytes)
      },
      release: () => {
        if (released) return
        released = true
        this.giveBack(owner, mine)
      },
    }
  }

  private take(owner: string, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== entry)
        const detail = 'Too many large replies are under way. Ask again, or for fewer messages.'
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

  private giveBack(owner: string, bytes: number): void {
    this.heldBytes -= bytes
    const left = (this.heldBy.get(owner) ?? 0) - bytes
    if (left > 0) this.heldBy.set(owner, left)
    else this.heldBy.delete(owner)
    this.startNext()
  }

  private startNext(): void {
    this.waiting = this.waiting.filter((entry) => {
      const { owner, bytes, start } = entry
      const ofOwner = this.heldBy.get(owner) ?? 0
      // What is larger than a whole share starts when nothing else is held.
      const fits = this.heldBytes === 0 || this.heldBytes + bytes <= this.limits.totalBytes
      if (!fits || (ofOwner > 0 && ofOwner + bytes > this.limits.appBytes)) return true
      this.heldBytes += bytes
      this.heldBy.set(owner, ofOwner + bytes)
      start()
      return false
    })
  }
}
