import { availableTokens, triggerTokens, type BudgetLevel, type TokenCounts } from './budget.js'
import { handedOutTokens, modelCounts, untilCompression } from './model-tokens.js'
import { pluralize, formatInteger } from '../number-format.js'
import { reliabilityOf, type Reliability } from './reliability.js'
import { compressorStatus, type CompressorStatus } from './compressor.js'
import type { Session } from './session.js'
import type { TokenBasis } from './token-scale.js'

/** Budget of a session's window, part of every reply about the session. Counts are in model tokens. [B5] [T2] */
export interface ContextStatus {
  limit: number
  reserve: number
  /** Tokens of the context that the next read returns, at most. */
  used: number
  /** Tokens stored beyond that. They leave the context before it is next returned, and stay readable. */
  waiting: number
  available: number
  /** Conversation tokens that trigger a compression; null if the policy has no trigger. */
  trigger: number | null
  untilCompression: number | null
  /** used / limit. */
  utilization: number
  /** Level of used + waiting. */
  level: BudgetLevel
  basis: TokenBasis
  /** Model tokens per base token. [T2] */
  ratio: number
  /** Possible error of the ratio, as a share. A context fits if it fits with ratio × (1 + margin). */
  margin: number
  /** Adds up to used + waiting. */
  breakdown: Required<TokenCounts>
  checkpoints: number
  compressions: number
  reliability: Reliability
  compressor: CompressorStatus
  degraded: string[]
  display: string
}

/** Returns the status of a session.
 * @param modelHealthIssues reasons why the summary model cannot write, as text */
export function contextStatus(session: Session, modelHealthIssues: readonly string[] = []): ContextStatus {
  const { limit, reserve, level, checkpointCount: checkpoints, compressionCount: compressions } = session
  const { basis, ratio, margin } = session.scale
  const breakdown = modelCounts(session)
  const { used, waiting } = handedOutTokens(session)
  const left = untilCompression(session)
  const trigger = triggerTokens(limit, breakdown, session.policy.summarize)
  const utilization = Math.round((used / limit) * 1000) / 1000
  const reliability = reliabilityOf(session)
  return {
    limit,
    reserve,
    used,
    waiting,
    available: availableTokens(limit, breakdown),
    trigger,
    untilCompression: left === null ? null : Math.max(0, left),
    utilization,
    level,
    basis,
    ratio,
    margin,
    breakdown,
    checkpoints,
    compressions,
    reliability,
    compressor: compressorStatus(session.compressor),
    degraded: [...degradations(session), ...modelHealthIssues],
    display: displayLine(session, { used, waiting }),
  }
}

/** Returns a line of facts, such as
 * `Context: 9,219/13,600 (68%) · 14 compressions · 432 stored, 0 lost · 45 in view, 387 readable`. [Q1a] */
function displayLine(session: Session, { used, waiting }: Pick<ContextStatus, 'used' | 'waiting'>): string {
  const { limit, lastSeq: stored, inViewCount, lostCount = 0 } = session
  const waits = waiting === 0 ? '' : `, ${formatInteger(waiting)} more to shrink`
  return [
    `Context: ${formatInteger(used)}/${formatInteger(limit)} (${Math.round((used / limit) * 100)}%)${waits}`,
    pluralize(session.compressionCount, 'compression'),
    `${formatInteger(stored)} stored, ${formatInteger(lostCount)} lost`,
    ...(inViewCount === undefined
      ? []
      : [`${formatInteger(inViewCount)} in view, ${formatInteger(stored - inViewCount - lostCount)} readable`]),
  ].join(' · ')
}

function degradations(session: Session): string[] {
  const found: string[] = []
  if (session.window !== 'unverified' && session.window < session.limit)
    found.push(
      `window-exceeded: the model's window is ${session.window} tokens, less than the limit of ${session.limit}; open a session of that size`,
    )
  const { waiting } = handedOutTokens(session)
  if (waiting > 0)
    found.push(`over-limit: ${pluralize(waiting, 'token')} will leave the context before it is next returned`)
  if (session.quality.extractiveShare > 0) found.push('extractive-checkpoints: no model has rewritten these yet')
  const evicted = session.evictedCount - (session.withdrawnCount ?? 0)
  if (evicted > 0) found.push(`evicted: ${pluralize(evicted, 'message')} in history only, not in the context`)
  if (session.excerptCount)
    found.push(`excerpt: ${pluralize(session.excerptCount, 'oversized message')} of the user shown as head and tail`)
  if (session.compressor.state === 'stuck') found.push(`stuck: ${session.compressor.reason}`)
  return found
}
