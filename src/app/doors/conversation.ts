import type { Format, Json } from '../../domain/message.js'
import type { PromptReader } from '../../domain/session/prompt-reader.js'

/** A client's history, as one request resends it. */

/** An element of the list of messages. */
export interface ResentElement {
  /** Exact JSON text. */
  raw: string
  value: Json
  /** Place among the messages of the conversation, from 1; null: system text between them, which is no turn. */
  position: number | null
}

/** System text between messages. */
export interface ResentNote {
  /** Exact JSON text. */
  raw: string
  value: Json
  /** Position of the message after it. */
  next: number
}

export interface ResentHistory {
  format: Format
  /** Digest of the history up to each position. `digests[0]` belongs to position 1. */
  digests: readonly string[]
  /** Returns the session of which the request has a summary that a model wrote for the same program; null: none. */
  summarized(): Promise<string | null>
  /** Whether a message after the position is a summary with which a known client replaced older messages. */
  hasSummaryAfter(position: number): boolean
  /** Returns the elements after a position, in order. */
  after(position: number): ResentElement[]
  /** Returns the system text between the newest messages, so many of them. */
  newestNotes(messages: number): ResentNote[]
}

/** Which conversation a request belongs to, as far as the request says so. */
export interface ConversationName {
  /** Name given by the client; null: only the history identifies it. */
  name: string | null
  /** Header or member that gave the name, or `history`. Recorded with the session. */
  matchedBy: string
  /** Known client; null: unknown. */
  client: string | null
  /** Name of the conversation that started this one; null: none. */
  parent: string | null
  /** Second name, by which tools find the session; null: none. */
  alias: string | null
  /** Scope whose sessions share what people said; null: none is named. Sessions of two scopes are never one. [M9] */
  scope: string | null
  /** Id of the person who uses the client, as the request gives it; null: it gives none. */
  user: string | null
  /** Our own id, if the request names it; null: it does not. */
  sessionId: string | null
}

/** Everything a request says about its conversation. */
export interface Conversation extends ConversationName {
  appId: string
  /** Id of the door, recorded with the session. */
  door: string
  model: string
  /** System text as the model sees it; null: none. */
  systemPrompt: string | null
  /** Exact JSON text; null: none. */
  tools: string | null
  /** How the request asks the model, if the model server may evaluate a prompt early; null: it may not. [P12] */
  reader: PromptReader | null
}
