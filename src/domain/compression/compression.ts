import type { SeqRange } from '../message.js'

/** The recorded act of replacing messages with a checkpoint, and its states. [C3] [P9] */

export const STAGES = ['identify', 'prepare', 'summarize', 'create-checkpoint', 'update-context', 'validate'] as const
export type Stage = (typeof STAGES)[number]

/** Lease of a worker on a running compression, in database time. It bounds how long a dead worker keeps the lease. */
export const LEASE_MS = 30_000
/** Lease between claiming a compression and starting it, which is one transaction. It bounds how long a worker that
 * dies in between blocks the compression. */
export const CLAIM_MS = 5_000

export interface StageRecord {
  stage: Stage
  startedAt: string // ISO 8601
  durationMs: number
}

/** Reason for requesting a compression. */
export const COMPRESSION_TRIGGERS = ['budget', 'manual', 'emergency', 'upgrade', 'aging'] as const
export type CompressionTrigger = (typeof COMPRESSION_TRIGGERS)[number]
export type Strategy = 'auto' | 'extractive' | 'truncate'

/** Reason for making no cut although nothing failed. */
export type SkipReason =
  | 'nothing-to-compress'
  | 'gain-too-small'
  | 'below-trigger'
  | 'already-covered' // another cut covered the messages in the meantime
  | 'session-deleted'
  | 'session-restored' // a snapshot was restored in the meantime
  // Upgrades and aging only:
  | 'not-better' // the model's summary was rejected, or keeps less than the checkpoint it rewrites
  | 'session-active' // new messages arrived: a cut now would invalidate the prompt cache
  | 'model-unavailable'

export type FailReason =
  | 'model-unavailable'
  | 'summary-refused'
  | 'source-changed'
  | 'internal'
  | 'gave-up'
  | 'validation-failed' // the context after the swap did not fit or broke coverage; the swap was rolled back

export type CompressionState =
  | { status: 'queued' }
  | { status: 'running'; startedAt: Date; stage: Stage; leaseUntil: Date }
  | { status: 'completed'; finishedAt: Date }
  | { status: 'skipped'; reason: SkipReason; finishedAt: Date }
  | { status: 'failed'; reason: FailReason; detail: string; finishedAt: Date }

/** One model call for a part of the span, and the verdict on its answer. */
export interface ModelAttempt {
  model: string
  /** Messages of the chunk. */
  range: SeqRange
  promptTokens: number
  outputTokens: number
  durationMs: number
  /** `accepted`, or the reason for rejection; `no-help`: the checkpoint says more without it. [V11] */
  verdict: string
}

/** Figures of the stage `validate`, in base tokens. [C3] */
export interface Validation {
  /** Tokens in the context after the swap, and how many fit. */
  used: number
  fits: number
  /** Messages that the new checkpoint covers, and how many of them are covered by no or by another live checkpoint. */
  covered: number
  uncovered: number
}

/** The request that made a compression pending. */
export interface Cause {
  /** Its `X-Request-Id`. */
  requestId: string
  /** Its span, as a W3C `traceparent`; null without a tracer. */
  traceparent: string | null
}

export const WITHOUT_MODEL = [
  'model-unavailable',
  'model-unfit',
  'no-help',
  'in-conversation',
  'quota-exceeded',
  'small-span',
] as const
export type WithoutModel = (typeof WITHOUT_MODEL)[number]

export interface Compression {
  id: string
  sessionId: string
  trigger: CompressionTrigger
  strategy: Strategy
  /** Instructions of the app for the summarizer. */
  instructions: string | null
  state: CompressionState
  stages: StageRecord[]
  attempts: ModelAttempt[]
  /** Messages it covers; empty until planned. */
  covered: SeqRange[]
  messages: number
  /** Tokens of the whole context before and after; null until done. */
  tokensBefore: number | null
  tokensAfter: number | null
  checkpointId: string | null
  /** What the stage `validate` found; absent until then. */
  validation?: Validation
  /** Id of the checkpoint that a model should rewrite: an extractive one, or one that aged. [V5] [C5] */
  upgrades?: string
  /** Id of the provisional checkpoint whose messages it covers again, together with its own. [V5] */
  replaces?: string
  /** Whether an app requested a compression while this one was queued. */
  requested?: true
  /** Why no model was called although the strategy allows one. After `small-span`, the next compression asks it; `no-help`: its
   * summaries of this kind of content say less than the words that they replace; `in-conversation`: it is slow and answers the
   * conversation now, so it writes when the session is idle. */
  withoutModel?: WithoutModel
  /** Number of runs started. It only grows: the run number distinguishes a worker from later ones. */
  runs: number
  /** Number of runs that a worker gave back at shutdown; absent if none. */
  givenBack?: number
  createdAt: Date
  /** Absent if no request caused it, such as an upgrade. */
  cause?: Cause
}
