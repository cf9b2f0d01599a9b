import { setTimeout as wait } from 'node:timers/promises'
import {
  ModelError,
  type ChatReply,
  type ChatRequest,
  type EmbedRequest,
  type EvaluateRequest,
  type Evaluation,
  type ListedModel,
  type Model,
  type ModelWindow,
} from '../ports/ports.js'
import { asModelError } from './chat-failure.js'
import { embed } from './embeddings.js'
import type { ModelApi } from './model-api.js'
import { isOddCount, windowOfCutPrompt } from './prompt-cut.js'
import { exceededLimit, readAnswer, timedOut, type AnswerTimes, type RawAnswer } from './read-answer.js'
import { Refusal } from './refusal.js'
import { isOtherModel } from './same-model.js'
import { Semaphore } from './semaphore.js'
import { withoutThinking } from './thinking.js'
import { WindowEvidence } from './window-evidence.js'
import { WindowProbe, type ProbeOptions } from './window.js'

export interface ServerModelOptions extends ProbeOptions {
  /** Maximum concurrent chats; more wait in order. Should equal the server's parallel slots. Default 1. [V7] */
  concurrency?: number
  /** Time limit of a chat once it has a permit, in ms. The caller's signal bounds the wait for one. Default 300,000. */
  timeoutMs?: number
  /** Time limit until the first token (loading the model, reading the prompt), in ms. Default `timeoutMs`. */
  firstTokenMs?: number
  /** Time limit between two tokens, in ms. Default 60,000. */
  idleMs?: number
}

/** A longer `Retry-After` is a matter of the breaker: a worker does not wait for it. In ms. */
const LONGEST_RETRY_WAIT_MS = 20_000

/** Longest answer of a call that is made for its prompt: a server may count the end of a reply as one more. */
const EVALUATION_TOKENS = 16

/** A running chat. */
interface Call {
  stop: AbortController
  /** Resolves when the server no longer works on this call. */
  ended: Promise<void>
}

/** Implements the model port with a server of any kind: permits, time limits, checks, windows. [V1] [V7] [V10] [S4] */
export class ServerModel implements Model {
  private readonly closing = new AbortController()
  private readonly permits: Semaphore
  private readonly probe: WindowProbe
  private readonly evidence = new WindowEvidence()

  constructor(
    private readonly api: ModelApi,
    private readonly limits: ServerModelOptions,
  ) {
    this.permits = new Semaphore(limits.concurrency ?? 1)
    this.probe = new WindowProbe(api, limits, this.closing.signal)
  }

  chat(request: ChatRequest): Promise<ChatReply> {
    return this.permitted(request, (call) => this.answer(request, call))
  }

  async evaluate(request: EvaluateRequest): Promise<Evaluation | null> {
    if (!this.api.openEvaluation) return null
    const asked = { model: request.model, maxOutputTokens: EVALUATION_TOKENS }
    return this.permitted(request, async (call) => {
      const chat = this.api.openEvaluation!(request, call.stop.signal)
      try {
        const { end, durationMs } = await readAnswer(chat, asked, call.stop, this.times())
        return { promptTokens: end.promptTokens, durationMs }
      } finally {
        call.ended = chat.close()
      }
    })
  }

