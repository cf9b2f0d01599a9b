import {
  admission,
  afterFailure,
  afterNoAnswer,
  afterSuccess,
  onTrial,
  type ModelFault,
} from '../../domain/model/breaker.js'
import { learn, type Calibration } from '../../domain/session/calibration.js'
import type { NewEvent } from '../../domain/event.js'
import { UNFIT_ADVICE, type ModelHealth } from '../../domain/model/model-health.js'
import { afterSpan, mayWrite, adoptDigest, onWritingTrial, type SpanResult } from '../../domain/model/model-record.js'
import type { ModelFailure, ModelWindow, Ports } from '../ports/ports.js'

type Needs = Pick<Ports, 'store' | 'model' | 'clock' | 'settings'>

/** Tokens of one prompt as we counted them and as the server did. */
export interface Reading {
  ours: number
  real: number
}

export type WithoutModel = 'model-unavailable' | 'model-unfit'
/** Why no model may be asked; null: nothing forbids it, but nobody knows the model's window. */
export interface NoPermit {
  permit: null
  withoutModel: WithoutModel | null
}

/** Asks the records, then the server, whether a model may be asked for summaries now; nothing is sent that a rule forbids. [V6] [V8] */
export async function acquirePermit(
  ports: Needs,
  model: string,
): Promise<{ permit: ModelPermit; window: ModelWindow } | NoPermit> {
  const permit = new ModelPermit(ports, model)
  const refused = await permit.take()
  if (refused) return { permit: null, withoutModel: refused }
  try {
    const window = await permit.probe()
    if (window === 'unknown') return { permit: null, withoutModel: null }
    return window ? { permit, window } : { permit: null, withoutModel: 'model-unavailable' }
  } catch (error) {
    await permit.giveBack()
    throw error
  }
}

/** The leave to ask one model during one compression, and what is learned from it. Holds the trial of a half-open breaker if there is one. */
export class ModelPermit {
  private serverTrial = false
  private modelTrial = false
  private digest: string | null = null
  /** What earlier prompts taught of the model's own counting. [T2] */
  calibration: Calibration | null = null

  constructor(
    private readonly ports: Needs,
    private readonly model: string,
  ) {}

  /** Takes the trials that stand in the way. The server first, without taking: a trial of the model must not be wasted on a server that is away. */
  async take(): Promise<WithoutModel | null> {
    if (!(await this.mayAsk())) return 'model-unavailable'
    const forModel = await this.takeModel(false)
    // Only a model under the same name can have changed while it was unfit; asking for its digest is no call of it.
    const again = forModel === 'model-unfit' ? await this.takeModel(true) : forModel
    if (again !== 'free' && again !== 'trial') return again
    this.modelTrial = again === 'trial'
    if ((await this.takeServer()) !== 'forbidden') return null
    await this.giveBack()
    return 'model-unavailable'
  }

  async takeServer(): Promise<'free' | 'trial' | 'forbidden'> {
    const admitted = await this.change(null, (health, now) => {
      const result = admission(health.breaker, now)
      return { health: result === 'trial' ? { ...health, breaker: onTrial(health.breaker, now) } : health, result }
    })
    this.serverTrial = admitted === 'trial'
    return admitted
  }

  /** Whether the road is still open: another job may have closed it since. Read before every call. */
  async mayAsk(): Promise<boolean> {
    if (this.serverTrial) return true
    return this.change(null, (health, now) => ({ health, result: admission(health.breaker, now) !== 'forbidden' }))
  }

  /** The model's window; null when server or model are not there, which is noted. */
  async probe(): Promise<ModelWindow | null | 'unknown'> {
    const { model } = this.ports
    const fresh = this.serverTrial || this.modelTrial
    const window = (await model.window(this.model, fresh)) ?? (await this.lookAgain())
    if (window && window !== 'unknown') this.digest = window.digest
    return window
  }

