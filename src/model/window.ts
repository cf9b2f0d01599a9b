import { z } from 'zod'

import { withAnySignal } from '../app/ports/any-signal.js'
import type { ListedModel, LoweredWindow, ModelWindow } from '../app/ports/ports.js'
import { parametersFromName, parametersFromSize } from '../domain/session/model-size.js'
import { connect, type OllamaServer } from './ollama-connection.js'

export interface WindowOptions extends OllamaServer {
  /** Time limit of a probe; the server then counts as unavailable. Default 1,500 ms. */
  probeTimeoutMs?: number
  /** How long a found window is cached. Default 300,000 ms. */
  knownMs?: number
  /** How long "unavailable" or "no such model" is cached. Default 15,000 ms. */
  unavailableMs?: number
}

const Details = z.object({ family: z.string().optional(), parameter_size: z.string().optional() }).partial().nullish()
const Show = z.object({ details: Details, model_info: z.record(z.string(), z.unknown()).nullish() })
const Tags = z.object({
  models: z.array(z.object({ name: z.string(), digest: z.string().default(''), details: Details })).nullish(),
})
const Running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().optional() })).nullish(),
})

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
    private readonly options: WindowOptions,
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
    const entry: Remembered = { until: Infinity, answer: this.ask(model).catch(() => null), found: null }
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

  /** Returns the models of the server; empty if it is unavailable. Not cached. */
  async models(): Promise<ListedModel[]> {
    return this.tags().catch(() => [])
  }

  private async ask(model: string): Promise<ModelWindow | null> {
    const [show, tags] = await Promise.all([
      this.asked((server) => server.show({ model })).then((body) => Show.parse(body)),
      this.models(),
    ])
    const tokens = contextLength(show.model_info ?? {}) ?? (await this.runningContext(model))
    if (tokens === null) return null
    return {
      tokens,
      parameters: parametersFromSize(show.details?.parameter_size ?? '') ?? parametersFromName(model),
      family: show.details?.family || null,
      digest: tags.find(({ name }) => isSameModel(name, model))?.digest || null,
    }
  }

  private tags(): Promise<ListedModel[]> {
    return this.asked(listedBy)
  }

  /** Returns the window the model is loaded with. Only a fallback, because the model may support more. */
  private async runningContext(model: string): Promise<number | null> {
    const { models } = Running.parse(await this.asked((server) => server.ps()))
    return models?.find(({ name }) => isSameModel(name, model))?.context_length ?? null
  }

  /** Sends one request, within the time of a probe. */
  private asked<T>(send: (server: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
    const ends = [this.closing, AbortSignal.timeout(this.probeTimeoutMs)]
    return withAnySignal(ends, (signal) => send(connect(this.options, signal)))
  }

  private keep(model: string, entry: Remembered): void {
    this.remembered.delete(model)
    this.remembered.set(model, entry)
    const oldest = this.remembered.keys().next()
    if (this.remembered.size > MAX_REMEMBERED_MODELS && !oldest.done) this.remembered.delete(oldest.value)
  }
}

/** Returns the models of a server. Throws Refusal for an error response, and the client's error if it does not answer. */
export async function listedBy(server: ReturnType<typeof connect>): Promise<ListedModel[]> {
  const { models } = Tags.parse(await server.list())
  return (models ?? []).map(({ name, digest, details }) => ({
    name,
    // Ollama completes a name without a tag with this one.
    ...(name.endsWith(LATEST) && { alias: name.slice(0, -LATEST.length) }),
    digest,
    parameters: parametersFromSize(details?.parameter_size ?? '') ?? parametersFromName(name),
  }))
}

/** Returns the context length. Its key contains the architecture, such as `llama.context_length`. */
function contextLength(info: Record<string, unknown>): number | null {
  const architecture = info['general.architecture']
  const named = typeof architecture === 'string' ? info[`${architecture}.context_length`] : undefined
  const value = named ?? Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
  return typeof value === 'number' && value > 0 ? value : null
}

/** Tag of a name without a tag. */
const LATEST = ':latest'

/** A name without a tag means `:latest`. */
function isSameModel(a: string, b: string): boolean {
  const full = (name: string) => (name.includes(':') ? name : `${name}${LATEST}`)
  return full(a) === full(b)
}
