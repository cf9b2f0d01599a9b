import { ID_PATTERN } from '../domain/texts.js'
import { z } from 'zod'
import type { Keyring, Principal } from '../app/access/authenticate.js'
import type { KeyWatch } from '../app/access/key-watch.js'
import type { Idempotency } from '../app/shared/once.js'
import type { VersionTag } from '../app/shared/require-version.js'
import type { EventFeed } from '../app/events/follow-events.js'
import type { KeyRole, Ports } from '../ports/ports.js'
import { DomainError, type ErrorCode } from '../domain/errors.js'
import type { Json } from '../domain/message.js'
import type { MemberTexts } from './input/json-scan.js'
import { large, type Answer, type Large } from './answer.js'
import type { Body } from './input/parse-body.js'
import type { ReplyBudget } from './limits/reply-budget.js'
import type { ImportSlots } from './transfer/import-slots.js'
import type { Upload } from './transfer/upload.js'
import { parseAs } from './input/validation.js'
import { Nothing, SessionPath } from './schemas/common.js'

/** One operation of the API. The router, validation, openapi.yaml and the reference page are generated from it. */

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** Request headers that operations read. */
export type HeaderName = 'Idempotency-Key' | 'If-Match' | 'If-None-Match' | 'Last-Event-ID' | 'X-Palimpsest-Recall'

export interface ReplyDoc {
  description: string
  /** null if the reply has no body. */
  schema: z.ZodType | null
  /** Default: application/json. */
  contentType?: string
  /** Types of the same reply as text, which a query or the header `Accept` selects. */
  otherTypes?: readonly string[]
}

export interface OperationDoc {
  /** The operationId in openapi.yaml. */
  id: string
  tag: string
  method: Method
  /** Path template, for example `/v1/sessions/{sessionId}`. */
  path: string
  summary: string
  description?: string
  /** Minimum role of the caller. `public` needs no key. */
  role: KeyRole | 'public'
  headers?: readonly HeaderName[]
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodObject
  /** Content types of a body that the handler reads as it arrives. Such an operation has no other body. */
  upload?: readonly string[]
  replies: Readonly<Record<number, ReplyDoc>>
  /** Error codes, in addition to those of every operation. */
  errors: readonly ErrorCode[]
}

/** State shared by all requests of the process. */
export interface ServerContext {
  ports: Ports
  keyring: Keyring
  /** Ends streams with the key that opened them. */
  keyWatch: KeyWatch
  feed: EventFeed
  /** Whether the store answers. Cheap enough for callers without a key. */
  isReady(): Promise<boolean>
  /** Memory budget of large replies. */
  replies: ReplyBudget
  /** Limits how many imports run at once. */
  imports: ImportSlots
  version: string
  /** Path at which a browser starts to sign in at the issuer; null: it uses a key. */
  signIn: string | null
  /** Static documents as bytes, so that responses send them without a copy. The first request of each waits until it is written. */
  documents: { home: Buffer; openapi(): Promise<Buffer>; docs(): Promise<Buffer> }
  /** Aborted when the server starts to close, which ends all streams. */
  closing: AbortSignal
  /** Milliseconds the buffer of an event stream may stay full. */
  slowReaderMs: number
}

/** An authenticated request before validation. */
export interface RawCall {
  server: ServerContext
  principal: Principal
  params: Record<string, string>
  query: Record<string, string>
  /** null for methods without a body. */
  body: Body | null
  /** null for operations without an upload. */
  upload: Upload | null
  headers: {
    idempotencyKey?: string
    ifMatch?: VersionTag
    ifNoneMatch: string[]
    lastEventId?: string
    /** `off`: nothing is recalled. */
    recall?: 'off' | undefined
    accept: string
  }
}

export interface Call<P, Q, B> extends Omit<RawCall, 'params' | 'query' | 'body'> {
  ports: Ports
  params: P
  /** What the path names, and the app whose records the caller may read; null: of any app. */
  at: P & { appId: string | null }
  query: Q
  body: B
  /** Exact text of body members, for values that must be stored exactly. */
  bodyTexts: MemberTexts
  bodyValue: Json
  idempotency: Idempotency | undefined
  large: Large
}

export interface Operation extends OperationDoc {
  run(call: RawCall): Promise<Answer>
}

