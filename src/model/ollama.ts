import type { ChatRequest as OllamaRequest, ChatResponse } from 'ollama'
import {
  ModelError,
  type ChatReply,
  type ChatRequest,
  type EmbedRequest,
  type Model,
  type ModelWindow,
} from '../app/ports/ports.js'
import { asModelError } from './chat-failure.js'
import { embed } from './embeddings.js'
import { endsInLoop } from './loops.js'
import { openChat } from './ollama-chat.js'
import { Refusal } from './ollama-connection.js'
import { windowOfCutPrompt } from './prompt-cut.js'
import { Semaphore } from './semaphore.js'
import { withoutThinking } from './thinking.js'
import { WindowProbe, type ModelName, type WindowOptions } from './window.js'

export interface OllamaOptions extends WindowOptions {
  /** Calls at one time; more wait in order. Should match the server's slots; default 1. [V7] */
  concurrency?: number
  /** The longest a call may take from its start (waiting for a place is not counted, the caller's signal bounds that); default 300,000 ms. */
  timeoutMs?: number
  /** The longest until the first token: loading the model and reading the prompt; default as `timeoutMs`. */
  firstTokenMs?: number
  /** The longest between two tokens after the first; default 60,000 ms. */
  idleMs?: number
  /** How long the server keeps the model loaded after a call, in its own notation; default `10m`. */
  keepAlive?: string
}

/** No token of a known vocabulary is this long on average; a text beyond it did not stop where it was told to. */
const CHARS_PER_TOKEN_BOUND = 16
/** Without a penalty the smallest models loop at temperature 0 (measured: 9 of 9 stretches); this is the server's own default, over a longer
 * stretch of text, said aloud because not every server has it. */
const AGAINST_LOOPS = { repeat_penalty: 1.1, repeat_last_n: 256 }
/** Progress is told once in this many tokens. */
const PROGRESS_TOKENS = 16
/** Loops are looked for from here on: a short answer may as well end, and with it comes the count that shows a cut prompt. */
const LOOP_FROM_TOKENS = 256

/** `truncate` and `shift` are newer than the client's types. Set to false a server says that a prompt is too long instead of cutting it;
 * older ones ignore both. */
type CheckedRequest = OllamaRequest & { stream: true; truncate: false; shift: false }

/** One chat under way. */
interface Call {
  stop: AbortController
  /** Resolves when the server works on no request of this call. */
  over: Promise<void>
}

/** Chat, embeddings, windows and names from an Ollama server. [V1] [S4] */
export class OllamaModel implements Model {
  private readonly closing = new AbortController()
  private readonly slots: Semaphore
  private readonly probe: WindowProbe
  /** Models that refused the word `think`. */
  private readonly withoutThink = new Set<string>()

  constructor(private readonly options: OllamaOptions) {
    this.slots = new Semaphore(options.concurrency ?? 1)
    this.probe = new WindowProbe(options, this.closing.signal)
  }

  async chat(request: ChatRequest): Promise<ChatReply> {
    const stop = new AbortController()
    const call: Call = { stop, over: Promise.resolve() }
    const aborted = () =>
      stop.abort(new ModelError('aborted', 'The call was given up by its caller.', { model: request.model }))
    const given = AbortSignal.any([request.signal, this.closing.signal])
    if (given.aborted) aborted()
    given.addEventListener('abort', aborted, { once: true })
    let release: (() => void) | undefined
    let overall: NodeJS.Timeout | undefined
    try {
      release = await this.slots.take(stop.signal)
      const timeoutMs = this.options.timeoutMs ?? 300_000
      overall = setTimeout(() => stop.abort(timedOut(request.model, 'the whole call', timeoutMs)), timeoutMs)
      return await this.answer(request, call)
    } catch (error) {
      // Whatever broke after we had stopped it broke because we had stopped it.
      throw asModelError(stop.signal.aborted ? stop.signal.reason : error, request.model)
    } finally {
      clearTimeout(overall)
      given.removeEventListener('abort', aborted)
      // After the connection is closed: until then the server may still work on this call, and the next would be one too many.
      if (release) void call.over.then(release)
    }
  }

  /** Waits for no place: an embedding takes moments, and whoever asks has bounded them. */
  embed(request: EmbedRequest): Promise<number[][]> {
    return embed(this.options, request, this.closing.signal)
  }

