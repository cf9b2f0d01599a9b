import {
  availableTokens,
  conversationTokens,
  triggerTokens,
  usedTokens,
  type BudgetLevel,
  type TokenCounts,
} from './budget.js'
import { errorBar, isTrusted } from './calibration.js'
import { pluralize, formatInteger } from '../number-format.js'
import { reliabilityOf, type Reliability } from './reliability.js'
import { compressorStatus, type CompressorStatus } from './compressor.js'
import type { Session } from './session.js'

/** What every reply about a session says of its window. Token figures throughout. [B5] */
export interface ContextStatus {
  limit: number
  reserve: number
  used: number
  available: number
  /** Conversation tokens at which a compression is owed; null: the policy has none. */
  trigger: number | null
  untilCompression: number | null
  /** used / limit. */
  utilization: number
  level: BudgetLevel
  basis: 'estimated' | 'calibrated'
  /** How far the model's own count may be from ours, as a share of ours. [T2] */
  errorBar: number
  breakdown: TokenCounts
  checkpoints: number
  compressions: number
  reliability: Reliability
  compressor: CompressorStatus
  degraded: string[]
  display: string
}

const LIGHTS: Record<BudgetLevel, string> = { GREEN: '🟢', YELLOW: '🟡', ORANGE: '🟠', RED: '🔴', CRITICAL: '🚨' }

/** @param modelTroubles what keeps the summary model from writing, in words */
export function contextStatus(session: Session, modelHealthIssues: readonly string[] = []): ContextStatus {
  const { limit, reserve, tokenCounts, level, checkpointCount: checkpoints, compressionCount: compressions } = session
  const used = usedTokens(tokenCounts)
  const trigger = triggerTokens(limit, tokenCounts, session.policy.summarize)
  const utilization = Math.round((used / limit) * 1000) / 1000
  const times = pluralize(compressions, 'compression')
  return {
    limit,
    reserve,
    used,
    available: availableTokens(limit, tokenCounts),
    trigger,
    untilCompression: trigger === null ? null : Math.max(0, trigger - conversationTokens(tokenCounts)),
    utilization,
    level,
    basis: isTrusted(session.calibration) ? 'calibrated' : 'estimated',
    errorBar: errorBar(session.calibration),
    breakdown: tokenCounts,
    checkpoints,
    compressions,
    reliability: reliabilityOf(session),
    compressor: compressorStatus(session.compressor),
    degraded: [...degradations(session, used), ...modelHealthIssues],
    display: `Context: ${formatInteger(used)}/${formatInteger(limit)}  ${LIGHTS[level]} ${Math.round(utilization * 100)}%  (${times})`,
  }
}

function degradations(session: Session, used: number): string[] {
  const found: string[] = []
  if (session.window !== 'unverified' && session.window < session.limit)
    found.push(
      `window-exceeded: the model holds ${session.window} tokens, less than the limit of ${session.limit}; open a session of that size`,
    )
  if (used > session.limit - session.reserve)
    found.push('over-limit: it will be shrunk before the context is next handed out')
  if (session.quality.extractiveShare > 0) found.push('extractive-checkpoints: no model has rewritten these yet')
  if (session.evictedCount > 0)
    found.push(`set-aside: ${session.evictedCount} messages are in history but not in the context`)
  if (session.compressor.state === 'stuck') found.push(`stuck: ${session.compressor.reason}`)
  return found
}
