import { availableTokens, triggerTokens, usedTokens, type BudgetLevel, type TokenCounts } from './budget.js'
import { fitLimit, modelCounts, untilCompression, usedModelTokens } from './model-tokens.js'
import { pluralize, formatInteger } from '../number-format.js'
import { reliabilityOf, type Reliability } from './reliability.js'
import { compressorStatus, type CompressorStatus } from './compressor.js'
import type { Session } from './session.js'
import type { TokenBasis } from './token-scale.js'

/** Budget of a session's window, part of every reply about the session. Counts are in model tokens. [B5] [T2] */
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
  basis: TokenBasis
  /** Model tokens per base token. [T2] */
  ratio: number
  /** Possible error of the ratio, as a share. A context fits if it fits with ratio × (1 + margin). */
  margin: number
  /** Adds up to `used`. */
  breakdown: Required<TokenCounts>
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
  const { limit, reserve, level, checkpointCount: checkpoints, compressionCount: compressions } = session
  const { basis, ratio, margin } = session.scale
  const breakdown = modelCounts(session)
  const used = usedModelTokens(session)
  const left = untilCompression(session)
  const trigger = triggerTokens(limit, breakdown, session.policy.summarize)
  const utilization = Math.round((used / limit) * 1000) / 1000
  const reliability = reliabilityOf(session)
  return {
    limit,
    reserve,
    used,
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
    display: displayLine({ used, limit, level, score: reliability.score, compressions }),
  }
}

/** Returns a line such as `Context: 5,234/13,600 (38%) 🟡 · reliability 65% · 2 compressions`. */
function displayLine(now: {
  used: number
  limit: number
  level: BudgetLevel
  score: number
  compressions: number
}): string {
  const { used, limit, level, score, compressions } = now
  const share = `${formatInteger(used)}/${formatInteger(limit)} (${Math.round((used / limit) * 100)}%)`
  const reliability = `reliability ${Math.round(score * 100)}%`
  return `Context: ${share} ${LIGHTS[level]} · ${reliability} · ${pluralize(compressions, 'compression')}`
}

function degradations(session: Session): string[] {
  const found: string[] = []
  if (session.window !== 'unverified' && session.window < session.limit)
    found.push(
      `window-exceeded: the model's window is ${session.window} tokens, less than the limit of ${session.limit}; open a session of that size`,
    )
  if (usedTokens(session.tokenCounts) > fitLimit(session))
    found.push('over-limit: the context will be shrunk before it is next returned')
  if (session.quality.extractiveShare > 0) found.push('extractive-checkpoints: no model has rewritten these yet')
  const evicted = session.evictedCount - (session.withdrawnCount ?? 0)
  if (evicted > 0) found.push(`evicted: ${pluralize(evicted, 'message')} in history only, not in the context`)
  if (session.excerptCount)
    found.push(`excerpt: ${pluralize(session.excerptCount, 'oversized message')} of the user shown as head and tail`)
  if (session.compressor.state === 'stuck') found.push(`stuck: ${session.compressor.reason}`)
  return found
}
