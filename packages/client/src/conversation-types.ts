import type { PalimpsestError } from './errors.js'
import type {
  Appended,
  AppendOptions,
  CallOptions,
  Context,
  ContextQuery,
  CreateSession,
  Format,
  Session,
} from './types.js'

/** What a conversation is given, returns and reports. */

export interface ConversationOptions {
  /** The session: its id, or what to open. Give an `externalId` to continue it in a later process. */
  session: string | CreateSession
  /** Format of the messages and contexts. Default: `openai`. */
  format?: Format
  /** Milliseconds to wait for the daemon before a local answer. Default: 5,000. */
  patienceMs?: number
  /** Bytes of messages that may wait for the daemon. Default: 16 MiB. */
  maxWaitingBytes?: number
  /** Keeps waiting messages over a restart of the program, for example in a file. Without it they are in memory. */
  storage?: { load(): Promise<string | null>; save(text: string): Promise<void> }
  /** Receives every change of the state. */
  onState?: (state: ConversationState) => void
}

export interface ConversationState {
  /** `local`: the daemon did not answer, and contexts are built here. */
  mode: 'daemon' | 'local'
  /** Why the mode is local. */
  reason?: string
  waitingMessages: number
  waitingBytes: number
  /** Batches the daemon refused when they were replayed. They are in no history. */
  refused: readonly Refused[]
}

export interface Refused {
  messages: readonly object[]
  error: PalimpsestError
}

/** A context of the daemon, or one that was built here. */
export interface WindowedContext {
  source: 'daemon' | 'local'
  format: Format
  messages: unknown[]
  system?: unknown
  tools?: unknown
  /** Tokens of the context; estimated if the source is local. */
  tokens: number
  limit: number
  /** Messages that are not in a local context because they did not fit. */
  leftOut: number
  /** The reply of the daemon, if it is the source. */
  reply?: Context
}

/** The calls of the client that a conversation uses. */
export interface Daemon {
  openSession(body: CreateSession, options?: CallOptions): Promise<Session>
  append(sessionId: string, messages: readonly object[], options?: AppendOptions): Promise<Appended>
  context(sessionId: string, query?: ContextQuery, options?: Pick<CallOptions, 'signal'>): Promise<Context>
}
