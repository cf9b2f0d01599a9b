/** Builds the status report of a session: its window, the changes made to its context, and the hand-over for a fresh
 * session. [R5] [Q2] */
import { activeGoal, type Goal } from '../goal/goal.js'
import { inModelTokens } from './model-tokens.js'
import type { Reduction } from '../context/reduction.js'
import { REDUCTION_KINDS, type ReductionKind } from '../reductions/registry.js'
import { countOf } from '../ranges.js'
import { FRESH_SESSION_SHARE, LOW_SCORE, lowScoreAdvice, warnsAfter } from './reliability.js'
import type { Checkpoint } from '../compression/checkpoint.js'
import type { Session } from './session.js'
import type { ContextStatus } from './status.js'
import { NO_WATERMARK, type Watermark } from '../context/watermark.js'

/** Reductions of one kind in the context. */
export interface ReducedKind {
  kind: ReductionKind
  count: number
  tokensBefore: number
  tokensAfter: number
}

export interface StatusReport {
  sessionId: string
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
  watermark: Watermark
  /** The active goal. */
  goal: { id: string; description: string; priority: string; openSteps: number } | null
  /** Number of messages by location; the last four add up to `messages`. `offloaded`: no part of them is in the
   * context. */
  history: { messages: number; inContext: number; offloaded: number; behindCheckpoints: number; evicted: number }
  recommendations: string[]
  freshSession: { advised: boolean; handover: string }
}

export interface StatusRecords {
  session: Session
  status: ContextStatus
  /** Number of messages with at least one part in the context. */
  inContext: number
  reductions: readonly Reduction[]
  checkpoints: readonly Checkpoint[]
  goals: readonly Goal[]
  /** Hand-over text for a fresh session. */
  handover: string
}

export function statusReport({
  session,
  status,
  inContext,
  reductions,
  checkpoints,
  goals,
  handover,
}: StatusRecords): StatusReport {
  const inOrder = [...checkpoints].sort((a, b) => a.range.to - b.range.to)
  const active = activeGoal(goals)
  const behindCheckpoints = checkpoints.reduce((sum, { covered }) => sum + countOf(covered), 0)
  const advised = isFreshAdvised(session, status)
  return {
    sessionId: session.id,
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
    watermark: session.watermark ?? NO_WATERMARK,
    goal: active && {
      id: active.id,
      description: active.description,
      priority: active.priority,
      openSteps: active.items.filter((item) => item.kind === 'step' && item.status !== 'completed').length,
    },
    history: {
      messages: session.lastSeq,
      inContext,
      offloaded: session.lastSeq - inContext - behindCheckpoints - session.evictedCount,
      behindCheckpoints,
      evicted: session.evictedCount,
    },
    recommendations: recommendationsFor(session, status, advised),
    freshSession: { advised, handover },
  }
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

function isFreshAdvised(session: Session, { reliability, used, limit }: ContextStatus): boolean {
  const isNearlyFull = used >= FRESH_SESSION_SHARE * limit
  return isNearlyFull || reliability.warning !== undefined || session.compressor.state === 'stuck'
}

function recommendationsFor(session: Session, status: ContextStatus, advised: boolean): string[] {
  const found: string[] = []
  if (advised)
    found.push(
      'Start a fresh session at the next finished step, with the hand-over below: goals, exact lines, checkpoints and the user’s last messages, verbatim.',
    )
  if (status.reliability.warning !== undefined)
    found.push(`Use a larger model: with this size, warnings start at ${warnsAfter(session)} compressions.`)
  else if (status.reliability.score < LOW_SCORE) found.push(lowScoreAdvice(status.reliability.score))
  if (session.compressor.state === 'stuck')
    found.push('Nothing more can be shrunk: send shorter messages, or use a larger window.')
  if (session.quality.extractiveShare > 0)
    found.push(
      'Let a model rewrite the extractive checkpoints: this starts when the session is idle and the model is available.',
    )
  if (status.basis === 'estimated' || status.basis === 'family')
    found.push(
      'Report `usage.promptTokens` with appended messages, so that counts are measured in the model’s own tokens.',
    )
  return found
}
