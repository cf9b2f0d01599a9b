import type { CreateSession, HistoryMessage, PalimpsestClient } from '@palimpsest/client'
import type { AgentItem, HistoryTransaction, ModelInput } from './contract.js'
import { itemsOf, messageOf, withoutBrokenReasoning } from './item-message.js'
import { RunItems } from './run-items.js'
import { applyTransaction } from './transaction.js'

export interface PalimpsestSessionOptions extends Omit<CreateSession, 'externalId'> {
  client: PalimpsestClient
  /** Id of the conversation in your app. A later process continues the conversation with this id. */
  sessionId: string
}

/** Messages of one page when the newest are read. */
const PAGE = 50

/** Keeps the items of a conversation in Palimpsest. `getItems` returns the context, which always fits the model, not the
 * whole history. */
export class PalimpsestSession {
  private opened: Promise<string> | null = null
  private running: Promise<unknown> = Promise.resolve()
  private lastType: string | undefined
  private readonly run = new RunItems()

  constructor(private readonly options: PalimpsestSessionOptions) {}

  getSessionId(): Promise<string> {
    return Promise.resolve(this.options.sessionId)
  }

  /** Returns the context as items, oldest first.
   * @param limit at most the newest items of this number */
  getItems(limit?: number): Promise<AgentItem[]> {
    return this.inTurn(async (id) => {
      const whole = await this.contextItems(id)
      const items = limit === undefined ? whole : limit <= 0 ? [] : whole.slice(-limit)
      this.run.begin(items)
      return items
    })
  }

  /** The `callModelInputFilter` of a run with this session: `run(agent, input, { session, callModelInputFilter: session.inputFilter })`.
   * It stores what the run adds before each call of the model, and the model gets the context of that moment: with the earlier words
   * that answer the question, and within its window also after many calls. An input that does not begin with the items of
   * `getItems`, as after a `sessionInputCallback`, stays as it is. Throws what an append and a read of the context throw. */
  readonly inputFilter = <Input extends ModelInput>({ modelData }: { modelData: Input }): Promise<Input> => {
    const added = this.run.addedBy(modelData.input)
    if (added === null) return Promise.resolve(modelData)
    return this.inTurn(async (id) => {
      if (added.length > 0) await this.append(id, added)
      this.run.stored(added)
      const input = await this.contextItems(id)
      this.run.showed(input)
      return { ...modelData, input }
    })
  }

  addItems(items: AgentItem[]): Promise<void> {
    return this.inTurn(async (id) => {
      const rest = this.run.withoutStored(items)
      if (rest.length > 0) await this.append(id, rest)
      this.run.added(rest)
    })
  }

  /** Takes the newest item back. The history keeps it, marked. Throws PalimpsestError `withdrawal_refused` if the item is
   * part of a checkpoint. */
  popItem(): Promise<AgentItem | undefined> {
    return this.inTurn(async (id) => {
      this.run.end()
      const [newest] = await this.newest(id, 1)
      if (!newest) return undefined
      await this.options.client.withdraw(id, newest.seq)
      this.lastType = undefined
      return itemsOf(newest.message as Parameters<typeof itemsOf>[0]).at(-1) as AgentItem
    })
  }

  /** Deletes the conversation with its history. The next call starts it again. */
  clearSession(): Promise<void> {
    return this.inTurn(async (id) => {
      await this.options.client.deleteSession(id)
      this.run.end()
      this.opened = null
      this.lastType = undefined
    })
  }

  /** Appends items, or replaces the newest ones. A repeated operation changes nothing. Throws if the operation id was
   * used for another transaction, or if the newest items are not the expected ones. */
  applyHistoryTransaction({ operationId, transaction }: HistoryTransaction): Promise<void> {
    return this.inTurn((id) => {
      this.run.end()
      return applyTransaction({ operationId, transaction }, id, {
        client: this.options.client,
        newest: (count) => this.newest(id, count),
        append: (items, idempotencyKey) => this.append(id, items, idempotencyKey),
      })
    })
  }

  private async contextItems(id: string): Promise<AgentItem[]> {
    const { system, messages } = await this.options.client.context(id)
    const items: AgentItem[] = typeof system === 'string' ? [{ type: 'message', role: 'system', content: system }] : []
    const followsReasoning = new Set<AgentItem>()
    for (const message of messages) {
      const found = itemsOf(message)
      if (message.metadata?.afterReasoning && found[0]) followsReasoning.add(found[0])
      items.push(...found)
    }
    return withoutBrokenReasoning(items, followsReasoning)
  }

  private async append(id: string, items: readonly AgentItem[], idempotencyKey?: string): Promise<void> {
    const messages = items.map((item, at) => {
      const before: unknown = at === 0 ? this.lastType : items[at - 1]?.type
      const message = messageOf(item)
      const isAfter = before === 'reasoning' && item.type !== 'reasoning'
      return isAfter ? { ...message, metadata: { ...message.metadata, afterReasoning: true } } : message
    })
    for (let at = 0; at < messages.length; at += 1_000) {
      const key = idempotencyKey === undefined ? undefined : `${idempotencyKey}-${at}`
      await this.options.client.append(id, messages.slice(at, at + 1_000), { idempotencyKey: key })
    }
    this.lastType = items.at(-1)?.type
  }

  /** Returns the newest messages that were not taken back, oldest first. */
  private async newest(id: string, count: number): Promise<HistoryMessage[]> {
    const { client } = this.options
    let found: HistoryMessage[] = []
    let to = Number.MAX_SAFE_INTEGER
    for await (const session of client.sessions({ externalId: this.options.sessionId })) to = session.messageCount
    while (to >= 1 && found.length < count) {
      const from = Math.max(1, to - PAGE + 1)
      const page: HistoryMessage[] = []
      for await (const message of client.history(id, { from, to, limit: PAGE }))
        if (!message.withdrawn) page.push(message)
      found = [...page, ...found]
      to = from - 1
    }
    return found.slice(-count)
  }

  /** Opens the session if needed, and runs calls one after the other. */
  private inTurn<T>(call: (id: string) => Promise<T>): Promise<T> {
    const next = this.running.catch(() => {}).then(async () => call(await this.open()))
    this.running = next
    return next
  }

  private open(): Promise<string> {
    const { client, sessionId: externalId, ...body } = this.options
    this.opened ??= client.openSession({ ...body, externalId }).then(({ id }) => id)
    // A failed attempt is not remembered.
    this.opened.catch(() => (this.opened = null))
    return this.opened
  }
}
