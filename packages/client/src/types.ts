import type { components, operations } from './generated/api.js'

/** Names for the schemas that programs use most, and the options of calls. */

type Schemas = components['schemas']
export type Session = Schemas['Session']
export type Context = Schemas['Context']
export type CreateSession = Schemas['CreateSession']
export type Appended = Schemas['AppendedMessages']
export type HistoryMessage = Schemas['History']['messages'][number]
export type SessionSummary = Schemas['SessionSummary']
export type SessionQuery = NonNullable<operations['listSessions']['parameters']['query']>
export type HistoryQuery = NonNullable<operations['readHistory']['parameters']['query']>
export type ContextQuery = NonNullable<operations['readContext']['parameters']['query']>
export type Format = NonNullable<ContextQuery['format']>

export interface CallOptions {
  /** The daemon executes requests with the same key and body once. Default: a new key for each call. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

export interface AppendOptions extends CallOptions {
  /** Format of the messages. Default: `native`. */
  format?: Format
  /** Prompt tokens the model server counted for the last context. They teach the daemon how the model counts. */
  promptTokens?: number
  validation?: 'strict' | 'lenient'
}