type Replies = OperationDoc['replies']
type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
/** Ids that a path names. */
type Ids<Path> = z.ZodObject<{ [K in NamesIn<Path>]: z.ZodString }>

/** What an operation says of itself, and what it does. Without `params`, its path has ids. Without `query` or `body`, it
 * has none. */
interface OperationSpec<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  R extends Replies,
> extends Omit<OperationDoc, 'id' | 'tag' | 'method' | 'path' | 'params' | 'query' | 'body' | 'errors'> {
  params?: P
  query?: Q
  body?: B
  replies: R
  /** In addition to those of every operation and of every session. */
  errors?: readonly ErrorCode[]
  handle(call: Call<z.output<P>, z.output<Q>, z.output<B>>): Promise<Answer>
}

/** An operation whose type names its id and schemas, so that typed clients can derive from the table. */
type TypedOperation<
  Id extends string,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  R extends Replies,
> = Omit<Operation, 'id' | 'params' | 'query' | 'body' | 'replies'> & {
  id: Id
  params: P
  query: Q
  body: B
  replies: R
}

/** Returns what makes the operations of a tag. The handler receives only values that passed the schemas. */
export const operationsOf =
  (tag: string) =>
  <
    const Id extends string,
    const Path extends `/${string}`,
    R extends Replies,
    P extends z.ZodObject = Ids<Path>,
    Q extends z.ZodObject = typeof Nothing,
    B extends z.ZodObject = typeof Nothing,
  >(
    id: Id,
    route: `${Verb} ${Path}`,
    { handle, ...doc }: OperationSpec<P, Q, B, R>,
  ): TypedOperation<Id, P, Q, B, R> => {
    const [verb, path = ''] = route.split(' ')
    const { params = idsOf(path), query = Nothing, body = Nothing } = doc
    const ofSession: ErrorCode[] = path.includes('{sessionId}') ? ['session_not_found'] : []
    const schemas = { params: params as P, query: query as Q, body: body as B }
    return {
      ...{ ...doc, id, tag, path, ...schemas },
      method: verb!.toLowerCase() as Method,
      errors: [...ofSession, ...(doc.errors ?? [])],
      run: (raw) => handle(checked(schemas, raw)),
    }
  }

/** A parameter in the path of an operation: `{sessionId}`. */
export const PATH_PARAMETER = /\{(\w+)\}/g

function idsOf(path: string): z.ZodObject {
  const names = [...path.matchAll(PATH_PARAMETER)].map(([, name]) => name!)
  return z.strictObject(
    Object.fromEntries(names.map((name) => [name, name === 'sessionId' ? SessionPath.shape.sessionId : z.string()])),
  )
}

function checked<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  schemas: { params: P; query: Q; body: B },
  raw: RawCall,
): Call<z.output<P>, z.output<Q>, z.output<B>> {
  requirePlausibleIds(raw.params)
  const params = parseAs(schemas.params, raw.params, 'path')
  const query = parseAs(schemas.query, raw.query, 'query')
  const bodyValue: Json = raw.body === null ? {} : raw.body.value
  const body = parseAs(schemas.body, bodyValue, 'body')
  const { server, principal } = raw
  const { idempotencyKey: key } = raw.headers
  return {
    ...{ ...raw, ports: server.ports, params, query, body, bodyValue },
    // Last: no name in a path may replace whose records these are.
    at: { ...params, appId: principal.scope },
    bodyTexts: raw.body?.texts ?? NO_TEXTS,
    idempotency: key === undefined ? undefined : { key, bodyDigest: raw.body?.digest ?? '' },
    large: (read, status) => large(server.replies.open(principal.scope ?? 'admin'), read, status),
  }
}

const NO_TEXTS: MemberTexts = { member: () => null, elements: () => [] }

/** Rejects strings that cannot be ids, before any lookup. Throws session_not_found or not_found. */
function requirePlausibleIds(params: Record<string, string>): void {
  for (const [name, id] of Object.entries(params)) {
    // The app names a scope; its schema bounds it.
    if (name === 'scope' || ID_PATTERN.test(id)) continue
    throw new DomainError(
      name === 'sessionId' ? 'session_not_found' : 'not_found',
      `No such id: ${name} must be 1 to 64 letters, digits, "_" or "-".`,
    )
  }
}
