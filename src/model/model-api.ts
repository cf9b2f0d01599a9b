import type { ChatRequest, EvaluateRequest, ListedModel, ModelWindow } from '../ports/ports.js'
import type { Refusal } from './refusal.js'

/** What a kind of model server does in its own way. `ServerModel` does the rest: permits, time limits, checks of answers,
 * windows, and errors. All calls throw Refusal for an error response, ModelError, or the error of the connection. */
export interface ModelApi {
  /** Variable with the address of the server, for messages. */
  readonly addressSetting: string
  /** Whether a request chooses the window that the model is loaded with. */
  readonly choosesWindow: boolean
  open(request: ChatRequest, signal: AbortSignal): Chat
  /** Opens a call that reads a prompt and writes one token; absent: servers of this kind are not asked for that. */
  openEvaluation?(request: EvaluateRequest, signal: AbortSignal): Chat
  /** Changes later requests to the model, if a refusal shows what its server does not know. Returns whether the same
   * request may succeed now; after a few changes always false. */
  adapt(request: ChatRequest, refusal: Refusal): boolean
  /** Returns one vector per text. The caller checks their number and lengths. */
  embed(request: { model: string; texts: string[] }, signal: AbortSignal): Promise<number[][]>
  /** Returns the window of a model; null if the server does not have the model, or reports no window. */
  window(model: string, signal: AbortSignal): Promise<ModelWindow | null>
  list(signal: AbortSignal): Promise<ListedModel[]>
}

/** One running chat on a connection of its own. */
export interface Chat {
  /** Yields the parts of the answer in order; the last one has an `end`. */
  parts(): AsyncGenerator<AnswerPart>
  /** Waits until the server closes the connection after a complete answer, for 2 s at most. */
  finish(): Promise<void>
  /** Ends the call. Waits until both sides have closed the connection, for about 2 s at most. */
  close(): Promise<void>
}

export interface AnswerPart {
  text: string
  /** Characters of reasoning, which is not part of the answer. */
  thinkingChars: number
  /** null: more follows. */
  end: AnswerEnd | null
}

export interface AnswerEnd {
  /** Tokens that the server read, and wrote; null: it reported none. */
  promptTokens: number | null
  outputTokens: number | null
  /** Whether the answer ended at its token limit. */
  isCut: boolean
  /** Model that answered, by the server; null: it named none. */
  model: string | null
  /** Whether the model called a tool. None is offered, so that is no answer. */
  hasCalls: boolean
}
