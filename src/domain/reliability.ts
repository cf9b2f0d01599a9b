/** How far the context can be trusted to still say what was said. [Q1] [Q2] */
import type { Session } from './session.js'

export interface Reliability {
  /** 0 to 1. */
  score: number
  level: 'High' | 'Medium' | 'Low' | 'Critical'
  reasons: string[]
  warning?: string
}

/** Smallest size in billions of parameters → factor. Unknown counts as 7. */
const MODEL_FACTORS: readonly (readonly [number, number])[] = [
  [70, 0.95],
  [30, 0.85],
  [13, 0.7],
  [7, 0.5],
  [0, 0.3],
]
const UNKNOWN_PARAMETERS = 7
/** Compressions after which a model of at most this size is warned about. */
const WARN_AFTER: readonly (readonly [number, number])[] = [
  [3, 3],
  [7, 5],
  [13, 7],
  [Infinity, 10],
]
const EXTRACTIVE_FACTOR = 0.8

export function reliabilityOf(session: Pick<Session, 'quality' | 'compressionCount'>): Reliability {
  const { parameters, verification, extractiveShare } = session.quality
  const compressions = session.compressionCount
  const size = parameters ?? UNKNOWN_PARAMETERS
  const factor = MODEL_FACTORS.find(([from]) => size >= from)![1]
  const penalty = Math.max(1 - 0.15 * compressions, 0.3)
  const extractive = 1 - extractiveShare * (1 - EXTRACTIVE_FACTOR)
  const confidence = verification * extractive
  const score = round(factor * penalty * confidence)
  const reasons = [`model size ${parameters === null ? 'unknown, taken as 7B' : `${parameters}B`}: × ${factor}`]
  if (compressions > 0) reasons.push(`${compressions} compression${compressions === 1 ? '' : 's'}: × ${round(penalty)}`)
  if (verification < 1) reasons.push(`exact facts kept by the checkpoints: × ${round(verification)}`)
  if (extractiveShare > 0) reasons.push(`${Math.round(extractiveShare * 100)} % stands behind copied lines: × ${round(extractive)}`)
  const warnAfter = WARN_AFTER.find(([upTo]) => size <= upTo)![1]
  const warning =
    compressions >= warnAfter
      ? `${compressions} compressions are many for a model of this size: a fresh session or a larger model would be safer.`
      : undefined
  return { score, level: levelOf(score), reasons, ...(warning ? { warning } : {}) }
}

function levelOf(score: number): Reliability['level'] {
  return score >= 0.85 ? 'High' : score >= 0.6 ? 'Medium' : score >= 0.4 ? 'Low' : 'Critical'
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
