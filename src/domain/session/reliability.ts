/** How far the context can be trusted to still say what was said. [Q1] [Q2] */
import { isTrusted } from './calibration.js'
import { pluralize } from '../number-format.js'
import { sizeText } from './model-size.js'
import type { Policy } from './policy.js'
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
/** Counts that no report of a real prompt has confirmed. */
const UNCALIBRATED_FACTOR = 0.95
const LINEAR = { each: 0.15, floor: 0.3 }
const GEOMETRIC = 0.9

/** What a session's reliability is made of. */
export type Judged = Pick<Session, 'quality' | 'compressionCount' | 'calibration'> & {
  policy: Pick<Policy, 'reliability'>
}

/** `factor × penalty × confidence`, with each of them as a reason where it is not 1. [Q1] */
export function reliabilityOf(session: Judged): Reliability {
  const { parameters, verification, extractiveShare } = session.quality
  const compressions = session.compressionCount
  const size = sizeOf(session)
  const factor = MODEL_FACTORS.find(([from]) => size >= from)![1]
  const kind = session.policy.reliability.penalty
  const penalty = penaltyFor(compressions, kind)
  const extractive = 1 - extractiveShare * (1 - EXTRACTIVE_FACTOR)
  const counts = isTrusted(session.calibration) ? 1 : UNCALIBRATED_FACTOR
  const confidence = verification * extractive * counts
  const score = round(factor * penalty * confidence)
  const reasons = [`model size ${parameters === null ? 'unknown, taken as 7B' : sizeText(parameters)}: × ${factor}`]
  if (compressions > 0) {
    const each = kind === 'geometric' ? `, × ${GEOMETRIC} for each` : ''
    reasons.push(`${pluralize(compressions, 'compression')}${each}: × ${round(penalty)}`)
  }
  if (verification < 1) reasons.push(`exact facts kept by the checkpoints: × ${round(verification)}`)
  if (extractiveShare > 0)
    reasons.push(`${Math.round(extractiveShare * 100)} % stands behind copied lines: × ${round(extractive)}`)
  if (counts < 1) reasons.push(`token counts not checked against the model’s own: × ${counts}`)
  const warning =
    compressions >= warnsAfter(session)
      ? `${pluralize(compressions, 'compression')}, and the model is ${parameters === null ? 'of unknown size' : `one of ${sizeText(parameters)}`}: a fresh session or a larger model would be safer.`
      : undefined
  return { score, level: levelOf(score), reasons, ...(warning ? { warning } : {}) }
}

/** Compressions from which on a session of this model is warned about. [Q2] */
export function warnsAfter(session: Pick<Session, 'quality'>): number {
  return WARN_AFTER.find(([upTo]) => sizeOf(session) <= upTo)![1]
}

function sizeOf({ quality }: Pick<Session, 'quality'>): number {
  return quality.parameters ?? UNKNOWN_PARAMETERS
}

function penaltyFor(compressions: number, kind: Policy['reliability']['penalty']): number {
  return kind === 'geometric' ? GEOMETRIC ** compressions : Math.max(1 - LINEAR.each * compressions, LINEAR.floor)
}

function levelOf(score: number): Reliability['level'] {
  return score >= 0.85 ? 'High' : score >= 0.6 ? 'Medium' : score >= 0.4 ? 'Low' : 'Critical'
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
