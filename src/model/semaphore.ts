/** A bounded number of places; who comes later waits in order, and may give up. [V7] */
export class Semaphore {
  private free: number
  private readonly waiting: (() => void)[] = []

  constructor(places: number) {
    if (!Number.isInteger(places) || places < 1) throw new Error(`slots: ${places} is not a positive whole number`)
    this.free = places
  }

  /** Resolves with the release of one place (harmless when called twice). Rejects with the signal's reason when it aborts first. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.free > 0) this.free--
    else await this.untilPassedOn(signal)
    let held = true
    return () => {
      if (!held) return
      held = false
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
