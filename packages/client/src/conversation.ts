import { backoffMs, pause } from './backoff.js'
import type { ConversationOptions, ConversationState, Daemon, WindowedContext } from './conversation-types.js'
import { Delivery, type Delivered, type DeliveryState } from './delivery.js'
import { isTemporary } from './errors.js'
import type { InputMessage } from './formats/inputs.js'
import { messagesIn } from './formats/submitted.js'
import { limited } from './limited.js'
import { beforeFirstContext, knownFrom, localContext, LocalWindowError, type Known } from './local-window.js'
import type { Batch } from './outbox.js'
import type { Format } from './types.js'

/** A conversation that goes on while the daemon is down: messages wait in order, contexts are built here, and the
 * daemon gets every message once when it answers again. */

const PATIENCE_MS = 5_000
const WAITING_MAX_BYTES = 16 * 1_048_576
const BACKOFF = { firstMs: 500, maxMs: 30_000 }

export class Conversation<F extends Format = Format> {
  readonly format: F
  private readonly delivery: Delivery<F>
  private readonly closing = new AbortController()
  /** null: the session was given by its id, and the daemon has not answered yet. */
  private known: Known | null
  /** Messages that the last context of the daemon does not contain. */
  private since: object[] = []
  private localReason: string | null = null
  private loaded: Promise<void> | null = null
  /** The newest call. Calls run one after the other, so messages keep their order. */
  private running: Promise<unknown> = Promise.resolve()
  private replaying: Promise<void> | null = null

  constructor(
    private readonly daemon: Daemon,
    private readonly options: ConversationOptions<F>,
  ) {
    const { session, maxWaitingBytes = WAITING_MAX_BYTES } = options
    // The type says `openai` where no format is given: `PalimpsestClient.conversation`.
    const format = options.format ?? ('openai' as F)
    this.format = format
    this.delivery = new Delivery(daemon, session, format, maxWaitingBytes)
    this.known = typeof session === 'string' ? null : beforeFirstContext(session, format)
  }

  get state(): ConversationState {
    const { refused, outbox } = this.delivery
    const { waitingMessages, waitingBytes } = outbox
    const mode = this.localReason === null ? { mode: 'daemon' as const } : this.local
    return { ...mode, waitingMessages, waitingBytes, refused: [...refused] }
  }

  /** Appends messages and returns the context to send to the model. While the daemon does not answer, the messages wait
   * and the context is local. Throws PalimpsestError if the daemon refuses them, OutboxFullError if too many wait, and
   * LocalWindowError if the newest do not fit a local context.
   * @param options.promptTokens what the model server counted for the last context */
  appendAndContext(
    messages: readonly InputMessage<F>[],
    options: { promptTokens?: number } = {},
  ): Promise<WindowedContext<F>> {
    return this.inTurn(async () => {
      const added = await this.add(messages, options.promptTokens)
      // While a replay waits for its next attempt, a request would only cost the patience.
      if (this.replaying === null) {
        const context = await this.withDaemon((signal) => this.exchange(added, signal))
        if (context) return context
      }
      return this.localContext()
    })
  }

  /** Appends messages, for example the answer of the model. While the daemon does not answer, they wait. To save this request, give the
   * answer to the next `appendAndContext`. Throws PalimpsestError if the daemon refuses them, and OutboxFullError. */
  append(messages: readonly InputMessage<F>[], options: { promptTokens?: number } = {}): Promise<void> {
    return this.inTurn(async () => {
      const added = await this.add(messages, options.promptTokens)
      if (this.replaying === null) await this.withDaemon((signal) => this.deliver(added, { context: false, signal }))
    })
  }

  /** Sends what waits. Returns whether nothing waits any more. */
  flush(): Promise<boolean> {
    return this.inTurn(async () => {
      await this.withDaemon((signal) => this.deliver([], { context: false, signal }))
      return this.delivery.outbox.batches.length === 0
    })
  }

