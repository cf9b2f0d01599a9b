import type { ChatRequest as OllamaRequest, ChatResponse } from 'ollama'
import {
  ModelError,
  type ChatReply,
  type ChatRequest,
  type EmbedRequest,
  type ListedModel,
  type Model,
  type ModelWindow,
} from '../app/ports/ports.js'
import { asModelError } from './chat-failure.js'
import { embed } from './embeddings.js'
import { endsInLoop } from './loops.js'
import { openChat } from './ollama-chat.js'
import { Refusal } from './ollama-connection.js'
import { isOddCount, windowOfCutPrompt } from './prompt-cut.js'
import { Semaphore } from './semaphore.js'
import { withoutThinking } from './thinking.js'
import { WindowEvidence } from './window-evidence.js'
import { WindowProbe, type WindowOptions } from './window.js'

export interface OllamaOptions extends WindowOptions {
  /** Maximum concurrent chats; more wait in order. Should equal the server's parallel slots. Default 1. [V7] */
  concurrency?: number
  /** Time limit of a chat once it has a permit, in ms. The caller's signal bounds the wait for one. Default 300,000. */
  timeoutMs?: number
  /** Time limit until the first token (loading the model, reading the prompt), in ms. Default `timeoutMs`. */
  firstTokenMs?: number
  /** Time limit between two tokens, in ms. Default 60,000. */
  idleMs?: number
  /** How long the server keeps the model loaded after a call, in Ollama's notation. Default `10m`. */
  keepAlive?: string
}

/** Maximum characters per token. No known vocabulary averages more, so a longer answer exceeds `num_predict`. */
const MAX_CHARS_PER_TOKEN = 16
/**
 * Without a repeat penalty, the smallest models loop at temperature 0 (measured: 9 of 9 spans). The penalty is Ollama's
 * default, over a longer stretch of text. It is set explicitly because not every server has that default.
 */
const LOOP_PENALTY = { repeat_penalty: 1.1, repeat_last_n: 256 }
/** Tokens between two progress reports. */
const PROGRESS_TOKENS = 16
/** Loop detection starts here. A shorter answer may still end with the token count that reveals a cut prompt. */
const LOOP_FROM_TOKENS = 256

/**
 * `truncate` and `shift` are newer than the client's types. If both are false, a server rejects a prompt that is too
 * long instead of cutting it. Older servers ignore both.
 */
type CheckedRequest = OllamaRequest & { stream: true; truncate: false; shift: false }

/** A running chat. */
interface Call {
  stop: AbortController
  /** Resolves when the server no longer works on this call. */
  ended: Promise<void>
}

/** Implements the model port with an Ollama server: chats, embeddings, windows and model names. [V1] [S4] */
export class OllamaModel implements Model {
  private readonly closing = new AbortController()
  private readonly permits: Semaphore
  private readonly probe: WindowProbe
  private readonly evidence = new WindowEvidence()
  /** Models that rejected the parameter `think`. */
  private readonly withoutThink = new Set<string>()

  constructor(private readonly options: OllamaOptions) {
    this.permits = new Semaphore(options.concurrency ?? 1)
    this.probe = new WindowProbe(options, this.closing.signal)
  }

  async chat(request: ChatRequest): Promise<ChatReply> {
    const stop = new AbortController()
    const call: Call = { stop, ended: Promise.resolve() }
    const aborted = () =>
      stop.abort(new ModelError('aborted', 'The caller aborted the call.', { model: request.model }))
    const given = [request.signal, this.closing.signal]
    if (given.some((signal) => signal.aborted)) aborted()
    for (const signal of given) signal.addEventListener('abort', aborted, { once: true })
    let release: (() => void) | undefined
    let overall: NodeJS.Timeout | undefined
    try {
      release = await this.permits.take(stop.signal)
      const timeoutMs = this.options.timeoutMs ?? 300_000
      overall = setTimeout(() => stop.abort(timedOut(request.model, 'the whole call', timeoutMs)), timeoutMs)
      return await this.answer(request, call)
    } catch (error) {
      // After our own abort, its reason is the cause of any error.
      throw asModelError(stop.signal.aborted ? stop.signal.reason : error, request.model)
    } finally {
      clearTimeout(overall)
      for (const signal of given) signal.removeEventListener('abort', aborted)
      // Release the permit only when the connection is closed: until then the server may still work on this call.
      if (release) void call.ended.then(release)
    }
  }

  /** Takes no permit, because an embedding is fast and the caller's signal bounds it. */
  embed(request: EmbedRequest): Promise<number[][]> {
    return embed(this.options, request, this.closing.signal)
  }

  window(model: string, fresh?: boolean): Promise<ModelWindow | null> {
    return this.probe.window(model, fresh)
  }

  windowAtHand(model: string): ModelWindow | null {
    return this.probe.atHand(model)
  }

  models(): Promise<ListedModel[]> {
    return this.probe.models()
  }

  /** Aborts all running calls with ModelError `aborted`. */
  async close(): Promise<void> {
    this.closing.abort()
  }

