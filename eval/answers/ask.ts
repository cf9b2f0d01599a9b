import { postForLines } from '../../src/model/line-call.js'

export interface ChatMessage {
  role: string
  content: string
}
export interface AnswerServer {
  /** Address of a server with Ollama's API. */
  host: string
  model: string
  /** The window of every call. Another one would make the server load the model again. */
  windowTokens: number
  /** Maximum ms of one answer, reading of the prompt included. */
  timeoutMs: number
  /** Ms to wait for a server that is down before the question is given up. */
  patienceMs: number
  /** Ms between two tries of a server that is down. */
  retryMs: number
}
export interface Reply {
  text: string
  /** Tokens of the prompt, as the server counts them. Null: it reports none. */
  promptTokens: number | null
  seconds: number
  /** Whether the answer ended at its token limit. */
  isCut: boolean
}

/** An answer that cannot be had now: the server is down, or too slow. */
export class Unanswered extends Error {}

const ANSWER_TOKENS = 64

/** Asks a model at temperature 0. A server that is down is retried until the patience ends. Throws Unanswered, or what the server
 * says of a request that it will never answer (400, 404). */
export async function ask(server: AnswerServer, messages: readonly ChatMessage[]): Promise<Reply> {
  const end = Date.now() + server.patienceMs
  for (;;) {
    const signal = AbortSignal.timeout(server.timeoutMs)
    try {
      return await askOnce(server, messages, signal)
    } catch (error) {
      if (signal.aborted) throw new Unanswered(`no answer within ${server.timeoutMs / 1_000} s`)
      if (isFinal(error)) throw error
      if (Date.now() + server.retryMs > end) throw new Unanswered(`the server does not answer: ${String(error)}`)
      await new Promise((resolve) => setTimeout(resolve, server.retryMs))
    }
  }
}

async function askOnce(
  { host, model, windowTokens }: AnswerServer,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<Reply> {
  const options = { num_ctx: windowTokens, num_predict: ANSWER_TOKENS, temperature: 0 }
  const body = { model, messages, stream: true, truncate: false, shift: false, keep_alive: '30m', options }
  const start = performance.now()
  const call = postForLines({ url: `${host.replace(/\/$/, '')}/api/chat`, authorization: null, body }, signal)
  let text = ''
  try {
    for await (const line of call.lines()) {
      const part = JSON.parse(line) as Part
      if (part.error !== undefined) throw new Error(part.error)
      text += part.message?.content ?? ''
      if (part.done !== true) continue
      await call.finish()
      const seconds = (performance.now() - start) / 1_000
      return { text, promptTokens: part.prompt_eval_count ?? null, seconds, isCut: part.done_reason === 'length' }
    }
  } finally {
    await call.close()
  }
  throw new Error('the answer ended early')
}

interface Part {
  error?: string
  message?: { content?: string }
  done?: boolean
  done_reason?: string
  prompt_eval_count?: number
}

/** Whether no further try can help. */
function isFinal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
