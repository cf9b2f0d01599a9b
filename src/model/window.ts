import { z } from 'zod'

import type { ModelWindow } from '../app/ports/ports.js'
import { parametersFromName, parametersFromSize } from '../domain/session/model-size.js'
import { connect, type OllamaServer } from './ollama-connection.js'

export interface ModelName {
  name: string
  digest: string
  parameters: number | null
}

export interface WindowOptions extends OllamaServer {
  /** A probe that takes longer counts as "away"; default 1,500 ms. */
  probeTimeoutMs?: number
  /** How long an answer holds; default 300,000 ms. */
  knownMs?: number
  /** How long "away" or "no such model" holds; default 15,000 ms. */
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
  /** The answer once it is here. */
  found: ModelWindow | null
}
/** Models asked for are named by apps: the memory is bounded. */
const REMEMBERED_MODELS = 200

/** Asks the server what a model really holds. Probes of one model share one request; a server that is away is not asked again and again. [S4] */
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

  /** null: the server is away, does not know the model, or does not say how long its context is. */
  window(model: string, fresh = false): Promise<ModelWindow | null> {
    const known = this.remembered.get(model)
    // An answer that is still awaited is as fresh as any.
    if (known && known.until > performance.now() && (!fresh || known.until === Infinity)) return known.answer
    // While it is under way everybody waits for the same; how long it holds is known when it is here.
    const entry: Remembered = { until: Infinity, answer: this.ask(model).catch(() => null), found: null }
    this.keep(model, entry)
    void entry.answer.then((window) => {
      entry.until = performance.now() + (window ? this.knownMs : this.unavailableMs)
      entry.found = window
    })
    return entry.answer
  }

  /** The answer that is there, without waiting; null while it is awaited. */
  atHand(model: string): ModelWindow | null {
    void this.window(model)
    return this.remembered.get(model)?.found ?? null
  }

  /** Takes note that the server worked with a smaller window than it had said. [V1] */
  async lower(model: string, tokens: number): Promise<void> {
    const window = await this.window(model)
    if (!window || window.tokens <= tokens) return
    const found = { ...window, tokens }
    this.keep(model, { until: performance.now() + this.knownMs, answer: Promise.resolve(found), found })
  }

  /** Models the server has; empty when it is away. Not remembered. */
  async models(): Promise<ModelName[]> {
    return this.tags().catch(() => [])
  }

  private async ask(model: string): Promise<ModelWindow | null> {
    const client = connect(this.options, this.bound())
    const [show, tags] = await Promise.all([client.show({ model }).then((body) => Show.parse(body)), this.models()])
    const tokens = contextLength(show.model_info ?? {}) ?? (await this.runningContext(model))
    if (tokens === null) return null
    return {
      tokens,
      parameters: parametersFromSize(show.details?.parameter_size ?? '') ?? parametersFromName(model),
      family: show.details?.family || null,
      digest: tags.find(({ name }) => isSameModel(name, model))?.digest || null,
    }
  }

  private async tags(): Promise<ModelName[]> {
    const { models } = Tags.parse(await connect(this.options, this.bound()).list())
    return (models ?? []).map(({ name, digest, details }) => ({
      name,
      digest,
      parameters: parametersFromSize(details?.parameter_size ?? '') ?? parametersFromName(name),
    }))
  }

  /** What the model was loaded with: the second best answer, as it may be less than the model could hold. */
  private async runningContext(model: string): Promise<number | null> {
    const { models } = Running.parse(await connect(this.options, this.bound()).ps())
    return models?.find(({ name }) => isSameModel(name, model))?.context_length ?? null
  }

  private bound(): AbortSignal {
    return AbortSignal.any([this.closing, AbortSignal.timeout(this.probeTimeoutMs)])
  }

  private keep(model: string, entry: Remembered): void {
    this.remembered.delete(model)
    this.remembered.set(model, entry)
    const oldest = this.remembered.keys().next()
    if (this.remembered.size > REMEMBERED_MODELS && !oldest.done) this.remembered.delete(oldest.value)
  }
}

/** `llama.context_length`, `qwen2.context_length` …: the key carries the architecture. */
function contextLength(info: Record<string, unknown>): number | null {
  const architecture = info['general.architecture']
  const named = typeof architecture === 'string' ? info[`${architecture}.context_length`] : undefined
  const value = named ?? Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
  return typeof value === 'number' && value > 0 ? value : null
}

/** A name without a tag means `:latest`. */
function isSameModel(a: string, b: string): boolean {
  const full = (name: string) => (name.includes(':') ? name : `${name}:latest`)
  return full(a) === full(b)
}
