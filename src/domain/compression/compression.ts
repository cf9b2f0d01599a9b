import type { SeqRange } from '../message.js'

/** The recorded act of replacing messages by a checkpoint, with its states. [C3] [P9] */

export const STAGES = ['identify', 'prepare', 'summarize', 'create-checkpoint', 'update-context', 'validate'] as const
export type Stage = (typeof STAGES)[number]

/** A running compression belongs to its worker this long; a worker that dies loses it no later. Database time. */
export const LEASE_MS = 30_000
/** Between choosing a compression and taking it up lies one transaction; a worker that dies there holds it no longer than this. */
export const CLAIM_MS = 30_000

export interface StageRecord {
  stage: Stage
  startedAt: string // ISO 8601
  durationMs: number
}

/** Why a compression was asked for. */
export type CompressionTrigger = 'budget' | 'manual' | 'emergency' | 'upgrade'
export type Strategy = 'auto' | 'extractive' | 'truncate'

/** Why nothing was cut although nothing failed. */
export type SkipReason =
  | 'nothing-to-compress'
  | 'gain-too-small'
  | 'below-trigger'
  | 'already-covered' // another cut took the messages meanwhile
  | 'session-deleted'
  // of an upgrade only:
  | 'not-better' // what the model wrote was refused, or keeps less than the copy
  | 'session-active' // somebody spoke: a cut now would cost a prompt cache
  | 'model-unavailable'

export type FailReason = 'model-unavailable' | 'summary-refused' | 'source-changed' | 'internal' | 'gave-up'

export type CompressionState =
  | { status: 'queued' }
  | { status: 'running'; startedAt: Date; stage: Stage; leaseUntil: Date }
  | { status: 'completed'; finishedAt: Date }
  | { status: 'skipped'; reason: SkipReason; finishedAt: Date }
  | { status: 'failed'; reason: FailReason; detail: string; finishedAt: Date }

/** One call of the model for a part of the span, and what became of the answer. */
export interface ModelAttempt {
  model: string
  /** Messages the chunk held. */
  range: SeqRange
  promptTokens: number
  outputTokens: number
  durationMs: number
  /** `accepted`, or why not. */
  verdict: string
}

export interface Compression {
  id: string
  sessionId: string
  trigger: CompressionTrigger
  strategy: Strategy
  /** Words of the app for the summarizer. */
  instructions: string | null
  state: CompressionState
  stages: StageRecord[]
  attempts: ModelAttempt[]
  /** Messages it covers, once planned. */
  covered: SeqRange[]
  messages: number
  /** Tokens of the whole context before · after; null until done. */
  tokensBefore: number | null
  tokensAfter: number | null
  checkpointId: string | null
  /** The copied checkpoint a model shall write anew. [V5] */
  upgrades?: string
  /** Why no model was asked although one might have been. */
  withoutModel?: 'model-unavailable' | 'model-unfit'
  /** How often a worker took it up. Only grows: the number of a run tells its worker from later ones. */
  runs: number
  /** How many of those runs a worker gave back at a shutdown; absent: none. */
  givenBack?: number
  createdAt: Date
}
