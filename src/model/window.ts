import { withAnySignal } from '../ports/any-signal.js'
import type { ListedModel, LoweredWindow, ModelWindow } from '../ports/ports.js'
import type { ModelApi } from './model-api.js'

export interface ProbeOptions {
  /** Time limit of a probe; the server then counts as unavailable. Default 1,500 ms. */
  probeTimeoutMs?: number
  /** How long a found window is cached. Default 300,000 ms. */
  knownMs?: number
  /** How long "unavailable" or "no such model" is cached. Default 15,000 ms. */
  unavailableMs?: number
}

interface Remembered {
  until: number
  answer: Promise<ModelWindow | null>
  /** The answer, once it has arrived. */
  found: ModelWindow | null
}
/** Maximum cached models. Apps choose the model names, so their number is otherwise unbounded. */
const MAX_REMEMBERED_MODELS = 200

/**
 * Asks the server for the real window of a model. [S4]
 * Probes of one model share one request. The next probe of an unavailable server waits for `unavailableMs`.
 */
export class WindowProbe {
  private readonly remembered = new Map<string, Remembered>()
  private readonly probeTimeoutMs: number
  private readonly knownMs: number
  private readonly unavailableMs: number

  constructor(
    private readonly api: Pick<ModelApi, 'window' | 'list'>,
    options: ProbeOptions,
    private readonly closing: AbortSignal,
  ) {
    this.probeTimeoutMs = options.probeTimeoutMs ?? 1_500
    this.knownMs = options.knownMs ?? 300_000
    this.unavailableMs = options.unavailableMs ?? 15_000
  }

  /** Returns null if the server is unavailable, does not know the model, or does not report its context length. */
  window(model: string, fresh = false): Promise<ModelWindow | null> {
    const known = this.remembered.get(model)
    // A pending answer counts as fresh.
    if (known && known.until > performance.now() && (!fresh || known.until === Infinity)) return known.answer
    // All callers wait for the pending answer. Its expiry is known when it arrives.
    const entry: Remembered = {
      until: Infinity,
      answer: this.asked((signal) => this.api.window(model, signal)).catch(() => null),
      found: null,
    }
    this.keep(model, entry)
    void entry.answer.then((window) => {
      entry.until = performance.now() + (window ? this.knownMs : this.unavailableMs)
      entry.found = window
    })
    return entry.answer
  }

  /** Returns the cached answer without waiting, or null if there is none yet. Starts a probe if needed. */
  atHand(model: string): ModelWindow | null {
    void this.window(model)
    return this.remembered.get(model)?.found ?? null
  }

  /** Records that the server uses a smaller window than it reported, until the next probe. Returns the change, in tokens;
   * null if the window was known to be no larger. [V1] */
  async lower(model: string, tokens: number): Promise<LoweredWindow | null> {
    const window = await this.window(model)
    if (!window || window.tokens <= tokens) return null
    const found = { ...window, tokens }
    this.keep(model, { until: performance.now() + this.knownMs, answer: Promise.resolve(found), found })
    return { from: window.tokens, to: tokens }
  }

  /** Asks again for the window of a model at its next use. */
  forget(model: string): void {
    this.remembered.delete(model)
  }

  /** Returns the models of the server. Throws what the server or the connection throws. Not cached. */
  listed(): Promise<ListedModel[]> {
    return this.asked((signal) => this.api.list(signal))
  }

  /** Sends the requests of one question, within the time of a probe. */
  private asked<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withAnySignal([this.closing, AbortSignal.timeout(this.probeTimeoutMs)], send)
  }

  private keep(model: string, entry: Remembered): void {
    this.remembered.delete(model)
    this.remembered.set(model, entry)
    const oldest = this.remembered.keys().next()
    if (this.remembered.size > MAX_REMEMBERED_MODELS && !oldest.done) this.remembered.delete(oldest.value)
  }
}
