import { DomainError } from '../../domain/errors.js'

/** Processes few large bodies at a time. Many at once would share the processor, and none would be answered for a long
 * time: clients time out, send again, and no progress is ever made. [13] */

/** Bodies from this size on wait for their place; smaller ones take a few ms each. */
const LARGE_BYTES = 1_048_576
/** One is counted by the tokenizer's thread while the other is parsed or stored. */
const PLACES = 2
/** Clients wait about this long for an answer. */
const MAX_WAIT_MS = 20_000
const RETRY_AFTER_SECONDS = 5

/** Place of one request. */
export interface BodyPlace {
  /** Waits for a place if the body is large. Throws rate_limited after too long a wait. */
  take(bytes: number): Promise<void>
  /** Gives the place to the next request. Later calls do nothing. */
  release(): void
}

interface Waiting {
  key: string
  start(): void
}

export class LargeBodies {
  private free = PLACES
  private lastKey: string | null = null
  private readonly waiting: Waiting[] = []

  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  /** Returns a place that is not taken yet. The caller must release it. @param key name of the key */
  open(key: string): BodyPlace {
    let isTaken = false
    return {
      take: async (bytes) => {
        if (bytes < LARGE_BYTES || isTaken) return
        if (this.free > 0) this.free -= 1
        else await this.untilFree(key)
        this.lastKey = key
        isTaken = true
      },
      release: () => {
        if (isTaken) this.passOn()
        isTaken = false
      },
    }
  }

  private untilFree(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        key,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1)
        const detail = `Other large request bodies are in progress. Retry in ${RETRY_AFTER_SECONDS} s.`
        reject(new DomainError('rate_limited', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS }))
      }, this.maxWaitMs)
      this.waiting.push(waiting)
    })
  }

  /** Starts the oldest request of another key than the last one, so that one app's bodies do not stop another's. */
  private passOn(): void {
    const other = this.waiting.findIndex(({ key }) => key !== this.lastKey)
    const [next] = this.waiting.splice(Math.max(0, other), 1)
    if (next) next.start()
    else this.free += 1
  }
}
