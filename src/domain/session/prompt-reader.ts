import type { Format } from '../message.js'

/** How the newest reader of a context asks the model. */
export interface PromptReader {
  readonly format: Format
  /** The context was sent through a door, which writes some parts in other places. */
  readonly isDoor: boolean
  /** Exact JSON text of an object: members of the reader's request that decide how the model is loaded and the prompt is
   * written. */
  readonly members: string
}

/** A prompt that a worker changed and that no reader has fetched since. */
export interface ColdPrompt {
  /** Newest message when it changed. */
  readonly seq: number
  /** ISO 8601. */
  readonly since: string
}
