/** Messages as they came and as we read them. The raw JSON text is the truth; everything else here is derived from it. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export const ROLES = ['system', 'user', 'assistant', 'tool'] as const
export type Role = (typeof ROLES)[number]

/** Who wrote a user-role message: a person, or a program that speaks in the user role (then it may be compressed). [C1] */
export type Origin = 'human' | 'app'

export type Format = 'native' | 'openai' | 'anthropic' | 'ollama'
export const FORMATS: readonly Format[] = ['native', 'openai', 'anthropic', 'ollama']

/** Something shown that is not text: its JSON is carried along unread. */
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
  /** The arguments as an object where they parse, else the string that came. */
  args: Json
}
export interface ToolResultPart {
  type: 'tool_result'
  callId: string
  content: string | ResultBlock[]
  isError?: boolean
  /** Named by formats whose results carry no call id (Ollama). */
  name?: string
}
export type Part = TextPart | { type: 'reasoning'; text: string } | ToolCallPart | ToolResultPart | MediaPart

/** Keys and indexes from the message object down to a value inside it. */
export type PartPath = readonly (string | number)[]

/** One message of any format, read. `paths[i]` is where the replaceable value of `parts[i]` stands in the raw JSON:
 * the text of a text part, the arguments of a call, the content of a result, the whole block of anything else. */
export interface ParsedMessage {
  role: Role
  origin: Origin
  pinned: boolean
  parts: Part[]
  paths: PartPath[]
  externalId?: string
}

/** What planning needs to know of a part without its content. `tokens` counts the part as it came, its own overhead included. */
export type PartShape =
  | { kind: 'text' | 'reasoning' | 'image' | 'file' | 'opaque'; tokens: number }
  | { kind: 'tool_call'; tokens: number; callId: string; name: string }
  | {
      kind: 'tool_result'
      tokens: number
      callId: string
      /** Tool that was called, as far as known. */
      name: string
      isError: boolean
      /** Message that made the call; null: no such call is open in this session. */
      callSeq: number | null
      /** The conversation had gone on before this result came, so it can no longer stand beside its call. [P5] */
      late: boolean
      /** It holds words of the user: why a call was refused. */
      byUser?: true
      /** Its call named an offload of the session: what is read back is never put away again. [D1] */
      readsBack?: true
    }
  /** Left the context with a recorded cut, although the rest of its message stayed. */
  | { kind: 'removed'; tokens: number; was: 'tool_call' | 'tool_result' }

/** Where a message is now. [P2] */
export type MessageState = 'raw' | 'reduced' | 'covered' | 'evicted'

/** A message about to be stored. */
export interface NewMessage {
  id: string
  seq: number
  role: Role
  origin: Origin
  pinned: boolean
  format: Format
  /** The exact JSON text of the message, as it stood in the request. */
  raw: string
  /** Lower-case hex SHA-256 of `raw` as UTF-8. */
  digest: string
  shape: PartShape[]
  /** Tokens of the message as it came, message overhead included. */
  tokens: number
  /** Human message number this one belongs to (itself, if it is one); 0 before the first. */
  turn: number
  externalId: string | null
  /** The message without its large values, where that is worth keeping. Stored beside it; readers get it by its own name. */
  shortened?: { frame: Frame | null; outline: string | null }
}

/** A message without arguments and contents: what a context needs of it when its large parts have placeholders. */
export interface Frame {
  /** JSON text of the message. */
  raw: string
  /** Parts that are empty here. Only where each of them has a placeholder may the frame be shown. */
  without: number[]
}

export interface StoredMessage extends NewMessage {
  sessionId: string
  createdAt: Date
}

/** A message in the context, without its content: what plans are made of. */
export interface ViewEntry {
  seq: number
  role: Role
  origin: Origin
  pinned: boolean
  state: 'raw' | 'reduced'
  shape: PartShape[]
  /** Tokens as it came. */
  tokens: number
  /** Tokens as it now stands in the context, stand-ins instead of what they replace. */
  viewTokens: number
  turn: number
}

/** Inclusive on both ends. */
export interface SeqRange {
  from: number
  to: number
}
