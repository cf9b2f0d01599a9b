import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import type { Keyring, Principal } from '../app/access/authenticate.js'
import type { EventFeed } from '../app/events/follow-events.js'
import type { KeyRole, Ports } from '../app/ports/ports.js'
import { DomainError, type ErrorCode } from '../domain/errors.js'
import type { Json } from '../domain/message.js'
import type { MemberTexts } from './input/json-scan.js'
import { jsonPieces, type Reply } from './input/json-text.js'
import type { Body } from './input/parse-body.js'
import type { Hold, ReplyBudget } from './reply-budget.js'
import { parseAs } from './input/validation.js'

/** One row of the API: router, validation, openapi.yaml and the reference page are all made from it. */

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** Request headers an operation listens to. */
export type HeaderName = 'Idempotency-Key' | 'If-Match' | 'If-None-Match' | 'Last-Event-ID'

export interface ReplyDoc {
  description: string
  /** null: no body. */
  schema: z.ZodType | null
  /** application/json unless said. */
  contentType?: string
}

export interface OperationDoc {
  /** operationId. */
  id: string
  tag: string
  method: Method
  /** `/v1/sessions/{sessionId}` */
  path: string
  summary: string
  description?: string
  /** Least role that may call it; `public`: no key is needed. */
  role: KeyRole | 'public'
  headers?: readonly HeaderName[]
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodObject
  replies: Readonly<Record<number, ReplyDoc>>
  /** Beyond those every operation can give. */
  errors: readonly ErrorCode[]
}

/** What the process shares between requests. */
export interface ServerContext {
  ports: Ports
  keyring: Keyring
  feed: EventFeed
  /** Bytes that large replies may hold. */
  replies: ReplyBudget
  version: string
  /** Documents that never change, in bytes: a response sends them without a copy. */
  documents: { openapi: Buffer; docs: Buffer; home: Buffer }
  /** Aborted when the server begins to close: streams end then. */
  closing: AbortSignal
  /** Milliseconds a full buffer of an event stream may stay full. */
  slowReaderMs: number
}

/** A request as it came, past authentication. */
export interface RawCall {
  server: ServerContext
  principal: Principal
  params: Record<string, string>
  query: Record<string, string>
  /** null for methods without one. */
  body: Body | null
  headers: { idempotencyKey?: string; ifMatch?: number; ifNoneMatch: string[]; lastEventId?: string; accept: string }
}

export interface Call<P, Q, B> extends Omit<RawCall, 'params' | 'query' | 'body'> {
  ports: Ports
  params: P
  query: Q
  body: B
  /** Exact text of members of the body, for what must be kept exactly. */
  bodyTexts: MemberTexts
  bodyValue: Json
  idempotency: { key: string; bodyDigest: string } | undefined
}

export type Answer =
  | { kind: 'json'; status: number; body: Reply; headers?: Record<string, string> }
  /** JSON that may be many megabytes: written in pieces. `release` is called when all of it has gone out, or the reader has. */
  | {
      kind: 'pieces'
      status: number
      texts: Iterable<string>
      release: () => void
      headers?: Record<string, string> | undefined
    }
  | { kind: 'text'; status: number; text: string; contentType: string; headers?: Record<string, string> }
  | { kind: 'bytes'; status: number; bytes: Buffer; contentType: string; headers?: Record<string, string> }
  | { kind: 'empty'; status: number; headers?: Record<string, string> }
  | { kind: 'stream'; run: (request: IncomingMessage, response: ServerResponse) => Promise<void> }

export interface Operation extends OperationDoc {
  run(call: RawCall): Promise<Answer>
}

export interface OperationSpec<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
> extends OperationDoc {
  params: P
  query: Q
  body: B
  handle(call: Call<z.output<P>, z.output<Q>, z.output<B>>): Promise<Answer>
}

/** A row with its handler: the handler sees only what the schemas let through. */
export function operation<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  spec: OperationSpec<P, Q, B>,
): Operation {
  const { handle, ...doc } = spec
  return {
    ...doc,
    run(raw) {
      requirePlausibleIds(raw.params)
      const params = parseAs(spec.params, raw.params, 'path')
      const query = parseAs(spec.query, raw.query, 'query')
      const bodyValue: Json = raw.body?.value ?? {}
      const body = parseAs(spec.body, bodyValue, 'body')
      const { idempotencyKey: key } = raw.headers
      const idempotency = key === undefined || !raw.body ? undefined : { key, bodyDigest: raw.body.digest }
      return handle({
        ...raw,
        ports: raw.server.ports,
        params,
        query,
        body,
        bodyTexts: raw.body?.texts ?? NO_TEXTS,
        bodyValue,
        idempotency,
      })
    },
  }
}

const NO_TEXTS: MemberTexts = { member: () => null, elements: () => [] }

/** Ids are opaque, but never look like anything else: what does not look like one names nothing. */
function requirePlausibleIds(params: Record<string, string>): void {
  for (const [name, id] of Object.entries(params)) {
    if (/^[\w-]{1,64}$/.test(id)) continue
    throw new DomainError(name === 'sessionId' ? 'session_not_found' : 'not_found', 'Nothing has an id like this.')
  }
}

export function ok(body: Reply, headers?: Record<string, string>): Answer {
  return { kind: 'json', status: 200, body, headers }
}

export function created(body: Reply, headers?: Record<string, string>): Answer {
  return { kind: 'json', status: 201, body, headers }
}

export const NO_CONTENT: Answer = { kind: 'empty', status: 204 }

/** A reply that may be large. Its bytes are held from before they are read until it has gone out. */
export async function large(
  hold: Hold,
  read: () => Promise<
    Answer | (({ body: Reply } | { texts: Iterable<string> }) & { headers?: Record<string, string> })
  >,
): Promise<Answer> {
  try {
    const answer = await read()
    if (!('kind' in answer))
      return {
        kind: 'pieces',
        status: 200,
        texts: 'texts' in answer ? answer.texts : jsonPieces(answer.body),
        release: hold.release,
        headers: answer.headers,
      }
    hold.release()
    return answer
  } catch (error) {
    hold.release()
    throw error
  }
}
