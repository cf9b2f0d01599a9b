/** Builds the status report of a session: its window, the changes made to its context, and the hand-over for a fresh
 * session. [R5] [Q2] */
import { activeGoal, type Goal } from '../goal/goal.js'
import type { Compression, CompressionTrigger } from '../compression/compression.js'
import { pluralize } from '../number-format.js'
import { inModelTokens, modelTokens } from '../session/model-tokens.js'
import type { Savings } from './savings.js'
import { type Reduction, REDUCTION_KINDS, type ReductionKind } from '../context/reduction.js'
import { isBeyondHelp } from '../session/compressor.js'
import { countOf } from '../ranges.js'
import { LOW_SCORE, lowScoreAdvice } from '../session/reliability.js'
import type { Checkpoint } from '../checkpoint/checkpoint.js'
import type { Session } from '../session/session.js'
import type { ContextStatus } from '../session/status.js'
import { NO_WATERMARK, type Watermark } from '../session/watermark.js'

/** Reductions of one kind in the context. */
export interface ReducedKind {
  kind: ReductionKind
  count: number
  tokensBefore: number
  tokensAfter: number
}

/** One compression in the report. Token counts are of the whole context; null until it completed. */
export interface PastCompression {
  id: string
  /** When it was asked for. */
  at: Date
  trigger: CompressionTrigger
  status: Compression['state']['status']
  /** Why it was skipped or failed; null if it was not. */
  reason: string | null
  messages: number
  tokensBefore: number | null
  tokensAfter: number | null
}

/** What all rules saved so far, in model tokens. */
export interface SavedTokens {
  saved: number
  tokensBefore: number
  /** saved / tokensBefore; 0 if nothing was saved. */
  share: number
  /** Reads like `Savings: 1,400 tokens (33%)`. */
  text: string
}

export interface StatusReport {
  sessionId: string
  /** When the report was made. */
  at: Date
  model: string
  contextStatus: ContextStatus
  reductions: ReducedKind[]
  /** Live checkpoints, oldest first. */
  checkpoints: {
    id: string
    number: number
    level: number
    from: number
    to: number
    tokens: number
    originalTokens: number
  }[]
  /** Newest first, at most 20. */
  compressionHistory: PastCompression[]
  savings: SavedTokens
  watermark: Watermark
  /** The active goal. */
  goal: { id: string; description: string; priority: string; openSteps: number } | null
  /** Number of messages by location; the last four add up to `messages`. `offloaded`: no part of them is in the
   * context. `totalTokens`: of all messages, as they were received. */
  history: {
    messages: number
    totalTokens: number
    inContext: number
    offloaded: number
    behindCheckpoints: number
    evicted: number
  }
  recommendations: string[]
  freshSession: { advised: boolean; handover: string }
}

export interface StatusRecords {
  session: Session
  now: Date
  status: ContextStatus
  /** Number of messages with at least one part in the context. */
  inContext: number
  reductions: readonly Reduction[]
  checkpoints: readonly Checkpoint[]
  goals: readonly Goal[]
  /** Newest first. */
  compressions: readonly Compression[]
  savings: Pick<Savings, 'saved' | 'tokensBefore'>
  /** Base tokens of all messages. */
  totalTokens: number
  /** Hand-over text for a fresh session. */
  handover: string
}

/** Returns the report as JSON data. Tokens are model tokens. */
export function statusReport({
  session,
  now,
  status,
  inContext,
  reductions,
  checkpoints,
  goals,
  compressions,
  savings,
  totalTokens,
  handover,
}: StatusRecords): StatusReport {
  const inOrder = [...checkpoints].sort((a, b) => a.range.to - b.range.to)
  const active = activeGoal(goals)
  const behindCheckpoints = checkpoints.reduce((sum, { covered }) => sum + countOf(covered), 0)
  const advised = isOutOfSpace(session)
  return {
    sessionId: session.id,
    at: now,
    model: session.model,
    contextStatus: status,
    reductions: inModelTokens(
      session,
      REDUCTION_KINDS.map((kind) => ofKind(kind, reductions)).filter(({ count }) => count > 0),
    ),
    checkpoints: inModelTokens(
      session,
      inOrder.map(({ id, number, level, range: { from, to }, tokens, originalTokens }) => {
        return { id, number, level, from, to, tokens, originalTokens }
      }),
    ),
    compressionHistory: inModelTokens(session, compressions.map(pastCompression)),
    savings: savedTokens(savings),
    watermark: session.watermark ?? NO_WATERMARK,
    goal: active && {
      id: active.id,
      description: active.description,
      priority: active.priority,
      openSteps: active.items.filter((item) => item.kind === 'step' && item.status !== 'completed').length,
    },
    history: {
      messages: session.lastSeq,
      totalTokens: modelTokens(session, totalTokens),
      inContext,
      offloaded: session.lastSeq - inContext - behindCheckpoints - session.evictedCount,
      behindCheckpoints,
      evicted: session.evictedCount,
    },
    recommendations: recommendationsFor(session, status),
    freshSession: { advised, handover },
  }
}

function pastCompression(compression: Compression): PastCompression {
  const { id, createdAt, trigger, state, messages, tokensBefore, tokensAfter } = compression
  const reason = 'reason' in state ? state.reason : null
  return { id, at: createdAt, trigger, status: state.status, reason, messages, tokensBefore, tokensAfter }
}

function savedTokens({ saved, tokensBefore }: Pick<Savings, 'saved' | 'tokensBefore'>): SavedTokens {
  const share = tokensBefore === 0 ? 0 : Math.round((saved / tokensBefore) * 1_000) / 1_000
  const text = `Savings: ${pluralize(saved, 'token')} (${Math.round(share * 100)}%)`
  return { saved, tokensBefore, share, text }
}

/** Returns the totals of one kind. A part may be reduced more than once; every step counts. */
function ofKind(kind: ReductionKind, reductions: readonly Reduction[]): ReducedKind {
  const ofIt = reductions.filter((reduction) => reduction.kind === kind)
  return {
    kind,
    count: ofIt.length,
    tokensBefore: ofIt.reduce((sum, { tokensBefore }) => sum + tokensBefore, 0),
    tokensAfter: ofIt.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0),
  }
}

/** Whether the window leaves no other way than a fresh session: the context is nearly full, and no compression can change
 * that. Many compressions are a warning. [Q1a] */
function isOutOfSpace({ freshAdvised, compressor }: Session): boolean {
  return freshAdvised === true || isBeyondHelp(compressor)
}

function recommendationsFor(session: Session, status: ContextStatus): string[] {
  const { warning, score } = status.reliability
  const found: string[] = []
  if (isOutOfSpace(session))
    found.push(
      'Start a fresh session at the next finished step, with the hand-over below: goals, exact lines, checkpoints and the user’s last messages, verbatim.',
    )
  // Many compressions alone are no reason to stop: a small model reaches its number within an hour.
  if (warning !== undefined) found.push(`${warning} The hand-over is below.`)
  else if (score < LOW_SCORE) found.push(lowScoreAdvice(score))
  if (session.compressor.state === 'stuck')
    found.push('Nothing more can be shrunk: send shorter messages, or use a larger window.')
  if (session.quality.extractiveShare > 0)
    found.push(
      'Let a model rewrite the extractive checkpoints: the next compression does it for a small span, and otherwise this starts when the session is idle and the model is available.',
    )
  if (status.basis === 'estimated' || status.basis === 'family')
    found.push(
      'Report `usage.promptTokens` with appended messages, so that counts are measured in the model’s own tokens.',
    )
  return found
}
