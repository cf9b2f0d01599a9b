import type { PalimpsestError } from './errors.js'
import type { InputMessage } from './formats/inputs.js'
import type {
  Appended,
  AppendOptions,
  CallOptions,
  Context,
  ContextQuery,
  CreateSession,
  Format,
  ModelInput,
  Session,
} from './types.js'

/** What a conversation is given, returns and reports. */

export interface ConversationOptions<F extends Format = Format> {
  /** The session: its id, or what to open. Give an `externalId` to continue it in a later process. */
  session: string | CreateSession
  /** Format of the messages and contexts. Default: `openai`. */
  format?: F
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

/** A context of the daemon, or one that was built here. Either is ready to be sent to the model, `model` and `options` of Ollama
 * included. */
export type WindowedContext<F extends Format = Format> = ModelInput<F> & {
  /** `local`: built here. Its tokens are estimated. */
  source: 'daemon' | 'local'
  /** Messages that are not in a local context because they did not fit. */
  leftOut: number
  /** The reply of the daemon, if it is the source. */
  reply?: Context<F>
}

/** The calls of the client that a conversation uses. */
export interface Daemon {
  openSession(body: CreateSession, options?: CallOptions): Promise<Session>
  append<F extends Format>(
    sessionId: string,
    messages: readonly InputMessage<F>[],
    options?: AppendOptions<F>,
  ): Promise<Appended<F>>
  context<F extends Format>(
    sessionId: string,
    query?: ContextQuery & { format?: F },
    options?: Pick<CallOptions, 'signal'>,
  ): Promise<Context<F>>
}
