import type { Checkpoint } from '../domain/checkpoint/checkpoint.js'
import type { EventType } from '../domain/event.js'
import type { GoalAct } from '../domain/goal/act.js'
import type { Goal } from '../domain/goal/goal.js'
import type { MessageState, SeqRange, StoredMessage, ViewEntry } from '../domain/message.js'
import type { Reduction } from '../domain/context/reduction.js'
import type { Session } from '../domain/session/session.js'

/** Requests to the store and the records it returns. */

/** A session, and the app whose session it must be; null: of any app. */
export interface SessionAddress {
  sessionId: string
  appId: string | null
}

/** A compression and its session. */
export interface Subject {
  sessionId: string
  compressionId: string
}

/** One run of a compression by a worker. A later run of the same compression has a higher number in `runs`. */
export interface Run extends Subject {
  runs: number
}

export interface Page {
  limit: number
  /** Id (or seq as text) of the last item already seen. */
  after?: string
}

/** Selects messages by range or by `seq`. A page has at most `limit` messages and `maxBytes` of text, but always
 * contains the first message. Messages of more than `longest` bytes are skipped. */
export type HistoryPageRequest = (SeqRange | { seqs: readonly number[] }) & {
  limit: number
  maxBytes?: number
  longest?: number
}

/** A message without the arguments and contents of the parts in `without`. */
export interface FramedMessage {
  message: StoredMessage
  without: readonly number[]
}

export interface EventFilter {
  /** null: all apps (admin). Every app also receives the events of the service itself. */
  appId: string | null
  sessionIds?: string[]
  types?: EventType[]
}

/** What the head of a context consists of. */
export interface PromptVersion {
  systemPrompt: string | null
  /** Exact JSON text of the tool schemas; null: none. */
  tools: string | null
}

/** Records that a context is assembled from, read in one snapshot. */
export interface SessionRecords {
  session: Session
  /** Messages in the context, ascending. */
  entries: readonly Readonly<ViewEntry>[]
  /** Reductions of messages in the context. */
  reductions: Reduction[]
  /** Live checkpoints, ordered by `range.to`. */
  checkpoints: Checkpoint[]
}

/** The initial goal of a session. */
export interface FirstGoal {
  act: GoalAct
  goals: Goal[]
}

/** Where a message is. */
export interface StateOfMessage {
  seq: number
  state: MessageState
  /** Evicted because the app took the message back. */
  withdrawn: boolean
  role: StoredMessage['role']
  pinned: boolean
  viewTokens: number
}