  /** Runs a call with a permit, within its time. Throws ModelError. */
  private async permitted<T>(
    request: Pick<ChatRequest, 'model' | 'signal'>,
    run: (call: Call) => Promise<T>,
  ): Promise<T> {
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
      const timeoutMs = this.limits.timeoutMs ?? 300_000
      overall = setTimeout(() => stop.abort(timedOut(request.model, 'the whole call', timeoutMs)), timeoutMs)
      return await run(call)
    } catch (error) {
      // After our own abort, its reason is the cause of any error.
      const failure = asModelError(
        stop.signal.aborted ? stop.signal.reason : error,
        request.model,
        this.api.addressSetting,
      )
      throw await this.withWindow(failure, request)
    } finally {
      clearTimeout(overall)
      for (const signal of given) signal.removeEventListener('abort', aborted)
      // Release the permit only when the connection is closed: until then the server may still work on this call.
      if (release) void call.ended.then(release)
    }
  }

  /** Takes no permit, because an embedding is fast and the caller's signal bounds it. */
  embed(request: EmbedRequest): Promise<number[][]> {
    return embed(this.api, request, this.closing.signal)
  }

  window(model: string, fresh?: boolean): Promise<ModelWindow | null> {
    return this.probe.window(model, fresh)
  }

  windowAtHand(model: string): ModelWindow | null {
    return this.probe.atHand(model)
  }

  async models(): Promise<ListedModel[]> {
    return this.probe.listed().catch(() => [])
  }

  async fault(): Promise<ModelError | null> {
    try {
      await this.probe.listed()
      return null
    } catch (error) {
      return asModelError(error, '', this.api.addressSetting)
    }
  }

  /** Aborts all running calls with ModelError `aborted`. */
  async close(): Promise<void> {
    this.closing.abort()
  }

  private times(): AnswerTimes {
    const { timeoutMs = 300_000, firstTokenMs = timeoutMs, idleMs = 60_000 } = this.limits
    return { firstTokenMs, idleMs }
  }

  /** Sends the request, again if the server refused only a part of it, and once more after a short `Retry-After`. */
  private async answer(request: ChatRequest, call: Call): Promise<ChatReply> {
    let hasWaited = false
    for (;;) {
      try {
        return await this.readOnce(request, call)
      } catch (error) {
        if (!(error instanceof Refusal) || call.stop.signal.aborted) throw error
        const { status, retryAfterMs } = error
        const mayWait = !hasWaited && (status === 429 || status === 503) && retryAfterMs !== null
        if (mayWait && retryAfterMs <= LONGEST_RETRY_WAIT_MS) {
          hasWaited = true
          await call.ended
          await wait(retryAfterMs, undefined, { signal: call.stop.signal })
        } else if (this.api.adapt(request, error)) await call.ended
        else throw error
      }
    }
  }

  private async readOnce(request: ChatRequest, call: Call): Promise<ChatReply> {
    const chat = this.api.open(request, call.stop.signal)
    try {
      return await this.checkedReply(request, await readAnswer(chat, request, call.stop, this.times()))
    } finally {
      call.ended = chat.close()
    }
  }

  /**
   * Checks a complete answer and returns it. Throws ModelError if it is unusable.
   * Checks for a cut prompt first, because it can cause the other faults.
   */
  private async checkedReply(request: ChatRequest, answer: RawAnswer): Promise<ChatReply> {
    const { model, promptTokens: sentTokens } = request
    const { end, durationMs } = answer
    const numCtx = await this.windowOf(request)
    // Without a count, no comparison is possible.
    const count = { sentTokens, readTokens: end.promptTokens ?? sentTokens, numCtx }
    const readTokens = isOddCount(count) ? sentTokens : count.readTokens
    const window = windowOfCutPrompt({ sentTokens, readTokens, numCtx })
    if (window !== null) {
      const shown = window < numCtx ? this.evidence.cut(model, window) : null
      const lowered = shown === null ? null : await this.probe.lower(model, shown)
      const message = `The server read ${readTokens} of about ${sentTokens} prompt tokens and dropped the rest.`
      throw new ModelError('prompt-cut', message, { model, sentTokens, readTokens, numCtx, window, lowered })
    }
    if (end.promptTokens !== null && readTokens === end.promptTokens) this.evidence.whole(model, readTokens)
    const outputTokens = end.outputTokens ?? answer.parts
    if (end.isCut) throw exceededLimit(request, outputTokens)
    await this.requireModel(model, end.model)
    const text = withoutThinking(answer.text)
    if (text === '') {
      const content = end.hasCalls ? 'tool calls' : 'whitespace or thinking'
      throw new ModelError('empty', `The answer contains only ${content}.`, { model, outputTokens })
    }
    request.onProgress?.(outputTokens)
    return { text, promptTokens: readTokens, outputTokens, durationMs }
  }

  /** Returns the window that the prompt was read in, in tokens. */
  private async windowOf({ model, windowTokens }: ChatRequest): Promise<number> {
    if (this.api.choosesWindow) return windowTokens
    return (await this.probe.window(model))?.tokens ?? windowTokens
  }

  /** Throws ModelError `no-such-model` if another model of the server answered: its work must not count for this one. */
  private async requireModel(model: string, answered: string | null): Promise<void> {
    if (answered === null || !isOtherModel(model, answered, await this.models())) return
    throw new ModelError('no-such-model', `The model server answered with another model: ${answered}.`, {
      model,
      answered,
    })
  }

  /** A refusal for length lowers the window of a server that has a fixed one; without a number the next probe reads it. */
  private async withWindow(failure: ModelError, { model }: Pick<ChatRequest, 'model'>): Promise<ModelError> {
    const { window } = failure.details
    if (this.api.choosesWindow || failure.failure !== 'prompt-cut' || failure.details.lowered !== undefined)
      return failure
    if (typeof window !== 'number') {
      this.probe.forget(model)
      return failure
    }
    const lowered = await this.probe.lower(model, window)
    return new ModelError(failure.failure, failure.message, { ...failure.details, lowered })
  }
}
