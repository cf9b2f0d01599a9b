import type { Format, Json } from '../domain/message.js'

/** Conversation read from a log file, ready to append to a session. */
export interface LoggedConversation {
  title: string
  /** The model as the file names it. */
  model?: string
  format: Format
  /** System prompt, removed from the messages. */
  system?: string
  /** Tool schemas as found in the file. */
  tools?: Json
  messages: LoggedMessage[]
  skipped: Skipped[]
}

export interface LoggedMessage {
  /** The message in the conversation's format. */
  value: Json
  /** Set for text in the user role that no person wrote. */
  origin?: 'app'
}

/** Unreadable input and the reason. `line` counts from 1: a line of the file, or an element if the file is one
 * document. */
export interface Skipped {
  line: number
  reason: string
}