  /** Stops the replay in the background. What waits stays in the storage, if there is one. */
  async close(): Promise<void> {
    this.closing.abort()
    await this.replaying
    await this.running.catch(() => {})
  }

  private get local() {
    return { mode: 'local' as const, reason: this.localReason ?? '' }
  }

  /** Puts messages into the outbox. */
  private async add(messages: readonly object[], promptTokens: number | undefined): Promise<Batch[]> {
    const added = this.delivery.outbox.add(messages, promptTokens)
    this.since.push(...added.flatMap((batch) => batch.messages))
    await this.save()
    return added
  }

  private localContext(): WindowedContext<F> {
    const { known, format } = this
    if (known === null)
      throw new LocalWindowError(
        'The daemon has not answered yet, so the size of this session is unknown. The messages wait. ' +
          'A conversation whose `session` is an object goes on without the daemon from its first message.',
      )
    const { extras, ...context } = localContext(known, messagesIn(this.since))
    // Its messages are those of earlier contexts and of appends, and the extras those of the format.
    return { source: 'local', format, ...context, ...extras } as unknown as WindowedContext<F>
  }

  private inTurn<T>(call: () => Promise<T>): Promise<T> {
    const next = this.running
      .catch(() => {})
      .then(async () => {
        await (this.loaded ??= this.load())
        return call()
      })
    this.running = next
    return next
  }

  /** Runs an exchange within the patience. Returns null if the daemon does not answer. */
  private async withDaemon<T>(exchange: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const patience = limited(this.closing.signal, this.options.patienceMs ?? PATIENCE_MS)
    try {
      const result = await exchange(patience)
      this.localReason = null
      this.report()
      return result
    } catch (error) {
      if (!isTemporary(error) && !patience.aborted) throw error
      this.localReason = error instanceof Error ? error.message : String(error)
      this.report()
      if (this.delivery.outbox.batches.length > 0)
        this.replaying ??= this.replay().finally(() => (this.replaying = null))
      return null
    }
  }

  private async exchange(added: readonly Batch[], signal: AbortSignal): Promise<WindowedContext<F>> {
    const { format } = this
    const { sessionId, context } = await this.deliver(added, { context: true, signal })
    const reply = context ?? (await this.daemon.context<F>(sessionId, { format }, { signal }))
    this.known = knownFrom(reply)
    this.since = []
    await this.save()
    return { ...reply, source: 'daemon' as const, leftOut: 0, reply }
  }

  private deliver(added: readonly Batch[], wanted: { context: boolean; signal: AbortSignal }): Promise<Delivered<F>> {
    return this.delivery.deliver(added, wanted, async ({ messages }, isRefused) => {
      if (isRefused) this.since = this.since.filter((message) => !messages.includes(message))
      await this.save()
    })
  }

  /** Tries again with growing waits until everything is delivered or the conversation is closed. */
  private async replay(): Promise<void> {
    for (let failures = 1; !this.closing.signal.aborted; failures++) {
      await pause(backoffMs(BACKOFF, failures), this.closing.signal)
      try {
        if (this.closing.signal.aborted || (await this.flush())) return
      } catch (error) {
        // The key or the session is refused: only the program can change that. The next call throws the error.
        this.localReason = error instanceof Error ? error.message : String(error)
        return this.report()
      }
    }
  }

  private async load(): Promise<void> {
    const text = (await this.options.storage?.load()) ?? null
    if (text === null) return
    const { known, ...waiting } = JSON.parse(text) as DeliveryState & { known: Known | null }
    this.known = known
    this.delivery.restore(waiting)
    this.since = waiting.batches.flatMap(({ messages }) => messages)
  }

  private async save(): Promise<void> {
    await this.options.storage?.save(JSON.stringify({ ...this.delivery.state, known: this.known }))
    this.report()
  }

  private report(): void {
    this.options.onState?.(this.state)
  }
}