  private async answer(request: ChatRequest, call: Call): Promise<ChatReply> {
    try {
      return await this.readAnswer(request, call, !this.withoutThink.has(request.model))
    } catch (error) {
      const refusesThink = error instanceof Refusal && error.status === 400 && /think/i.test(error.message)
      if (!refusesThink || this.withoutThink.has(request.model)) throw error
      this.withoutThink.add(request.model)
      await call.ended
      return this.readAnswer(request, call, false)
    }
  }

  private async readAnswer(request: ChatRequest, call: Call, sendThink: boolean): Promise<ChatReply> {
    const { stop } = call
    const started = performance.now()
    const idleMs = this.options.idleMs ?? 60_000
    const firstTokenMs = this.options.firstTokenMs ?? this.options.timeoutMs ?? 300_000
    let idleTimer = setTimeout(() => stop.abort(timedOut(request.model, 'the first token', firstTokenMs)), firstTokenMs)
    const chat = openChat(this.options, this.body(request, sendThink), stop.signal)
    try {
      let text = ''
      let chars = 0
      let tokens = 0
      for await (const chunk of chat.parts()) {
        clearTimeout(idleTimer)
        idleTimer = setTimeout(() => stop.abort(timedOut(request.model, 'the next token', idleMs)), idleMs)
        text += chunk.message?.content ?? ''
        chars += (chunk.message?.content ?? '').length + (chunk.message?.thinking ?? '').length
        if (chunk.done) {
          clearTimeout(idleTimer)
          const durationMs = performance.now() - started
          await chat.finish()
          return await this.checkedReply(request, chunk, text, tokens, durationMs)
        }
        if (++tokens % PROGRESS_TOKENS === 0) {
          request.onProgress?.(tokens)
          if (tokens >= LOOP_FROM_TOKENS && endsInLoop(text))
            throw new ModelError('repeats', 'The answer repeats itself.', {
              model: request.model,
              outputTokens: tokens,
            })
        }
        if (chars > request.maxOutputTokens * MAX_CHARS_PER_TOKEN) throw exceededLimit(request, tokens)
      }
      throw new ModelError('unavailable', 'The model server closed the connection before the end of its answer.', {
        model: request.model,
      })
    } finally {
      clearTimeout(idleTimer)
      call.ended = chat.close()
    }
  }

  /**
   * Checks a complete answer and returns it. Throws ModelError if it is unusable.
   * Checks for a cut prompt first, because it can cause the other faults.
   */
  private async checkedReply(
    request: ChatRequest,
    last: ChatResponse,
    raw: string,
    chunks: number,
    durationMs: number,
  ): Promise<ChatReply> {
    const { model, promptTokens: sentTokens, windowTokens: numCtx } = request
    // Versions before 2024 omit the count for a cached prompt, so no comparison is possible.
    const count = { sentTokens, readTokens: last.prompt_eval_count || sentTokens, numCtx }
    const readTokens = isOddCount(count) ? sentTokens : count.readTokens
    const window = windowOfCutPrompt({ sentTokens, readTokens, numCtx })
    if (window !== null) {
      const shown = window < numCtx ? this.evidence.cut(model, window) : null
      const lowered = shown === null ? null : await this.probe.lower(model, shown)
      const message = `The server read ${readTokens} of about ${sentTokens} prompt tokens and dropped the rest.`
      throw new ModelError('prompt-cut', message, { model, sentTokens, readTokens, numCtx, window, lowered })
    }
    if (last.prompt_eval_count && readTokens === last.prompt_eval_count) this.evidence.whole(model, readTokens)
    const outputTokens = last.eval_count || chunks
    if (last.done_reason === 'length') throw exceededLimit(request, outputTokens)
    const text = withoutThinking(raw)
    if (text === '')
      throw new ModelError('empty', 'The answer contains only whitespace or thinking.', { model, outputTokens })
    request.onProgress?.(outputTokens)
    return { text, promptTokens: readTokens, outputTokens, durationMs }
  }

  private body(request: ChatRequest, sendThink: boolean): CheckedRequest {
    return {
      model: request.model,
      messages: [
        { role: 'system', content: request.system },
        { role: 'user', content: request.prompt },
      ],
      stream: true,
      truncate: false,
      shift: false,
      keep_alive: this.options.keepAlive ?? '10m',
      options: { num_ctx: request.windowTokens, num_predict: request.maxOutputTokens, temperature: 0, ...LOOP_PENALTY },
      ...(request.schema ? { format: request.schema } : {}),
      ...(sendThink ? { think: false } : {}),
    }
  }
}

function timedOut(model: string, step: string, ms: number): ModelError {
  return new ModelError('timeout', `The model server took more than ${ms} ms for ${step}.`, { model, ms })
}

function exceededLimit({ model, maxOutputTokens }: ChatRequest, outputTokens: number): ModelError {
  return new ModelError('length', `The answer did not end within ${maxOutputTokens} tokens.`, {
    model,
    maxOutputTokens,
    outputTokens,
  })
}
