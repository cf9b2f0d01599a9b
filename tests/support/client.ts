import type { z } from 'zod'
import type { Operation } from '../../src/http/operation.js'
import { OPERATIONS } from '../../src/http/operations/index.js'
import type { Event } from '../../src/domain/event.js'
import { earlierTransactionsEnded } from './database.js'
import { hear, hearIssued, hearSecret } from './heard.js'
import { httpRequest, type HttpReply } from './http-request.js'

/** A client of the API whose methods, inputs and replies are typed by the operations table. It sends real requests. */

type Row = (typeof OPERATIONS)[number]
export type OperationId = Row['id']
type RowOf<Id extends OperationId> = Extract<Row, { id: Id }>

/** Query values are text on the wire. Numbers, flags and lists are written as text. */
type QueryValue<T> = string extends T
  ? T | number | readonly string[]
  : 'true' extends T
    ? T | boolean
    : T | (T extends undefined ? undefined : never)
type QueryOf<Q extends z.ZodObject> = { [K in keyof z.input<Q>]: QueryValue<z.input<Q>[K]> | undefined }
/** A section without members is absent; one without required members is optional. */
type Section<Name extends string, T> = keyof T extends never
  ? { [K in Name]?: undefined }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }
/** Inputs may be constants. */
type Sent<T> = unknown extends T
  ? T
  : T extends readonly (infer E)[]
    ? readonly Sent<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Sent<T[K]> }
      : T
export type Input<Id extends OperationId> = Section<'params', z.input<RowOf<Id>['params']>> &
  Section<'query', QueryOf<RowOf<Id>['query']>> &
  Section<'body', Sent<z.input<RowOf<Id>['body']>>>
/** Optional if the operation needs no input. */
export type InputArgs<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? [input?: Input<Id>, options?: SendOptions]
    : [input: Input<Id>, options?: SendOptions]

/** Messages and other JSON of any shape: the schemas leave them open, and tests look into them. */
// oxlint-disable-next-line typescript/no-explicit-any -- the shape is the app's
export type AnyJson = any
type Opened<T> = unknown extends T ? AnyJson : T extends object ? { [K in keyof T]: Opened<T[K]> } : T
type BodyOf<Doc> = Doc extends { schema: infer S } ? (S extends z.ZodType ? Opened<z.output<S>> : never) : never
type OrNull<T> = [T] extends [never] ? null : T
/** Body of a reply that the table lists. Event schemas form a list, so their types come from the domain. */
export type Body<Id extends OperationId> = Id extends 'readEvents'
  ? { events: (Event & { content?: AnyJson })[]; cursor: string }
  : OrNull<BodyOf<RowOf<Id>['replies'][keyof RowOf<Id>['replies']]>>

/** A problem document (RFC 9457). Some codes add members. */
export interface Problem {
  [member: string]: AnyJson
  status: number
  code: string
  title: string
  detail: string
  errors: { path: string; expected: string; received: string }[]
}

export interface Reply<T> {
  status: number
  headers: Headers
  text: string
  /** Throws with the text of the reply unless its status is one of those the operation lists. */
  readonly body: T
  /** Throws with the text of the reply if it is not a problem. */
  readonly problem: Problem
}

export interface SendOptions {
  /** Replaces the key of the client; null sends none. */
  key?: string | null
  headers?: Record<string, string>
}

export interface ApiClient {
  /** Sends one request and returns the body. Throws with the text of the reply if the operation is refused. */
  call<Id extends OperationId>(id: Id, ...args: InputArgs<Id>): Promise<Body<Id>>
  /** Sends one request and returns the reply, whatever its status. */
  send<Id extends OperationId>(id: Id, ...args: InputArgs<Id>): Promise<Reply<Body<Id>>>
  /** Returns a client with another key. */
  as(key: string | null): ApiClient
}

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export function apiClient(url: string, key: string | null): ApiClient {
  const send = async (id: OperationId, input: AnyInput = {}, options: SendOptions = {}) => {
    const row = rowOf(id)
    const sent = options.key === undefined ? key : options.key
    const body = input.body === undefined ? undefined : JSON.stringify(input.body)
    // A child process cannot be listened to.
    hear(body ?? '')
    hearSecret(sent)
    // So that a test finds what its session has done, whatever other tests do. Tests of withheld events use the store.
    if (id === 'readEvents') await earlierTransactionsEnded()
    const reply = await httpRequest(url + pathOf(row, input), {
      method: row.method.toUpperCase(),
      headers: {
        ...(sent === null ? {} : { authorization: `Bearer ${sent}` }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body,
    })
    hearIssued(reply.text)
    return replyOf(row, reply)
  }
  return {
    send: (id, ...[input, options]) => send(id, input, options) as Promise<Reply<Body<typeof id>>>,
    call: async (id, ...[input, options]) => (await send(id, input, options)).body as Body<typeof id>,
    as: (other) => apiClient(url, other),
  }
}

function rowOf(id: OperationId): Operation {
  const row = OPERATIONS.find((one) => one.id === id)
  if (!row) throw new Error(`no operation ${id}`)
  return row
}

function pathOf(row: Operation, { params = {}, query = {} }: AnyInput): string {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`
}

function replyOf(row: Operation, { status, headers, text }: HttpReply): Reply<unknown> {
  const isJson = (headers.get('content-type') ?? '').includes('json')
  const value: unknown = isJson && text !== '' ? JSON.parse(text) : null
  const doc = row.replies[status]
  const problem = status >= 400 && !doc
  if (doc?.schema && isJson) {
    const checked = doc.schema.safeParse(value)
    if (!checked.success) throw new Error(`${row.id} sent ${text.slice(0, 500)}: ${checked.error.message}`)
  }
  const refuse = () => {
    throw new Error(`${row.id}: ${status} ${text}`)
  }
  return {
    status,
    headers,
    text,
    get body() {
      return doc ? value : refuse()
    },
    get problem() {
      return problem ? (value as Problem) : refuse()
    },
  }
}
