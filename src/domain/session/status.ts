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

/** Budget of a session's window, part of every reply about the session. Counts are in tokens. [B5] */
export interface ContextStatus {
  limit: number
  reserve: number
  used: number
  available: number
  /** Conversation tokens that trigger a compression; null if the policy has no trigger. */
  trigger: number | null
  untilCompression: number | null
  /** used / limit. */
  utilization: number
  level: BudgetLevel
  basis: 'estimated' | 'calibrated'
  /** Possible deviation of the model's own count from the base count, as a share of the base count. [T2] */
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

/** Returns the status of a session.
 * @param modelHealthIssues reasons why the summary model cannot write, as text */
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
      `window-exceeded: the model's window is ${session.window} tokens, less than the limit of ${session.limit}; open a session of that size`,
    )
  if (used > session.limit - session.reserve)
    found.push('over-limit: the context will be shrunk before it is next returned')
  if (session.quality.extractiveShare > 0) found.push('extractive-checkpoints: no model has rewritten these yet')
  if (session.evictedCount > 0)
    found.push(`evicted: ${session.evictedCount} messages are in history but not in the context`)
  if (session.excerptCount)
    found.push(`excerpt: ${session.excerptCount} oversized messages of the user appear as head and tail`)
  if (session.compressor.state === 'stuck') found.push(`stuck: ${session.compressor.reason}`)
  return found
}
