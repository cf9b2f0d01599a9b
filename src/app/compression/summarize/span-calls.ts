import type { CheckpointLevel, CheckpointLine } from '../../../domain/checkpoint/checkpoint.js'
import type { Compression, ModelAttempt, WithoutModel } from '../../../domain/compression/compression.js'
import type { TurnFacts } from '../../../domain/digest/turns.js'
import type { GoalBrief } from '../../../domain/goal/brief.js'
import type { StoredMessage } from '../../../domain/message.js'
import type { PromptSample } from '../../../domain/model/calibration.js'
import { isFault } from '../../../domain/model/breaker.js'
import { contentKindOf, type ContentKind, type Stated } from '../../../domain/model/help.js'
import { isQuality, isSlowCall, type SpanResult } from '../../../domain/model/model-record.js'
import { policyScale } from '../../../domain/session/model-tokens.js'
import type { Session } from '../../../domain/session/session.js'
import type { ChunkLimits } from '../../../domain/source/chunks.js'
import type { SourceMessage } from '../../../domain/source/types.js'
import { modeOf } from '../../../domain/summary/mode.js'
import { buildPrompt } from '../../../domain/summary/prompt.js'
import type { Refusal } from '../../../domain/summary/verify.js'
import { askedWaitMs, type ModelPermit } from '../../models/model-permit.js'
import type { PromptSize } from '../../models/prompt-size.js'
import { ModelError, type LoweredWindow, type Ports } from '../../../ports/ports.js'
import type { ReadLess } from '../../shared/read-span.js'
import { judgeReply, sourceTokens } from './judge-reply.js'
import { progressReporter } from './report-progress.js'
import { surroundingsOf } from './span-chunks.js'

/** Tokens of the prompt around a chunk, with schema and the app's instructions: a measured upper bound for domain/summary/prompt. */
const PROMPT_OVERHEAD = 800
/** Tokens of the goal in the prompt. */
const GOAL_OVERHEAD = 520
/** Billions of parameters. Smaller models are asked for plain lines first: a schema makes their summaries worse. [V8] */
const SCHEMA_FROM_PARAMETERS = 1
/** Window tokens used of the smallest models, answer included: they lose track of more than about 2,000 tokens of conversation. */
const TINY_WINDOW_TOKENS = 4_000
/** Most tokens requested for a whole span. Models write 200 to 500 whatever the limit; a higher one only lengthens the loops of small
 * models. Extractive lines fill the rest of the checkpoint. [V5] */
const MAX_TARGET_TOKENS = 600
/** Fewest tokens requested, even if the prompt may fill the window: a reply cut by length is refused, not used. */
const MIN_ANSWER_TOKENS = 64
/** Smaller chunks are not split for another call. */
const MIN_CHUNK_TOKENS = 400

/** Verdict on a reply whose lines the source does not support. A model that follows the log of an agent may misread a chat. */
export const NOT_SUPPORTED: Refusal = 'keeps-too-little'

/** What a model summarizes. */
export interface Span extends ReadLess {
  session: Session
  compression: Compression
  messages: readonly StoredMessage[]
  turns: TurnFacts
  /** Level of the checkpoint; default 3. */
  level?: CheckpointLevel
  /** What to read instead if the messages do not fit one call, or are none. [C5] */
  shorter?: SourceMessage[]
  /** Whether the span is small, so that the next compression asks the model about it. */
  waitsForMore?: boolean
}

/** Returns the kind of content to summarize; undefined for lines of an older checkpoint. */
export function contentKind({ messages }: Pick<Span, 'messages'>): ContentKind | undefined {
  return messages.length === 0 ? undefined : contentKindOf(messages)
}

/** The calls for one span, in order, and their results. */
export class SpanCalls {
  readonly lines: CheckpointLine[] = []
  readonly attempts: ModelAttempt[] = []
  invented = 0
  readonly stated: Stated = { lines: 0, untrue: 0 }
  /** Chunks with accepted lines; a half chunk counts 0.5. */
  accepted = 0
  /** The server is unavailable, does not know the model, or the model is unfit: further calls would only wait. */
  hopeless = false
  withoutModel: WithoutModel | null = null
  private lastCallMs = 0
  private seen: SpanResult['anchors'] = { seen: 0, kept: 0, invented: 0 }
  private read: PromptSample[] = []
  readonly target: number
  readonly freeTokens: ChunkLimits
  private readonly content: ContentKind | undefined
  private readonly count = (text: string) => this.ports.tokenizer.count(text)

