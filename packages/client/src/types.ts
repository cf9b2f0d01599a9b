import type { ContextExtras, ContextMessage, ContextTool } from './formats/contexts.js'
import type { Format } from './formats/format.js'
import type { components, operations } from './generated/api.js'

/** Names for the schemas that programs use most, and the options of calls. */

type Schemas = components['schemas']
export type Session = Schemas['Session']
export type CreateSession = Schemas['CreateSession']
export type HistoryMessage = Schemas['History']['messages'][number]
export type SessionSummary = Schemas['SessionSummary']
export type SessionQuery = NonNullable<operations['listSessions']['parameters']['query']>
export type HistoryQuery = NonNullable<operations['readHistory']['parameters']['query']>
export type ContextQuery = NonNullable<operations['readContext']['parameters']['query']>
export type { Format }

/** What to send to the model. Messages, tools and further members are those of the format. */
export type ModelInput<F extends Format = Format> = {
  format: F
  messages: ContextMessage<F>[]
  /** System text, for formats that keep it outside `messages`. */
  system?: string
  tools?: ContextTool<F>[]
  tokens: number
  /** Token limit of the session. */
  limit: number
} & ContextExtras[F]

/** A context of the daemon. */
export type Context<F extends Format = Format> = ModelInput<F> & {
  version: Schemas['Context']['version']
  contextStatus: Schemas['Context']['contextStatus']
  /** With `explain`: each entry with its tokens, rule and reason. */
  entries?: unknown[]
}

/** What an append returns. With `context`, also the context, or the problem that kept the daemon from reading it. */
export type Appended<F extends Format = Format> = Omit<Schemas['AppendedMessages'], 'context'> & {
  context?: Context<F> | null
}

export interface CallOptions {
  /** The daemon executes requests with the same key and body once. Default: a new key for each call. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

export interface AppendOptions<F extends Format = Format> extends CallOptions {
  /** Format of the messages. Default: `native`. */
  format?: F
  /** Prompt tokens the model server counted for the last context. They teach the daemon how the model counts. */
  promptTokens?: number
  validation?: 'strict' | 'lenient'
  /** Whether the reply also has the context, in the format of the messages. */
  context?: boolean
}
