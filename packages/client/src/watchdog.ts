import { UnavailableError } from './errors.js'

/** Ends a connection that stays silent. The daemon sends something at least every 30 seconds. */
export class Watchdog {
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly controller = new AbortController()
  private readonly stop = () => this.controller.abort(this.outer.reason)
  /** Aborts after the silence, or with the outer signal. */
  readonly signal = this.controller.signal

  constructor(private readonly outer: AbortSignal) {
    if (outer.aborted) this.stop()
    outer.addEventListener('abort', this.stop, { once: true })
  }

  /** Something arrived: the next must arrive within `ms`. */
  expect(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(
      () => this.controller.abort(new UnavailableError(`The daemon sent nothing for ${ms} ms.`)),
      ms,
    )
  }

  /** Stops the clock and ends the connection. */
  close(): void {
    clearTimeout(this.timer)
    this.outer.removeEventListener('abort', this.stop)
    this.controller.abort()
  }
}
