import type { CompressionEventData } from './compression/event-data.js'
import type { CutKind } from './context/cut.js'
import type { WatermarkBy } from './session/watermark.js'
import type { DriftAction } from './drift/advice.js'
import type { GoalEventData } from './goal/event-data.js'
import type { ModelFault } from './model/breaker.js'
import type { ReductionEventType } from './reductions/registry.js'
import type { BudgetLevel } from './session/budget.js'
import type { Reliability } from './session/reliability.js'
import type { ContextStatus } from './session/status.js'
import type { TokenBasis } from './session/token-scale.js'
import type { Format, Role, SeqRange } from './message.js'
import type { RecallExcerpt, RecallReason } from './recall/recall.js'
import type { StandingEventData } from './standing/event-data.js'
import type { TimeEventData } from './time/event-data.js'

/** Data of every event type: ids, seqs and counts, never message content. All sizes are in tokens of the
 * session's model, unless noted. [P10] [T2]
 * `http/schemas/events` publishes one schema per entry. The compiler checks it against this interface. */
export interface EventData
  extends
    Record<ReductionEventType, ReducedData>,
    CompressionEventData,
    GoalEventData,
    TimeEventData,
    StandingEventData {
  'session-created': {
    model: string
    limit: number
    reserve: number
    tier: string
    window: number | 'unverified'
    preset: string
    mode: string
  }
  'session-updated': {
    /** Names of the changed fields. */
    changed: string[]
    version: number
    /** Present when the model's real window became known. */
    window?: number
    limit?: number
    reserve?: number
  }
  'session-deleted': {
    /** What was removed. */
    messages: number
    checkpoints: number
    compressions: number
    reductions: number
    snapshots: number
    events: number
    searchRows: number
    /** A request, or the retention of the app. */
    by: 'request' | 'retention'
  }
  'session-expiring': {
    /** Days without activity that the app allows. */
    retentionDays: number
    /** When the session is deleted, unless it becomes active again. ISO 8601. */
    deletesAt: string
  }
  'session-imported': {
    /** `palimpsest` for our own files, else the format of the messages. */
    format: 'palimpsest' | Format
    messages: number
    /** Id of the session in the file, if another session has it here; else null. */
    originalId: string | null
  }
  'message-appended': {
    messages: { id: string; seq: number; role: Role; tokens: number }[]
    used: number
    limit: number
    version: number
    /** An answer that ended early, at a door. Absent: it did not. */
    interrupted?: boolean
  }
  'context-recalled': {
    /** The message of the person. */
    seq: number
    excerpts: Omit<RecallExcerpt, 'text' | 'start'>[]
    /** Tokens of the block; 0: none. */
    tokens: number
    /** Duration of the decision in milliseconds. */
    ms: number
    /** Why nothing was recalled. */
    reason?: RecallReason
  }
  'budget-updated': ContextStatus
  'budget-warning': { used: number; limit: number; utilization: number }
  'level-changed': { from: BudgetLevel; to: BudgetLevel; used: number; limit: number }
  'tokens-recalibrated': {
    basis: TokenBasis
    ratio: number
    margin: number
    ratioBefore: number
    /** Tokens in the context with the old and with the new ratio. */
    usedBefore: number
    usedAfter: number
    limit: number
  }
  /** In base tokens. */
  'count-deviation': {
    /** Messages counted again. */
    checked: number
    deviations: { seq: number; stored: number; recounted: number }[]
  }
  'reliability-changed': {
    from: Reliability['level']
    to: Reliability['level']
    score: number
    reasons: string[]
    compressions: number
    warning?: string
  }
  'reliability-warning': {
    /** `compressions`: as many as a model of this size handles; `score`: it fell under 40%. */
    cause: 'compressions' | 'score'
    model: string
    compressions: number
    score: number
    level: Reliability['level']
    recommendation: string
  }
  'fresh-session-advised': { used: number; limit: number; utilization: number; recommendation: string }
  'context-rewritten': {
    kind: CutKind
    reason: string
    version: number
    tokensBefore: number
    tokensAfter: number
    /** Number of messages and parts that were removed or replaced. */
    removedBlocks: number
    checkpointId?: string
    /** Evicted messages that came back. */
    returned?: SeqRange[]
  }
  'prompt-evaluated': { version: number; lastSeq: number; promptTokens: number | null; durationMs: number }
  'messages-evicted': { reason: string; ranges: SeqRange[] }
  'message-pinned': { seq: number; tokens: number }
  'message-unpinned': { seq: number; tokens: number }
  'watermark-advanced': {
    from: number
    to: number
    by: WatermarkBy
    callId?: string | null
    toolName?: string | null
    /** The tool whose next call will be the boundary. */
    pending?: string
  }
  emergency: { tokensBefore: number; tokensAfter: number; limit: number; reserve: number }
  'drift-detected': {
    /** The message that drifted; null if the request described an action instead. */
    seq: number | null
    score: number
    action: DriftAction
    recommendation: string
    /** Score by indicator; null if the indicator had no input. */
    indicators: { [name: string]: number | null }
    intent: string
    /** Seqs of the messages whose excerpts help the session recover. */
    excerpts: number[]
    compressionId: string | null
  }
  'audit-failed': { version: number; violations: { rule: string; seq: number | null; found: string }[] }
  'system-prompt-over-budget': { tokens: number; budget: number }
  'fixed-part-over-budget': {
    tokens: number
    budget: number
    parts: { name: 'system' | 'tools' | 'goals'; tokens: number }[]
  }
  'model-unavailable': { server: string; model: string | null; fault: ModelFault; until: string | null }
  'model-available': {
    server: string
    model: string | null
    wasUnavailableSince?: string | null
    wasUnfitSince?: string | null
  }
  'model-unfit': {
    server: string
    model: string | null
    reason: string
    refusedInARow: number
    nextTrialAt: string
    advice: string
  }
  'model-window-lowered': { server: string; model: string; from: number; to: number }
}

export interface ReducedData {
  parts: {
    id: string
    seq: number
    resultKind?: string
    toolName: string | null
    tokensBefore: number
    tokensAfter: number
  }[]
}