  constructor(
    private readonly ports: Ports,
    private readonly span: Span & { goal: GoalBrief | null },
    private readonly size: PromptSize,
    private readonly permit: ModelPermit,
    private readonly signal: AbortSignal,
  ) {
    const { session } = span
    const { windowTokens, parameters, maxRatio } = size
    const { detailed, moderate, brief } = session.policy.checkpoints
    const ceiling = [brief, brief, moderate, detailed][span.level ?? 3] ?? detailed
    this.content = contentKind(span)
    this.target = Math.min(MAX_TARGET_TOKENS, Math.floor(ceiling * policyScale(session)))
    const tiny = parameters < SCHEMA_FROM_PARAMETERS
    const usedWindow = tiny ? Math.min(windowTokens, TINY_WINDOW_TOKENS) : windowTokens
    this.freeTokens = {
      windowTokens: Math.floor(usedWindow / maxRatio),
      outputTokens: Math.ceil(this.answerTokens(this.target) / maxRatio),
      overheadTokens: PROMPT_OVERHEAD + (span.goal ? GOAL_OVERHEAD : 0),
      count: this.count,
    }
  }

  /** Summarizes one chunk with all its attempts, and records the result for the model. */
  async chunk(chunk: SourceMessage[], targetTokens: number): Promise<void> {
    const [callsBefore, linesBefore] = [this.attempts.length, this.lines.length]
    this.seen = { seen: 0, kept: 0, invented: 0 }
    this.read = []
    const started = this.ports.clock.monotonicMs()
    await this.summarize(chunk, targetTokens)
    const calls = this.attempts.slice(callsBefore)
    if (calls.length === 0) return
    const verdicts = calls.map(({ verdict }) => verdict)
    // The verdict on quality says most about the model, so it represents all attempts.
    const verdict =
      this.lines.length > linesBefore ? 'accepted' : (verdicts.findLast(isQuality) ?? verdicts.at(-1) ?? 'empty')
    const why = await this.permit.noteSpan({
      verdict,
      seconds: (this.ports.clock.monotonicMs() - started) / 1_000,
      anchors: this.seen,
      ofKind: verdict === NOT_SUPPORTED && this.content === 'chat',
    })
    await this.ports.store.learnCalibration(this.span.session.appId, this.size.model, this.read)
    if (why) this.giveUp(why, verdict)
  }

  /** Attempts for one chunk: with a schema, as plain lines, in two halves. [V5] */
  async summarize(chunk: SourceMessage[], targetTokens: number, halved = false): Promise<void> {
    const withSchema = this.size.parameters >= SCHEMA_FROM_PARAMETERS
    for (const schema of withSchema ? [true, false] : [false]) {
      const verdict = await this.ask(chunk, targetTokens, schema)
      if (verdict === 'accepted') this.accepted += halved ? 0.5 : 1
      if (verdict === 'accepted' || this.hopeless) return
      // Another try would keep the conversation waiting as long again.
      if (this.permit.isLive && isSlowCall(this.lastCallMs)) return
      // A prompt that was too long would be too long again, and so would plain lines; half of the text may fit. Small models repeat
      // themselves up to the limit within a schema, and not without; the second attempt finds the conversation in the server's cache.
      if (verdict === 'prompt-cut' || (verdict === 'length' && !schema)) break
      // A model that misreads a chat misreads half of it, too.
      if (verdict === NOT_SUPPORTED && this.content === 'chat' && !schema) return
    }
    const tokens = sourceTokens(chunk, this.count)
    if (halved || chunk.length < 2 || tokens < MIN_CHUNK_TOKENS * 2) return
    const middle = Math.ceil(chunk.length / 2)
    for (const half of [chunk.slice(0, middle), chunk.slice(middle)]) {
      if (!this.hopeless) await this.summarize(half, Math.ceil(targetTokens / 2), true)
    }
  }

