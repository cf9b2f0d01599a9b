/** Messages as received and as parsed. The raw JSON text is authoritative; everything else here is derived from it. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export const ROLES = ['system', 'user', 'assistant', 'tool'] as const
export type Role = (typeof ROLES)[number]

/** Author of a user-role message: a person, or a program that uses the user role. Messages of a program may be
 * compressed. [C1] */
export type Origin = 'human' | 'app'

export const FORMATS = ['native', 'openai', 'responses', 'anthropic', 'ollama'] as const
export type Format = (typeof FORMATS)[number]

/** Content that is not text. Its JSON is passed through unchanged. */
export interface MediaPart {
  type: 'image' | 'file' | 'opaque'
  [key: string]: Json
}
export interface TextPart {
  type: 'text'
  text: string
}
export type ResultBlock = TextPart | MediaPart

export interface ToolCallPart {
  type: 'tool_call'
  callId: string
  name: string
  /** The parsed arguments, or the received string if it is not valid JSON. */
  args: Json
}
export interface ToolResultPart {
  type: 'tool_result'
  callId: string
  content: string | ResultBlock[]
  isError?: boolean
  /** Tool name, set by formats whose results have no call id (Ollama). */
  name?: string
}
export type Part = TextPart | { type: 'reasoning'; text: string } | ToolCallPart | ToolResultPart | MediaPart

/** Keys and indexes from the message object down to a value inside it. */
export type PartPath = readonly (string | number)[]

/** A parsed message of any format. `paths[i]` locates the replaceable value of `parts[i]` in the raw JSON: the text
 * of a text part, the arguments of a call, the content of a result, or the whole block of any other part. */
export interface ParsedMessage {
  role: Role
  origin: Origin
  pinned: boolean
  parts: Part[]
  paths: PartPath[]
  externalId?: string
  /** Who of several people wrote a message of the user role; absent if it does not say. */
  speaker?: string
}

/** Facts about a part that planning needs, without its content. `tokens` counts the part as received, including the
 * overhead of the part. */
export type PartShape =
  | { kind: 'text' | 'reasoning' | 'image' | 'file' | 'opaque'; tokens: number }
  | { kind: 'tool_call'; tokens: number; callId: string; name: string }
  | {
      kind: 'tool_result'
      tokens: number
      callId: string
      /** Name of the called tool, if known. */
      name: string
      isError: boolean
      /** Message that made the call; null if the session has no such open call. */
      callSeq: number | null
      /** Later messages arrived before this result, so it can no longer follow its call directly. [P5] */
      late: boolean
      /** The result quotes the user, who gave a reason for rejecting the call. */
      byUser?: true
      /** The call read an offload of the session. Content that was read back is never offloaded again. [D1] */
      readsBack?: true
      /** The call ran a command that does more than look. */
      runs?: true
      /** Line that names the failure of the call, although the result is not marked as an error. [D5] [V9] */
      failure?: string
      /** The result proves that the call succeeded. [V9] */
      passed?: true
    }
  /** Removed by a recorded cut, while the rest of its message stayed. */
  | { kind: 'removed'; tokens: number; was: 'tool_call' | 'tool_result' }

/** The four states of a message. [P2] */
export type MessageState = 'raw' | 'reduced' | 'covered' | 'evicted'

/** A message about to be stored. */
export interface NewMessage {
  id: string
  seq: number
  role: Role
  origin: Origin
  pinned: boolean
  format: Format
  /** The exact JSON text of the message in the request. */
  raw: string
  /** Lower-case hex SHA-256 of `raw` as UTF-8. */
  digest: string
  shape: PartShape[]
  /** Tokens of the message as received, including the message overhead. */
  tokens: number
  /** Number of the turn: human messages so far, including this one. 0 before the first human message. */
  turn: number
  externalId: string | null
  /** The provider would refuse the message as received, so it is rewritten whenever it is sent. */
  irregular?: boolean
  /** The message without its large values, if that saves enough. Stored separately; queries select it explicitly. */
  shortened?: { frame: Frame | null; outline: string | null }
}

/** A message without arguments and contents. The context needs no more when placeholders replace its large parts. */
export interface Frame {
  /** JSON text of the message. */
  raw: string
  /** Indexes of the parts that are empty here. The frame may be used only if each of them has a placeholder. */
  without: number[]
}

export interface StoredMessage extends NewMessage {
  sessionId: string
  createdAt: Date
}

/** A message in the context, without its content. Plans are made from these entries. */
export interface ViewEntry {
  seq: number
  role: Role
  origin: Origin
  pinned: boolean
  state: 'raw' | 'reduced'
  shape: PartShape[]
  /** Tokens as received. */
  tokens: number
  /** Tokens in the context now, counting placeholders instead of the parts they replace. */
  viewTokens: number
  turn: number
}

/** Inclusive on both ends. */
export interface SeqRange {
  from: number
  to: number
}

/** Whether a person wrote the message. Such text is never rewritten. [P4] */
export function isHuman(entry: Pick<ViewEntry, 'role' | 'origin'>): boolean {
  return entry.role === 'user' && entry.origin === 'human'
}
