import type { Summarizer } from '../checkpoint/checkpoint.js'
import type { CompressionTrigger, Strategy } from './compression.js'

/** Data of the events about compressions and checkpoints. All sizes are in tokens of the session's model. */
export interface CompressionEventData {
  'compression-queued': {
    compressionId: string
    trigger: CompressionTrigger
    strategy: Strategy
    used: number
    limit: number
  }
  'compression-started': {
    compressionId: string
    messages: number
    from: number
    to: number
    tokens: number
    /** The extractive checkpoint that a model rewrites. */
    upgrades?: string
    /** The provisional checkpoint whose messages are covered again. */
    replaces?: string
  }
  'compression-progress': { compressionId: string; from: number; to: number; outputTokens: number }
  compressed: {
    compressionId: string
    /** null: the messages were evicted without a summary. */
    checkpointId: string | null
    messages: number
    tokensBefore: number
    tokensAfter: number
    modelCalls: number
    /** Why no model wrote the checkpoint; null if a model wrote it or none was requested. */
    withoutModel: string | null
    durationMs: number
  }
  'compression-skipped': { compressionId: string; reason: string }
  'compression-error': { compressionId: string; reason: string; detail: string }
  'compression-stuck': {
    reason: string
    used: number
    limit: number
    /** What fills the context, largest first. */
    filledBy: { seq: number; role: string; tokens: number }[]
  }
  'checkpoint-created': {
    checkpointId: string
    number: number
    level: number
    from: number
    to: number
    messages: number
    tokens: number
    originalTokens: number
    summarizer: Summarizer['kind']
    score: number
    saved: number
    /** The provisional checkpoint whose messages it also covers. */
    replaces?: string
  }
  'checkpoint-aged': AgedData
  'checkpoint-merged': AgedData
  'checkpoint-upgraded': {
    compressionId: string
    checkpointId: string
    replaces: string
    number: number
    summarizer: Summarizer['kind']
    tokensBefore: number
    tokensAfter: number
    scoreBefore: number
    scoreAfter: number
  }
}

export interface AgedData {
  checkpointId: string
  replaces: string[]
  /** Highest level of those it replaces. */
  levelBefore: number
  level: number
  generation: number
  tokensBefore: number
  tokensAfter: number
  lines: number
  /** Lines that had waited for free tokens and came back. Only they can make it larger. */
  returned: number
}
