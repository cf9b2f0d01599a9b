import type { Daemon, Refused } from './conversation-types.js'
import { isTemporary, PalimpsestError } from './errors.js'
import { Outbox, type Batch } from './outbox.js'
import { newKey } from './random-key.js'
import type { CreateSession, Format } from './types.js'

/** Brings waiting messages to the daemon: in order, each once. */

export interface DeliveryState {
  sessionId: string | null
  batches: readonly Batch[]
}

/** Refused batches that are remembered. Older ones are forgotten. */
const REFUSED_MAX = 100

export class Delivery {
  readonly outbox: Outbox
  readonly refused: Refused[] = []
  private readonly openKey = newKey()
  private sessionId: string | null

  constructor(
    private readonly daemon: Daemon,
    private readonly session: string | CreateSession,
    private readonly format: Format,
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

  /** Opens the session if needed and appends every waiting batch. Returns the id of the session. Throws when the daemon
   * does not answer, and, after all batches, the refusal of one of `added`.
   * @param onSettled called after each batch that the daemon stored or refused */
  async deliver(
    added: readonly Batch[],
    signal: AbortSignal,
    onSettled: (batch: Batch, isRefused: boolean) => Promise<void>,
  ): Promise<string> {
    const { daemon, session, openKey: idempotencyKey } = this
    if (this.sessionId === null && typeof session !== 'string')
      this.sessionId = (await daemon.openSession(session, { idempotencyKey, signal })).id
    const sessionId = this.sessionId ?? String(session)
    let refusal: PalimpsestError | null = null
    for (let batch = this.outbox.batches[0]; batch; batch = this.outbox.batches[0]) {
      const error = await this.append(sessionId, batch, signal)
      // A refused batch would be refused again. It must not keep the others waiting.
      if (error && added.includes(batch)) refusal ??= error
      else if (error) this.refused.push({ messages: batch.messages, error })
      if (this.refused.length > REFUSED_MAX) this.refused.shift()
      this.outbox.shift()
      await onSettled(batch, error !== null)
    }
    if (refusal) throw refusal
    return sessionId
  }

  /** Returns the error if the daemon refuses the messages. Throws every other failure: the batch must wait. */
  private async append(sessionId: string, batch: Batch, signal: AbortSignal): Promise<PalimpsestError | null> {
    const { key: idempotencyKey, messages, promptTokens } = batch
    const usage = promptTokens === undefined ? {} : { promptTokens }
    try {
      await this.daemon.append(sessionId, messages, { format: this.format, idempotencyKey, signal, ...usage })
      return null
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
