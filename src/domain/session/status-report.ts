/** What a session is told to be, in one reading: beside the figures of its window what was done to it, and what a new one would need.
 * [R5] [Q2] */
import { activeGoal, type Goal } from '../goal/goal.js'
import { REDUCTION_KINDS, type Reduction, type ReductionKind } from '../context/reduction.js'
import { countOf } from '../ranges.js'
import { warnsAfter } from './reliability.js'
import type { Checkpoint } from '../compression/checkpoint.js'
import type { Session } from './session.js'
import type { ContextStatus } from './status.js'
import { NO_WATERMARK, type Watermark } from '../context/watermark.js'

/** Stand-ins of one kind in the context. */
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
  /** Live ones, oldest first. */
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
  /** The active one. */
  goal: { id: string; description: string; priority: string; openSteps: number } | null
  /** Where the messages are. `putAway`: no part of them stands in the context any more; the four places add up to all. */
  history: { messages: number; inContext: number; offloaded: number; behindCheckpoints: number; evicted: number }
  recommendations: string[]
  freshSession: { advised: boolean; handover: string }
}

export interface StatusRecords {
  session: Session
  status: ContextStatus
  /** Messages of which anything stands in the context. */
  inContext: number
  reductions: readonly Reduction[]
  checkpoints: readonly Checkpoint[]
  goals: readonly Goal[]
  /** What a fresh session would be handed. */
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
    reductions: REDUCTION_KINDS.map((kind) => ofKind(kind, reductions)).filter(({ count }) => count > 0),
    checkpoints: inOrder.map(({ id, number, level, range: { from, to }, tokens, originalTokens }) => {
      return { id, number, level, from, to, tokens, originalTokens }
    }),
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

/** A part may be reduced more than once: every step counts for what it saved. */
function ofKind(kind: ReductionKind, reductions: readonly Reduction[]): ReducedKind {
  const ofIt = reductions.filter((reduction) => reduction.kind === kind)
  return {
    kind,
    count: ofIt.length,
    tokensBefore: ofIt.reduce((sum, { tokensBefore }) => sum + tokensBefore, 0),
    tokensAfter: ofIt.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0),
  }
}

function isFreshAdvised(session: Session, { reliability }: ContextStatus): boolean {
  return reliability.warning !== undefined || session.compressor.state === 'stuck'
}

function recommendationsFor(session: Session, status: ContextStatus, advised: boolean): string[] {
  const found: string[] = []
  if (advised)
    found.push(
      'Start a fresh session and give it the hand-over below: goals, exact lines, checkpoints and the user’s last words, word for word.',
    )
  if (status.reliability.warning !== undefined)
    found.push(`Use a larger model: one of this size is warned about from ${warnsAfter(session)} compressions on.`)
  if (session.compressor.state === 'stuck')
    found.push('Nothing more can be shrunk: send shorter messages, or take a larger window.')
  if (session.quality.extractiveShare > 0)
    found.push(
      'Let a model write the copied checkpoints anew: it is asked when the session is quiet and the model can be reached.',
    )
  if (status.basis === 'estimated')
    found.push('Report `usage.promptTokens` with appended messages: counts are then checked against the model’s own.')
  return found
}