  window(model: string, fresh?: boolean): Promise<ModelWindow | null> {
    return this.probe.window(model, fresh)
  }

  windowAtHand(model: string): ModelWindow | null {
    return this.probe.atHand(model)
  }

  models(): Promise<ModelName[]> {
    return this.probe.models()
  }

  /** Ends what is under way, as `aborted`. */
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
      await call.over
      return this.readAnswer(request, call, false)
    }
  }

  private async readAnswer(request: ChatRequest, call: Call, sayThink: boolean): Promise<ChatReply> {
    const { stop } = call
    const started = performance.now()
    const idleMs = this.options.idleMs ?? 60_000
    const firstTokenMs = this.options.firstTokenMs ?? this.options.timeoutMs ?? 300_000
    let silence = setTimeout(() => stop.abort(timedOut(request.model, 'the first token', firstTokenMs)), firstTokenMs)
    const chat = openChat(this.options, this.body(request, sayThink), stop.signal)
    try {
      let text = ''
      let chars = 0
      let tokens = 0
      for await (const chunk of chat.parts()) {
        clearTimeout(silence)
        silence = setTimeout(() => stop.abort(timedOut(request.model, 'the next token', idleMs)), idleMs)
        text += chunk.message?.content ?? ''
        chars += (chunk.message?.content ?? '').length + (chunk.message?.thinking ?? '').length
        if (chunk.done) {
          clearTimeout(silence)
          const durationMs = performance.now() - started
          await chat.finish()
          return await this.judge(request, chunk, text, tokens, durationMs)
        }
        if (++tokens % PROGRESS_TOKENS === 0) {
          request.onProgress?.(tokens)
          if (tokens >= LOOP_FROM_TOKENS && endsInLoop(text))
            throw new ModelError('repeats', 'The answer repeats itself.', {
              model: request.model,
              outputTokens: tokens,
            })
        }
        if (chars > request.numPredict * CHARS_PER_TOKEN_BOUND) throw ranOver(request, tokens)
      }
      throw new ModelError('unavailable', 'The model server ended its answer without saying so.', {
        model: request.model,
      })
    } finally {
      clearTimeout(silence)
      call.over = chat.close()
    }
  }

  /** A whole answer may still be none. The cut prompt comes first: what follows from it is not the model's doing. */
  private async judge(
    request: ChatRequest,
    last: ChatResponse,
    raw: string,
    chunks: number,
    durationMs: number,
  ): Promise<ChatReply> {
    const { model, promptTokens: sentTokens, numCtx } = request
    // Versions before 2024 leave the count out for a cached prompt; then there is nothing to compare.
    const readTokens = last.prompt_eval_count || sentTokens
    const window = windowOfCutPrompt({ sentTokens, readTokens, numCtx })
    if (window !== null) {
      if (window < numCtx) await this.probe.lower(model, window)
      const message = `The server read ${readTokens} of about ${sentTokens} prompt tokens and dropped the rest.`
      throw new ModelError('prompt-cut', message, { model, sentTokens, readTokens, numCtx, window })
    }
    const outputTokens = last.eval_count || chunks
    if (last.done_reason === 'length') throw ranOver(request, outputTokens)
    const text = withoutThinking(raw)
    if (text === '')
      throw new ModelError('empty', 'The answer holds nothing but blanks or thinking.', { model, outputTokens })
    request.onProgress?.(outputTokens)
    return { text, promptTokens: readTokens, outputTokens, durationMs }
  }

  private body(request: ChatRequest, sayThink: boolean): CheckedRequest {
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
      options: { num_ctx: request.numCtx, num_predict: request.numPredict, temperature: 0, ...AGAINST_LOOPS },
      ...(request.schema ? { format: request.schema } : {}),
      ...(sayThink ? { think: false } : {}),
    }
  }
}

function timedOut(model: string, what: string, ms: number): ModelError {
  return new ModelError('timeout', `The model server took more than ${ms} ms for ${what}.`, { model, ms })
}

function ranOver({ model, numPredict }: ChatRequest, outputTokens: number): ModelError {
  return new ModelError('length', `The answer did not end within ${numPredict} tokens.`, {
    model,
    numPredict,
    outputTokens,
  })
}
