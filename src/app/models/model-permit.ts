import {
  admission,
  afterFailure,
  afterNoAnswer,
  afterSuccess,
  onTrial,
  type ModelFault,
} from '../../domain/model/breaker.js'
import type { WithoutModel } from '../../domain/compression/compression.js'
import type { NewEvent } from '../../domain/event.js'
import { mayHelp, type ContentKind } from '../../domain/model/help.js'
import type { ModelHealth } from '../../domain/model/model-health.js'
import {
  afterSpan,
  afterTitle,
  isSlow,
  mayWrite,
  adoptDigest,
  onWritingTrial,
  type ModelRecord,
  type SpanResult,
} from '../../domain/model/model-record.js'
import { fitnessEvents } from './fitness-events.js'
import type { LoweredWindow, ModelError, ModelFailure, ModelWindow, Ports } from '../../ports/ports.js'

export type Needs = Pick<Ports, 'store' | 'model' | 'clock' | 'settings'>

/** What a model is asked to write. */
export interface SummaryOf {
  /** Absent: not known. */
  content: ContentKind | undefined
  /** Whether the same model answers the conversation now, so that a slow one would keep it waiting. [P12] */
  isLive: boolean
}

/** Permission to call one model for one app during one compression. Records the results of the calls in the model's health.
 * Holds the trials of half-open breakers. */
export class ModelPermit {
  private serverTrial = false
  private modelTrial = false
  private digest: string | null = null
  private readonly model: string
  private readonly appId: string
  private readonly summary: SummaryOf | undefined

  constructor(
    private readonly ports: Needs,
    { model, appId, summary }: { model: string; appId: string; summary?: SummaryOf },
  ) {
    this.model = model
    this.appId = appId
    this.summary = summary
  }

  /** Takes the required trials. Returns null on success, otherwise the reason for the denial.
   * First checks the server without taking its trial: a model's trial must not be wasted on an unavailable server. */
  async take(): Promise<WithoutModel | null> {
    if (!(await this.mayAsk())) return 'model-unavailable'
    const forModel = await this.takeModel(false)
    // An unfit model may have been replaced under the same name. Reading its digest does not call the model.
    const admitted = forModel === 'model-unfit' || forModel === 'no-help' ? await this.takeModel(true) : forModel
    if (admitted !== 'free' && admitted !== 'trial') return admitted
    this.modelTrial = admitted === 'trial'
    if ((await this.takeServer()) !== 'forbidden') return null
    await this.giveBack()
    return 'model-unavailable'
  }

  /** Takes the trial of the server if its breaker is half-open. Returns whether the server may be called. */
  async takeServer(): Promise<'free' | 'trial' | 'forbidden'> {
    const admitted = await this.change(null, (health, now) => {
      const result = admission(health.breaker, now)
      return { health: result === 'trial' ? { ...health, breaker: onTrial(health.breaker, now) } : health, result }
    })
    this.serverTrial = admitted === 'trial'
    return admitted
  }

  /** Whether the server may still be called. Check before every call: another job may have opened the breaker. */
  async mayAsk(): Promise<boolean> {
    if (this.serverTrial) return true
    return this.change(null, (health, now) => ({ health, result: admission(health.breaker, now) !== 'forbidden' }))
  }

  /** Returns the model's window; null if the server or the model is unavailable, which is recorded as a failure. */
  async probe(): Promise<ModelWindow | null | 'unknown'> {
    const { model } = this.ports
    const fresh = this.serverTrial || this.modelTrial
    const window = (await model.window(this.model, fresh)) ?? (await this.recheck())
    if (window && window !== 'unknown') this.digest = window.digest
    return window
  }

  /** Lists the server's models, because a cached "unavailable" may be some seconds old.
   * Requests the window again if the model is listed. */
  private async recheck(): Promise<ModelWindow | null | 'unknown'> {
    const names = (await this.ports.model.models()).flatMap(({ name, alias = name }) => [name, alias])
    if (names.length === 0) await this.failedToList(await this.ports.model.fault())
    else if (!names.includes(this.model)) await this.failed('no-such-model')
    else {
      const window = await this.ports.model.window(this.model, true)
      if (window) return window
      await this.giveBack()
      return 'unknown'
    }
    return null
  }

  private failedToList(fault: ModelError | null): Promise<void> {
    return fault ? this.failed(fault.failure, askedWaitMs(fault)) : this.failed('unavailable')
  }

  /** Records that the server answered, whatever the quality of the reply. */
  async answered(): Promise<void> {
    await this.succeed(null)
    if (this.modelTrial) await this.succeed(this.model)
    this.serverTrial = this.modelTrial = false
  }

  /** Records a failed call. `no-such-model` counts against the model. Faults of the server, its key, and its rates count
   * against the server. Other failures mean that the server answered.
   * @param askedWaitMs wait that the server asks for, in ms; null: none */
  async failed(failure: ModelFailure, askedWaitMs: number | null = null): Promise<void> {
    switch (failure) {
      case 'unavailable':
      case 'timeout':
      case 'unauthorized':
      case 'rate-limited':
        await this.fail(null, failure, askedWaitMs)
        return this.giveBack()
      case 'no-such-model':
        // An unknown model opens the breaker of that name only. Other models on the server stay usable.
        await this.fail(this.model, failure, null)
        return this.answered()
      case 'aborted':
        return this.giveBack()
      default:
        return this.answered()
    }
  }

