import type { EventType, Event } from '../../src/domain/event.js'
import type { Format } from '../../src/domain/message.js'
import type { AnyJson, ApiClient, Body, Input, InputArgs, OperationId, Reply, SendOptions } from './client.js'
import { until } from './until.js'

/** A session as its app sees it, over HTTP. */

export type SessionOperation = {
  [Id in OperationId]: Input<Id> extends { params: { sessionId: string } } ? Id : never
}[OperationId]
/** Input of an operation on a session, without the id of the session. */
export type SessionInput<Id extends SessionOperation> = Omit<Input<Id>, 'params'> & {
  params?: Omit<Extract<Input<Id>['params'], object>, 'sessionId'>
}
export type Query<Id extends OperationId> = Extract<Input<Id>['query'], object>
export type RequestBody<Id extends OperationId> = Extract<Input<Id>['body'], object>
export type Compression = Body<'listCompressions'>['compressions'][number]

export interface AppendOptions extends Omit<RequestBody<'appendMessages'>, 'messages'>, SendOptions {}

const UNDER_WAY: readonly string[] = ['queued', 'running']

export class TestSession {
  /**
   * @param client sends with the key of the session's app
   * @param format of appended messages, unless an append names another
   */
  constructor(
    private client: ApiClient,
    readonly id: string,
    readonly format: Format = 'openai',
  ) {}

  /** Sends all later requests through another daemon on the same database, as after a restart. */
  moveTo(client: ApiClient): void {
    this.client = client
  }

  /** Returns another session of the same app. */
  sibling(id: string): TestSession {
    return new TestSession(this.client, id, this.format)
  }

  /** Sends an operation on this session. Returns the reply, whatever its status. */
  send<Id extends SessionOperation>(id: Id, input: SessionInput<Id>, options?: SendOptions): Promise<Reply<Body<Id>>> {
    const params = { ...input.params, sessionId: this.id }
    return this.client.send(id, ...([{ ...input, params }, options] as unknown as InputArgs<Id>))
  }

  /** Sends an operation on this session. Returns its body; throws if it is refused. */
  async call<Id extends SessionOperation>(id: Id, input: SessionInput<Id>, options?: SendOptions): Promise<Body<Id>> {
    return (await this.send(id, input, options)).body
  }

  /** Appends messages. Throws if they are refused. */
  async append(messages: readonly unknown[], options: AppendOptions = {}): Promise<Body<'appendMessages'>> {
    return (await this.tryAppend(messages, options)).body
  }

  /** Appends messages and returns the reply, whatever its status. */
  tryAppend(messages: readonly unknown[], options: AppendOptions = {}): Promise<Reply<Body<'appendMessages'>>> {
    const { key, headers, ...body } = options
    return this.send('appendMessages', { body: { format: this.format, ...body, messages } }, { key, headers })
  }

  read(): Promise<Body<'getSession'>> {
    return this.call('getSession', {})
  }
  async contextStatus(): Promise<Body<'getSession'>['contextStatus']> {
    return (await this.read()).contextStatus
  }
  update(body: RequestBody<'updateSession'>): Promise<Body<'updateSession'>> {
    return this.call('updateSession', { body })
  }
  status(): Promise<Body<'readStatus'>> {
    return this.call('readStatus', {})
  }
  context(format: Format = 'native', query: Omit<Query<'readContext'>, 'format'> = {}): Promise<Body<'readContext'>> {
    return this.call('readContext', { query: { ...query, format } })
  }
  /** Returns the first 1,000 messages of the history, or those of the query. */
  async history(query: Query<'readHistory'> = {}): Promise<Body<'readHistory'>['messages']> {
    return (await this.call('readHistory', { query: { limit: 1_000, ...query } })).messages
  }
  /** Returns the messages of the history as they were sent. */
  async received(): Promise<AnyJson[]> {
    return (await this.history()).map(({ message }) => message)
  }
  audit(): Promise<Body<'auditSession'>> {
    return this.call('auditSession', {})
  }
  explain(query: Query<'explainContext'> = {}): Promise<Body<'explainContext'>> {
    return this.call('explainContext', { query })
  }
  /** Newest first. */
  async compressions(): Promise<Compression[]> {
    return (await this.call('listCompressions', { query: { limit: 200 } })).compressions
  }
  async checkpoints(query: Query<'listCheckpoints'> = {}): Promise<Body<'listCheckpoints'>['checkpoints']> {
    return (await this.call('listCheckpoints', { query: { limit: 200, ...query } })).checkpoints
  }
  async offloads(query: Query<'listOffloads'> = {}): Promise<Body<'listOffloads'>['offloads']> {
    return (await this.call('listOffloads', { query: { limit: 200, ...query } })).offloads
  }
  offload(offloadId: string, query: Query<'readOffload'> = {}): Promise<Body<'readOffload'>> {
    return this.call('readOffload', { params: { offloadId }, query })
  }
  goals(): Promise<Body<'listGoals'>> {
    return this.call('listGoals', {})
  }
  async ledger(): Promise<Body<'listLedger'>['entries']> {
    return (await this.call('listLedger', { query: { limit: 200 } })).entries
  }
  /** Requests a compression and waits until it ends, up to 30 s. */
  compress(body: RequestBody<'requestCompression'> = {}): Promise<Compression> {
    return this.call('requestCompression', { body: { waitMs: 30_000, ...body } })
  }

  /** Waits until there is a compression and none is under way. Returns the newest. */
  async compressionEnded(timeoutMs?: number): Promise<Compression> {
    return (await this.compressionsEnded(timeoutMs))[0]!
  }
  /** Waits until there is a compression and none is under way. Returns all, newest first. */
  compressionsEnded(timeoutMs?: number): Promise<Compression[]> {
    return until(
      `the end of every compression of ${this.id}`,
      async () => {
        const all = await this.compressions()
        return all.length > 0 && all.every(({ status }) => !UNDER_WAY.includes(status)) ? all : null
      },
      timeoutMs,
    )
  }

  /** Returns the events so far. An event becomes visible once no older transaction can insert one before it. */
  async events(): Promise<Event[]> {
    return (await this.client.call('readEvents', { query: { sessionId: this.id, limit: 500 } })).events
  }
  /** Waits for an event of a type. Returns all events so far. */
  eventsWith(type: EventType): Promise<Event[]> {
    return this.eventsWhen(`event ${type}`, (events) => events.some((event) => event.type === type))
  }
  /** Waits until the events satisfy a condition. */
  eventsWhen(what: string, holds: (events: Event[]) => boolean): Promise<Event[]> {
    return until(`${what} of ${this.id}`, async () => {
      const events = await this.events()
      return holds(events) ? events : null
    })
  }
  /** Waits for events of a type and returns those of the type. */
  async eventsOf<T extends EventType>(type: T, count = 1): Promise<Event<T>[]> {
    const ofType = (events: readonly { type: EventType }[]) =>
      events.filter((event): event is Event<T> => event.type === type)
    return ofType(await this.eventsWhen(`${count} ${type}`, (events) => ofType(events).length >= count))
  }
}
