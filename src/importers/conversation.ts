import type { Format, Json } from '../domain/message.js'

/** A conversation read from a log file, ready to be appended to a session. */
export interface LoggedConversation {
  title: string
  format: Format
  /** Text of the system prompt, taken out of the messages. */
  system?: string
  /** Tool schemas as they came. */
  tools?: Json
  messages: LoggedMessage[]
  skipped: Skipped[]
}

export interface LoggedMessage {
  /** The message in the conversation's format. */
  value: Json
  /** No person wrote this text in the user role. */
  origin?: 'app'
}

/** What could not be read, and why. `line` counts from 1: a line of the file, or an element where the file is one document. */
export interface Skipped {
  line: number
  reason: string
}