  /** Records the result of one span. Returns why the model may not be asked about the next span; null: it may. */
  async noteSpan(result: SpanResult): Promise<WithoutModel | null> {
    return this.change<WithoutModel | null>(this.model, (health, now) => {
      const record = afterSpan(adoptDigest(health.record, this.digest), result, now)
      const next = { ...health, record }
      const why = record.unfit ? 'model-unfit' : this.keepsWaiting(record) ? 'in-conversation' : null
      return { health: next, result: why, events: fitnessEvents(health, next) }
    })
  }

  /** Whether the same model answers the conversation now. [P12] */
  get isLive(): boolean {
    return this.summary?.isLive === true
  }

  private keepsWaiting(record: ModelRecord): boolean {
    return this.isLive && isSlow(record)
  }

  /** Records whether a title was accepted. [V8] */
  async noteTitle(isAccepted: boolean): Promise<void> {
    await this.change(this.model, (health) => {
      const record = afterTitle(adoptDigest(health.record, this.digest), isAccepted)
      return { health: { ...health, record }, result: undefined }
    })
  }

  /** Reports that the model's window turned out to be smaller than the server said. */
  async noteLowered({ from, to }: LoweredWindow): Promise<void> {
    await this.change(this.model, (health) => ({
      health,
      result: undefined,
      events: [{ type: 'model-window-lowered', data: { server: health.server, model: this.model, from, to } }],
    }))
  }

  /** Returns trials that were taken but not used. */
  async giveBack(): Promise<void> {
    const untried = (health: ModelHealth, now: Date) => ({
      health: { ...health, breaker: afterNoAnswer(health.breaker, now) },
      result: undefined,
    })
    if (this.serverTrial) await this.change(null, untried)
    if (this.modelTrial) await this.change(this.model, untried)
    this.serverTrial = this.modelTrial = false
  }

  private async takeModel(withDigest: boolean): Promise<'free' | 'trial' | WithoutModel> {
    const digest = (withDigest ? await this.ports.model.window(this.model, true) : null)?.digest ?? null
    return this.change<'free' | 'trial' | WithoutModel>(this.model, (health, now) => {
      const admitted = admission(health.breaker, now)
      if (admitted === 'forbidden') return { health, result: 'model-unavailable' }
      const met = { ...health, record: adoptDigest(health.record, digest) }
      const events = fitnessEvents(health, met)
      const may = mayWrite(met.record, now)
      if (may === 'forbidden') return { health, result: 'model-unfit' }
      if (this.keepsWaiting(met.record)) return { health, result: 'in-conversation' }
      const content = this.summary?.content
      if (content && !mayHelp(met.record.help, content, now)) return { health, result: 'no-help' }
      const record = may === 'trial' ? onWritingTrial(met.record, now) : met.record
      if (admitted === 'free') return { health: { ...met, record }, events, result: 'free' }
      return { health: { ...met, record, breaker: onTrial(health.breaker, now) }, events, result: 'trial' }
    })
  }

  private succeed(model: string | null): Promise<void> {
    return this.change(model, (health) => {
      const next = { ...health, breaker: afterSuccess(health.breaker) }
      const { server, breaker } = health
      const closes = breaker.state !== 'closed'
      const data = { server, model, wasUnavailableSince: closes ? breaker.since : null }
      return { health: next, result: undefined, events: closes ? [{ type: 'model-available', data }] : [] }
    })
  }

  private async fail(model: string | null, fault: ModelFault, askedWaitMs: number | null): Promise<void> {
    const jitter = Math.random()
    await this.change(model, (health, now) => {
      const breaker = afterFailure(health.breaker, fault, now, jitter, askedWaitMs)
      const opens = health.breaker.state === 'closed' && breaker.state === 'open'
      const data = { server: health.server, model, fault, until: breaker.state === 'open' ? breaker.until : null }
      return {
        health: { ...health, breaker },
        result: undefined,
        events: opens ? [{ type: 'model-unavailable', data }] : [],
      }
    })
    if (model === null) this.serverTrial = false
    else this.modelTrial = false
  }

  private change<T>(
    model: string | null,
    work: (health: ModelHealth, now: Date) => { health: ModelHealth; events?: NewEvent[]; result: T },
  ): Promise<T> {
    const { store, clock, settings } = this.ports
    const subject = model === null ? { model } : { model, appId: this.appId }
    return store.changeModelHealth(settings.modelServer, subject, (health) => work(health, clock.now()))
  }
}

/** Returns the wait that the server asks for with its failure, in ms; null: none. */
export function askedWaitMs({ details }: ModelError): number | null {
  return typeof details.retryAfterMs === 'number' ? details.retryAfterMs : null
}