  private async ask(chunk: SourceMessage[], targetTokens: number, withSchema: boolean): Promise<string> {
    const { session, compression, goal } = this.span
    const { count } = this
    const { system, prompt, schema } = buildPrompt({
      source: chunk,
      mode: modeOf(session.mode, chunk),
      level: this.span.level,
      ...surroundingsOf(chunk, this.span.turns, this.lines),
      targetTokens,
      parameters: this.size.parameters,
      count,
      schema: withSchema,
      ...(compression.instructions ? { instructions: compression.instructions } : {}),
      ...(goal ? { goal } : {}),
    })
    const baseTokens = count(system) + count(prompt)
    const promptTokens = Math.round(baseTokens * this.size.scale.ratio)
    const { windowTokens, model } = this.size
    // At most what the window leaves, or the server would drop the start of the prompt while it writes.
    const leftTokens = windowTokens - Math.ceil(baseTokens * this.size.maxRatio)
    const maxOutputTokens = Math.max(MIN_ANSWER_TOKENS, Math.min(this.answerTokens(targetTokens), leftTokens))
    const range = { from: chunk[0]!.seq, to: chunk.at(-1)!.seq }
    const note = (verdict: string, reply?: { promptTokens: number; outputTokens: number; durationMs: number }) => {
      const { outputTokens = 0, durationMs = 0 } = reply ?? {}
      const readTokens = reply?.promptTokens ?? promptTokens
      this.attempts.push({ model, range, promptTokens: readTokens, outputTokens, durationMs, verdict })
      return verdict
    }
    if (!(await this.permit.mayAsk())) return this.giveUp('model-unavailable', 'unavailable')
    if ((await this.ports.quotas.modelWaitSeconds(session.appId)) !== null)
      return this.giveUp('quota-exceeded', 'quota-exceeded')
    const startedAtMs = this.ports.clock.monotonicMs()
    const used = (ms: number) => this.ports.quotas.noteModelSeconds(session.appId, ms / 1_000)
    try {
      const onProgress = progressReporter(this.ports, compression, { range, attempts: this.attempts })
      const asked = { model, system, prompt, schema, windowTokens, maxOutputTokens, promptTokens }
      const reply = await this.ports.model.chat({ ...asked, signal: this.signal, onProgress })
      this.lastCallMs = this.ports.clock.monotonicMs() - startedAtMs
      await this.permit.answered()
      await used(reply.durationMs)
      // Exactly equal: the server reported no count, and our own estimate came back.
      if (reply.promptTokens !== promptTokens) this.read.push({ ours: baseTokens, real: reply.promptTokens })
      return note(await this.judge(chunk, reply.text, withSchema), reply)
    } catch (error) {
      this.lastCallMs = this.ports.clock.monotonicMs() - startedAtMs
      if (!(error instanceof ModelError)) throw error
      await this.permit.failed(error.failure, askedWaitMs(error))
      const lowered = error.details.lowered as LoweredWindow | null | undefined
      if (lowered) await this.permit.noteLowered(lowered)
      await used(this.lastCallMs)
      if (error.failure === 'aborted') throw error
      this.hopeless = isFault(error.failure)
      if (this.hopeless) this.withoutModel = 'model-unavailable'
      return note(error.failure)
    }
  }

  /** Ends the calls of this span. Returns the verdict on the one that was not made. */
  private giveUp(reason: WithoutModel, verdict: string): string {
    this.hopeless = true
    this.withoutModel = reason
    return verdict
  }

  private async judge(chunk: SourceMessage[], text: string, withSchema: boolean): Promise<string> {
    const { count } = this
    const promptTexts = [
      ...(this.span.goal?.texts ?? []),
      ...Object.values(surroundingsOf(chunk, this.span.turns, this.lines)),
    ]
    const verdict = await judgeReply(chunk, text, { withSchema, count, promptTexts, content: this.content })
    if ('problem' in verdict) return verdict.problem
    const { anchors, kept, invented } = verdict.verification
    this.invented += invented
    this.seen.invented += invented
    this.stated.lines += verdict.stated.lines
    this.stated.untrue += verdict.stated.untrue
    if (!verdict.accepted) return verdict.reason
    this.seen = { ...this.seen, seen: this.seen.seen + anchors, kept: this.seen.kept + kept }
    this.lines.push(...verdict.lines)
    return 'accepted'
  }

  /** Returns the model tokens of the answer: the target plus two thirds for JSON, at most a quarter of the window. */
  private answerTokens(targetTokens: number): number {
    const { windowTokens, scale } = this.size
    return Math.min(Math.ceil(targetTokens * scale.ratio * 1.67) + 100, Math.floor(windowTokens / 4))
  }
}
