/** What the verbs need of a tokenizer and of a model server. */

export interface Tokenizer {
  /** At once, on this thread; for texts of a few KB. Linear in the input for any input. [T1] */
  count(text: string): number
  /** Any size: short texts here, long ones on another thread; past the time bound an estimate that is never too low. */
  countAll(texts: string[]): Promise<number[]>
  close(): Promise<void>
}

export interface ModelWindow {
  /** Tokens of the model's own context. */
  tokens: number
  /** Billions; null when the server does not say. */
  parameters: number | null
  family: string | null
  digest: string | null
}

export interface ChatRequest {
  model: string
  system: string
  prompt: string
  /** JSON schema for `format`; null: plain text. */
  schema: object | null
  numCtx: number
  numPredict: number
  /** Our count of the prompt, to notice silent cuts. */
  promptTokens: number
  signal: AbortSignal
  /** Called now and then with the tokens written so far. */
  onProgress?: (outputTokens: number) => void
}
export interface ChatReply {
  text: string
  promptTokens: number
  outputTokens: number
  durationMs: number
}
export interface EmbedRequest {
  model: string
  texts: string[]
  /** Its abort counts as a time-out. */
  signal: AbortSignal
}
export type ModelFailure =
  | 'unavailable' // refused, reset, 5xx, no such host
  | 'timeout'
  | 'no-such-model'
  | 'prompt-cut' // the server silently dropped part of the prompt [V1]
  | 'length' // the answer ran into its limit
  | 'repeats' // one stretch again and again; not waited for to its end
  | 'empty' // nothing but blanks or thinking
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
export interface Model {
  /** One chat call; throws ModelError. Concurrency is bounded by the implementation. */
  chat(request: ChatRequest): Promise<ChatReply>
  /** One vector a text, in order; throws ModelError. Texts too long for the model are cut by the server. */
  embed(request: EmbedRequest): Promise<number[][]>
  /** The model's real window; null when the server is away or does not know the model. Cached, with a time-out; `fresh` asks anew. [S4] */
  window(model: string, fresh?: boolean): Promise<ModelWindow | null>
  /** What is known of it now; asks in the background when nothing is that still holds. */
  windowAtHand(model: string): ModelWindow | null
  /** Names the server has; empty when it is away. */
  models(): Promise<{ name: string; digest: string; parameters: number | null }[]>
  close(): Promise<void>
}