  /** An answer "away" may be some seconds old, so the server is asked for its list, and for the window anew if the model is on it. */
  private async lookAgain(): Promise<ModelWindow | null | 'unknown'> {
    const names = (await this.ports.model.models()).map(({ name }) => name)
    if (names.length === 0) await this.failed('unavailable')
    else if (!names.includes(this.model) && !names.includes(`${this.model}:latest`)) await this.failed('no-such-model')
    else {
      const window = await this.ports.model.window(this.model, true)
      if (window) return window
      await this.giveBack()
      return 'unknown'
    }
    return null
  }

  /** The server answered, whatever the words are worth. */
  async answered(): Promise<void> {
    await this.succeed(null)
    if (this.modelTrial) await this.succeed(this.model)
    this.serverTrial = this.modelTrial = false
  }

  async failed(failure: ModelFailure): Promise<void> {
    switch (failure) {
      case 'unavailable':
      case 'timeout':
        await this.fail(null, failure)
        return this.giveBack()
      case 'no-such-model':
        // A name that nobody knows closes the road for that name only: the others must not pay for it.
        await this.fail(this.model, failure)
        return this.answered()
      case 'aborted':
        return this.giveBack()
      default:
        return this.answered()
    }
  }

  /** Writes down what became of one stretch; returns whether the model may be asked for the next. */
  async noteSpan(result: SpanResult, read: readonly Reading[]): Promise<boolean> {
    return this.change(this.model, (health, now) => {
      const record = afterSpan(adoptDigest(health.record, this.digest), result, now)
      const calibration = read.reduce((known, { ours, real }) => learn(known, ours, real), health.calibration)
      const next = { ...health, record, calibration }
      return { health: next, result: record.unfit === null, events: fitnessEvents(health, next) }
    })
  }

  /** Gives up what was taken and not used. */
  async giveBack(): Promise<void> {
    const back = (health: ModelHealth, now: Date) => ({
      health: { ...health, breaker: afterNoAnswer(health.breaker, now) },
      result: undefined,
    })
    if (this.serverTrial) await this.change(null, back)
    if (this.modelTrial) await this.change(this.model, back)
    this.serverTrial = this.modelTrial = false
  }

  private takeModel(withDigest: boolean): Promise<'free' | 'trial' | WithoutModel> {
    return withDigest
      ? this.ports.model.window(this.model, true).then((window) => this.tryModel(window?.digest ?? null))
      : this.tryModel(null)
  }

  private tryModel(digest: string | null): Promise<'free' | 'trial' | WithoutModel> {
    return this.change<'free' | 'trial' | WithoutModel>(this.model, (health, now) => {
      this.calibration = health.calibration
      const admitted = admission(health.breaker, now)
      if (admitted === 'forbidden') return { health, result: 'model-unavailable' }
      const met = { ...health, record: adoptDigest(health.record, digest) }
      const events = fitnessEvents(health, met)
      const may = mayWrite(met.record, now)
      if (may === 'forbidden') return { health, result: 'model-unfit' }
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

  private async fail(model: string | null, fault: ModelFault): Promise<void> {
    const jitter = Math.random()
    await this.change(model, (health, now) => {
      const breaker = afterFailure(health.breaker, fault, now, jitter)
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
    return store.changeModelHealth(settings.modelServer, model, (health) => work(health, clock.now()))
  }
}

/** Once when a model becomes unfit, once when it is fit again. */
function fitnessEvents(before: ModelHealth, after: ModelHealth): NewEvent[] {
  const { server, model, record } = after
  if (!before.record.unfit === !record.unfit) return []
  if (!record.unfit)
    return [{ type: 'model-available', data: { server, model, wasUnfitSince: before.record.unfit?.since ?? null } }]
  const { reason, nextTrialAt } = record.unfit
  return [
    {
      type: 'model-unfit',
      data: { server, model, reason, refusedInARow: record.refusedInARow, nextTrialAt, advice: UNFIT_ADVICE },
    },
  ]
}
