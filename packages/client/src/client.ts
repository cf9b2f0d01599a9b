import createApi, { type Client, type Middleware } from 'openapi-fetch'
import { Conversation } from './conversation.js'
import type { ConversationOptions } from './conversation-types.js'
import { errorOf } from './errors.js'
import { follow, type FollowOptions } from './events.js'
import type { InputMessage } from './formats/inputs.js'
import { asJson } from './formats/submitted.js'
import { REPEATABLE_PATHS, type paths } from './generated/api.js'
import { newKey } from './random-key.js'
import type { StreamItem } from './stream.js'
import { makeTransport, type TransportOptions } from './transport.js'
import type {
  Appended,
  AppendOptions,
  CallOptions,
  Context,
  ContextQuery,
  CreateSession,
  Format,
  HistoryMessage,
  HistoryQuery,
  Session,
  SessionQuery,
  SessionSummary,
} from './types.js'

export type ClientOptions = TransportOptions

/** Replies that also have another type, such as a stream, are read as JSON. */
type MediaType = 'application/json' | 'application/problem+json'

/** A client of one daemon. Methods throw PalimpsestError when refused and UnavailableError when nothing answers. */
export interface PalimpsestClient {
  /** Every operation of the API by method and path. Refusals are in `error`; `take` throws them instead. */
  readonly api: Client<paths, MediaType>
  /** Opens a session. Returns the existing one if the app has a session with this `externalId`. */
  openSession(body: CreateSession, options?: CallOptions): Promise<Session>
  append<F extends Format = 'native'>(
    sessionId: string,
    messages: readonly InputMessage<F>[],
    options?: AppendOptions<F>,
  ): Promise<Appended<F>>
  /** Returns what to send to the model. The types of its messages follow from `format`. */
  context<F extends Format = 'native'>(
    sessionId: string,
    query?: ContextQuery & { format?: F },
    options?: Pick<CallOptions, 'signal'>,
  ): Promise<Context<F>>
  /** Reads the history page by page, oldest first. */
  history(sessionId: string, query?: HistoryQuery): AsyncGenerator<HistoryMessage, void>
  /** Reads the sessions of the app page by page, newest first.
   * @param query.metadata top-level members the metadata must have, as text */
  sessions(query?: { externalId?: string; metadata?: Record<string, string> }): AsyncGenerator<SessionSummary, void>
  /** Deletes a session and its whole history. A session that does not exist is deleted. */
  deleteSession(sessionId: string): Promise<void>
  /** Takes back message `fromSeq` and everything after it. */
  withdraw(sessionId: string, fromSeq: number): Promise<void>
  /** Follows the event log. Reconnects until the signal aborts. */
  events(options?: FollowOptions): AsyncGenerator<StreamItem, void>
  /** A conversation that goes on while the daemon is down. */
  conversation<F extends Format = 'openai'>(options: ConversationOptions<F>): Conversation<F>
}

export function createClient(options: ClientOptions = {}): PalimpsestClient {
  const transport = makeTransport(options)
  const api = createApi<paths, MediaType>({
    baseUrl: transport.baseUrl,
    fetch: transport.sendRepeatedly,
    querySerializer: { array: { style: 'form', explode: false } },
  })
  api.use(addIdempotencyKeys)
  const client: PalimpsestClient = {
    api,
    openSession: (body, call) => take(api.POST('/v1/sessions', { body, ...requestOf(call) })),
    ...turnCalls(api),
    async *history(sessionId, query = {}) {
      const at: HistoryQuery = { ...query }
      for (;;) {
        const params = { path: { sessionId }, query: at }
        const page = await take(api.GET('/v1/sessions/{sessionId}/messages', { params }))
        yield* page.messages
        if (page.nextAfter === null) return
        delete at.from
        at.after = page.nextAfter
      }
    },
    async *sessions({ externalId, metadata = {} } = {}) {
      const filters = Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, value]))
      const query: SessionQuery = { limit: 200, ...(externalId !== undefined && { externalId }), ...filters }
      for (;;) {
        const page = await take(api.GET('/v1/sessions', { params: { query } }))
        yield* page.sessions
        if (page.nextAfter === null) return
        query.after = page.nextAfter
      }
    },
    async deleteSession(sessionId) {
      const reply = await api.DELETE('/v1/sessions/{sessionId}', { params: { path: { sessionId } } })
      // A repeated request finds nothing to delete.
      if (!reply.response.ok && reply.response.status !== 404) throw errorOf(reply.response, reply.error)
    },
    async withdraw(sessionId, fromSeq) {
      const params = { path: { sessionId } }
      await take(api.POST('/v1/sessions/{sessionId}/withdraw', { params, body: { fromSeq } }))
    },
    events: (follows) => follow(transport, follows),
    conversation: <F extends Format = 'openai'>(options: ConversationOptions<F>) =>
      new Conversation<F>(client, options),
  }
  return client
}

/** Returns the body of a reply. Throws PalimpsestError if the request was refused. */
export async function take<T>(reply: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await reply
  if (!response.ok) throw errorOf(response, error)
  return data as T
}

/** Gives repeatable requests a key, so that a repetition after a lost reply is executed once. */
const addIdempotencyKeys: Middleware = {
  onRequest({ request, schemaPath }) {
    if (request.method === 'POST' && REPEATABLE_PATHS.has(schemaPath) && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', newKey())
    return request
  },
}

/** Returns the calls of a turn, whose types follow from the format. The description of the API has no types of messages. */
function turnCalls(api: Client<paths, MediaType>): Pick<PalimpsestClient, 'append' | 'context'> {
  return {
    append<F extends Format = 'native'>(
      sessionId: string,
      messages: readonly InputMessage<F>[],
      { format, promptTokens, validation, context, ...call }: AppendOptions<F> = {},
    ) {
      const body = {
        ...(format && { format }),
        messages: asJson(messages) as Record<string, unknown>[],
        ...(promptTokens !== undefined && { usage: { promptTokens } }),
      }
      const { params, signal } = requestOf(call)
      const query = { ...(validation && { validation }), ...(context && { context: format ?? ('native' as const) }) }
      const at = { ...params, path: { sessionId }, query }
      const reply: Promise<unknown> = take(api.POST('/v1/sessions/{sessionId}/messages', { params: at, body, signal }))
      return reply as Promise<Appended<F>>
    },
    context<F extends Format = 'native'>(
      sessionId: string,
      query: ContextQuery & { format?: F } = {},
      { signal }: Pick<CallOptions, 'signal'> = {},
    ) {
      const params = { path: { sessionId }, query }
      const reply: Promise<unknown> = take(api.GET('/v1/sessions/{sessionId}/context', { params, signal }))
      return reply as Promise<Context<F>>
    },
  }
}

function requestOf({ idempotencyKey, signal }: CallOptions = {}) {
  const header = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }
  return { params: { header }, signal }
}
