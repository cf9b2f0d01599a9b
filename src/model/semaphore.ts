/** A fixed number of permits. Callers wait in order and may abort the wait. [V7] */
export class Semaphore {
  private free: number
  private readonly waiting: (() => void)[] = []

  /** Throws unless `permits` is a positive integer. */
  constructor(permits: number) {
    if (!Number.isInteger(permits) || permits < 1)
      throw new Error(`The number of permits must be a positive integer; received ${permits}.`)
    this.free = permits
  }

  /** Resolves with a function that releases the permit; calling it twice is harmless. Rejects if the signal aborts. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.free > 0) this.free--
    else await this.untilPassedOn(signal)
    let released = false
    return () => {
      if (released) return
      released = true
      const next = this.waiting.shift()
      if (next) next()
      else this.free++
    }
  }

  private untilPassedOn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(take), 1)
        reject(signal.reason)
      }
      const take = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      this.waiting.push(take)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}
