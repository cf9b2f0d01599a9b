import type { Json } from '../domain/message.js'
import type { Encoding } from '../domain/model/encodings.js'

/** Ports for a tokenizer and a model server. */

export interface Tokenizer {
  /** Counts base tokens synchronously. Use for texts of a few KB. Linear in the length of any input. [T1] */
  count(text: string): number
  /** Counts base tokens of texts of any size, long ones on another thread. After the time limit it returns an estimate
   * that is never too low. */
  countAll(texts: string[]): Promise<number[]>
  /** Counts texts with a second encoder: the one of another encoding, or the reference of our own. Slower, and always on
   * another thread. [T1] */
  recount(texts: string[], encoding: Encoding): Promise<number[]>
  close(): Promise<void>
}

export interface ModelWindow {
  /** Tokens of the model's context window. */
  tokens: number
  /** Parameters in billions; null if unknown. */
  parameters: number | null
  family: string | null
  digest: string | null
  /** The server has loaded the model with this window, and a request cannot choose another. Default: it can. */
  isFixed?: boolean
}

/** Windows of a model in tokens: what the server reported, and what its answers showed. */
export interface LoweredWindow {
  from: number
  to: number
}

export interface ListedModel {
  name: string
  /** Other name by which the server accepts the model; absent if there is none. Sessions may use either. */
  alias?: string
  digest: string
  /** Parameters in billions; null if unknown. */
  parameters: number | null
}

export interface ChatRequest {
  model: string
  system: string
  prompt: string
  /** JSON schema of the reply; null: plain text. */
  schema: object | null
  /** Window to load the model with, for servers that let a request choose it. Model tokens, prompt and answer together. */
  windowTokens: number
  /** Longest answer, in model tokens. */
  maxOutputTokens: number
  /** Our token count of the prompt, to detect a prompt that the server cut. */
  promptTokens: number
  signal: AbortSignal
  /** Called periodically with the tokens generated so far. */
  onProgress?: (outputTokens: number) => void
}
export interface ChatReply {
  text: string
  promptTokens: number
  outputTokens: number
  durationMs: number
}
/** A prompt as a client would send it, for a server that is to evaluate it without an answer. */
export interface EvaluateRequest {
  model: string
  /** Exact JSON texts in the format of the server's own chat API. */
  messages: readonly string[]
  /** Exact JSON text of the tool schemas; null: none. */
  tools: string | null
  /** Other members of the client's request. Those that the call itself decides are replaced. */
  members: Readonly<Record<string, Json>>
  /** Window to load the model with, in model tokens. */
  windowTokens: number
  signal: AbortSignal
}
export interface Evaluation {
  /** Tokens of the prompt as the server counted them; null: it did not. */
  promptTokens: number | null
  durationMs: number
}
export interface EmbedRequest {
  model: string
  texts: string[]
  /** An abort counts as a timeout. */
  signal: AbortSignal
}
export type ModelFailure =
  | 'unavailable' // refused, reset, 5xx, no such host
  | 'timeout'
  | 'no-such-model'
  | 'unauthorized' // the key is missing or wrong
  | 'rate-limited' // `details.retryAfterMs` is the wait that the server asks for, if any
  | 'prompt-cut' // the server silently dropped part of the prompt; `details.lowered` is a LoweredWindow, if any [V1]
  | 'length' // the reply reached its token limit
  | 'repeats' // the model repeated the same text; the call was stopped early
  | 'empty' // only whitespace or reasoning
  | 'rejected' // 4xx
  | 'aborted'
export class ModelError extends Error {
  constructor(
    readonly failure: ModelFailure,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.name = 'ModelError'
  }
}
/** What can be asked about the models of a server without calling one. */
export type ModelWindows = Pick<Model, 'window' | 'windowAtHand' | 'models'>

export interface Model {
  /** Makes one chat call. Throws ModelError. The implementation bounds concurrency. */
  chat(request: ChatRequest): Promise<ChatReply>
  /** Has the server read a prompt, so that the next request which begins with it need not wait for that. Takes a permit as a
   * chat does. Returns null without a call if servers of this kind are not asked for that. Throws ModelError. [P12] */
  evaluate(request: EvaluateRequest): Promise<Evaluation | null>
  /** Returns one vector per text, in order. The server cuts texts too long for the model. Throws ModelError. */
  embed(request: EmbedRequest): Promise<number[][]>
  /** Returns the model's real window; null if the server is unavailable or does not know the model: it is then not asked
   * for summaries. A server that reports no windows needs one in its settings.
   * Cached and bounded by a timeout. `fresh` bypasses the cache. [S4] */
  window(model: string, fresh?: boolean): Promise<ModelWindow | null>
  /** Returns the cached window without waiting; null if there is none. Refreshes a missing or expired window in the
   * background. */
  windowAtHand(model: string): ModelWindow | null
  /** Returns the models of the server; empty if it is unavailable. */
  models(): Promise<ListedModel[]>
  /** Returns why the server does not answer; null if it does. Asks it. */
  fault(): Promise<ModelError | null>
  close(): Promise<void>
}
