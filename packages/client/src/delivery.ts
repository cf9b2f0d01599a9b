import type { Daemon, Refused } from './conversation-types.js'
import { isTemporary, PalimpsestError } from './errors.js'
import { Outbox, type Batch } from './outbox.js'
import { newKey } from './random-key.js'
import type { InputMessage } from './formats/inputs.js'
import type { Context, CreateSession, Format } from './types.js'

/** Brings waiting messages to the daemon: in order, each once. */

export interface DeliveryState {
  sessionId: string | null
  batches: readonly Batch[]
}

/** Refused batches that are remembered. Older ones are forgotten. */
const REFUSED_MAX = 100

export interface Delivered<F extends Format> {
  sessionId: string
  /** The context after the newest batch, if it was asked for and the daemon could read it. */
  context: Context<F> | null
}

export class Delivery<F extends Format> {
  readonly outbox: Outbox
  readonly refused: Refused[] = []
  private readonly openKey = newKey()
  private sessionId: string | null

  constructor(
    private readonly daemon: Daemon,
    private readonly session: string | CreateSession,
    private readonly format: F,
    maxBytes: number,
  ) {
    this.outbox = new Outbox(maxBytes)
    this.sessionId = typeof session === 'string' ? session : null
  }

  get state(): DeliveryState {
    return { sessionId: this.sessionId, batches: this.outbox.batches }
  }

  restore({ sessionId, batches }: DeliveryState): void {
    this.sessionId ??= sessionId
    this.outbox.restore(batches)
  }

  /** Opens the session if needed and appends every waiting batch. Throws when the daemon does not answer, and, after all
   * batches, the refusal of one of `added`.
   * @param wanted whether the reply to the newest batch brings the context, which saves a request
   * @param onSettled called after each batch that the daemon stored or refused */
  async deliver(
    added: readonly Batch[],
    wanted: { context: boolean; signal: AbortSignal },
    onSettled: (batch: Batch, isRefused: boolean) => Promise<void>,
  ): Promise<Delivered<F>> {
    const { signal } = wanted
    const { daemon, session, openKey: idempotencyKey } = this
    if (this.sessionId === null && typeof session !== 'string')
      this.sessionId = (await daemon.openSession(session, { idempotencyKey, signal })).id
    const sessionId = this.sessionId ?? String(session)
    let refusal: PalimpsestError | null = null
    let context: Context<F> | null = null
    for (let batch = this.outbox.batches[0]; batch; batch = this.outbox.batches[0]) {
      const isNewest = this.outbox.batches.length === 1
      const outcome = await this.append(sessionId, batch, { context: wanted.context && isNewest, signal })
      const error = outcome instanceof PalimpsestError ? outcome : null
      context = outcome instanceof PalimpsestError ? null : outcome
      // A refused batch would be refused again. It must not keep the others waiting.
      if (error && added.includes(batch)) refusal ??= error
      else if (error) this.refused.push({ messages: batch.messages, error })
      if (this.refused.length > REFUSED_MAX) this.refused.shift()
      this.outbox.shift()
      await onSettled(batch, error !== null)
    }
    if (refusal) throw refusal
    return { sessionId, context }
  }

  /** Returns the context, or the error if the daemon refuses the messages. Throws every other failure: the batch must wait. */
  private async append(
    sessionId: string,
    batch: Batch,
    wanted: { context: boolean; signal: AbortSignal },
  ): Promise<Context<F> | PalimpsestError | null> {
    const { key: idempotencyKey, promptTokens } = batch
    const messages = batch.messages as InputMessage<F>[]
    const usage = promptTokens === undefined ? {} : { promptTokens }
    try {
      const options = { format: this.format, idempotencyKey, ...wanted, ...usage }
      return (await this.daemon.append<F>(sessionId, messages, options)).context ?? null
    } catch (error) {
      if (error instanceof PalimpsestError && isAboutMessages(error) && !isTemporary(error)) return error
      throw error
    }
  }
}

/** Whether the messages are refused, rather than the key or the session. */
function isAboutMessages({ status }: PalimpsestError): boolean {
  return status === 400 || status === 409 || status === 413 || status === 422
}
