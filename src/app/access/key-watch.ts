import type { Credential, Ports, ValidSecrets } from '../../ports/ports.js'
import type { Principal } from './principal.js'

/** Timers take at most 2^31 - 1 ms. */
const MAX_TIMER_MS = 2_147_483_647

/** Ends open streams at the moment their key is deleted, or their secret or token ends. */
export class KeyWatch {
  private readonly watched = new Set<{ credential: Credential; end: () => void }>()
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | null = null
  /** A check was requested while one was running, which may have read the older state. */
  private again = false

  /** @param checkMs time after which open streams are checked even without a wake-up, which may be lost */
  constructor(
    private readonly ports: Pick<Ports, 'store' | 'log' | 'clock'>,
    private readonly checkMs: number,
  ) {
    ports.store.onKeysChanged(() => this.check())
  }

  /** Calls `end` once when that which admitted the principal ends. Returns a function that stops this. */
  watch({ credential, until }: Pick<Principal, 'credential' | 'until'>, end: () => void): () => void {
    if (until !== undefined) return this.endAt(until, end)
    if (credential === null) return () => {}
    const entry = { credential, end }
    this.watched.add(entry)
    // The key may have ended since the request was authenticated.
    this.check()
    return () => this.watched.delete(entry)
  }

  private endAt(until: Date, end: () => void): () => void {
    let timer: NodeJS.Timeout | undefined
    const wait = () => {
      const leftMs = until.getTime() - this.ports.clock.now().getTime()
      if (leftMs <= 0) return end()
      timer = setTimeout(wait, Math.min(leftMs, MAX_TIMER_MS)).unref()
    }
    // Never within the call: the stream stores the function that stops this first.
    timer = setTimeout(wait, 0).unref()
    return () => clearTimeout(timer)
  }

  private check(): void {
    if (this.watched.size === 0) return
    if (this.running) {
      this.again = true
      return
    }
    this.running = this.endInvalid().then((nextMs) => {
      this.running = null
      clearTimeout(this.timer)
      if (this.again) {
        this.again = false
        return this.check()
      }
      if (this.watched.size > 0) this.timer = setTimeout(() => this.check(), nextMs).unref()
    })
  }

  /** Returns after how many milliseconds the next check is due. Never rejects. */
  private async endInvalid(): Promise<number> {
    const entries = [...this.watched]
    try {
      const valid = await this.ports.store.validSecrets([...new Set(entries.map(({ credential }) => credential.keyId))])
      let nextMs = this.checkMs
      for (const entry of entries) {
        const leftMs = validFor(entry.credential, valid.get(entry.credential.keyId))
        if (leftMs > 0) nextMs = Math.min(nextMs, Math.ceil(leftMs) + 1)
        else if (this.watched.delete(entry)) entry.end()
      }
      return nextMs
    } catch (error) {
      // Without the store, no stream has anything to send.
      this.ports.log.debug({ err: error }, 'keys of open streams were not checked')
      return this.checkMs
    }
  }
}

/** Returns the milliseconds for which the credential is valid. */
function validFor({ generation }: Credential, valid: ValidSecrets | undefined): number {
  if (valid?.generation === generation) return Infinity
  return valid?.generation === generation + 1 ? valid.previousMs : 0
}
