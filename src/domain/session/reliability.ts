/** Scores how faithfully the context still represents the history. [Q1] [Q2] */
import { pluralize } from '../number-format.js'
import { hostedParameters, nominalSize, sizeText } from './model-size.js'
import type { Policy } from './policy.js'
import type { Session } from './session.js'

export interface Reliability {
  /** 0 to 1. */
  score: number
  level: 'High' | 'Medium' | 'Low' | 'Critical'
  /** The best score that a session with this model can have. [Q1a] */
  reachable: number
  /** Share of the exact facts of the messages behind checkpoints that these keep; the others are readable. null: nothing
   * was compressed. [Q1a] */
  factsKept: number | null
  reasons: string[]
  warning?: string
}

/** Pairs of minimum nominal size, in billions of parameters, and factor. An unknown size counts as 7. */
const MODEL_FACTORS: readonly (readonly [number, number])[] = [
  [70, 0.95],
  [30, 0.85],
  [13, 0.7],
  [7, 0.5],
  [0, 0.3],
]
const UNKNOWN_PARAMETERS = 7
/** Pairs of maximum nominal size, in billions of parameters, and compressions after which the session gets a warning. */
const WARN_AFTER: readonly (readonly [number, number])[] = [
  [3, 3],
  [7, 5],
  [13, 7],
  [Infinity, 10],
]
const EXTRACTIVE_FACTOR = 0.8
/** Applies to token counts that no server report has confirmed. */
const UNCALIBRATED_FACTOR = 0.95
const LINEAR = { each: 0.15, floor: 0.3 }
const GEOMETRIC = 0.9

/** Session fields that determine its reliability. */
export type ReliabilityInput = Partial<Pick<Session, 'model'>> &
  Pick<Session, 'quality' | 'compressionCount' | 'scale'> & {
    policy: Pick<Policy, 'reliability'>
  }

/** Returns `factor × penalty × confidence`. Each of them that is not 1 is listed as a reason. [Q1] */
export function reliabilityOf(session: ReliabilityInput): Reliability {
  const { verification, extractiveShare } = session.quality
  const compressions = session.compressionCount
  const size = sizeOf(session)
  const factor = MODEL_FACTORS.find(([from]) => size >= from)![1]
  const kind = session.policy.reliability.penalty
  const penalty = penaltyFor(compressions, kind)
  const extractive = 1 - extractiveShare * (1 - EXTRACTIVE_FACTOR)
  const { basis } = session.scale
  const counts = basis === 'measured' || basis === 'exact' ? 1 : UNCALIBRATED_FACTOR
  const confidence = verification * extractive * counts
  const score = round(factor * penalty * confidence)
  const reasons = [`${sizeReason(session)}: × ${factor}`]
  if (compressions > 0) {
    const each = kind === 'geometric' ? `, × ${GEOMETRIC} for each` : ''
    reasons.push(`${pluralize(compressions, 'compression')}${each}: × ${round(penalty)}`)
  }
  if (verification < 1) reasons.push(`exact facts kept by the checkpoints: × ${round(verification)}`)
  if (extractiveShare > 0)
    reasons.push(`${Math.round(extractiveShare * 100)}% covered by extractive checkpoints: × ${round(extractive)}`)
  if (counts < 1) reasons.push(`token counts not calibrated with the model’s own: × ${counts}`)
  const warning = compressions >= warnsAfter(session) ? compressionsWarning(session) : undefined
  const level = levelOf(score)
  const factsKept = compressions === 0 ? null : round(verification)
  return { score, level, reachable: round(factor * counts), factsKept, reasons, ...(warning ? { warning } : {}) }
}

/** Share of the limit from which a fresh session is advised. [B4] */
export const FRESH_SESSION_SHARE = 0.85
export const FRESH_SESSION_ADVICE =
  'The context is nearly full. Start a fresh session at the next finished step, with the hand-over of `GET …/status`, ' +
  'or use a larger window. Until then continue: everything stays readable.'

/** A score below this earns a warning. [Q2] */
export const LOW_SCORE = 0.4

/** Returns what to do about a score below `LOW_SCORE`. Small models start near it, so it names no moment that comes with
 * every compression. [Q2] */
export function lowScoreAdvice(score: number): string {
  return (
    `Reliability ${Math.round(score * 100)}% is under ${LOW_SCORE * 100}%. Continue while the model makes good ` +
    'progress, and check exact facts against the history. When the present task is done, start a fresh session with ' +
    'the hand-over of `GET …/status`. A larger model or window keeps more.'
  )
}

function compressionsWarning({ quality: { parameters }, compressionCount, model }: ReliabilityInput): string {
  const size = parameters === null ? 'unknown size' : `size ${sizeText(parameters)}`
  return (
    `${pluralize(compressionCount, 'compression')} with ${model === undefined ? 'a model' : model} of ${size}: continue ` +
    'while it makes good progress; at the next finished step, start a fresh session or use a larger model or window.'
  )
}

/** Returns the number of compressions at which a session of this model gets a warning. [Q2] */
export function warnsAfter(session: Pick<Session, 'quality'>): number {
  return WARN_AFTER.find(([upTo]) => sizeOf(session) <= upTo)![1]
}

function sizeReason({ quality: { parameters }, model }: ReliabilityInput): string {
  if (parameters === null) return 'model size unknown, assumed 7B'
  const assumed = model === undefined ? null : hostedParameters(model)
  return assumed === parameters
    ? `hosted model, counts as ${sizeText(parameters)}`
    : `model size ${sizeText(parameters)}`
}

function sizeOf({ quality }: Pick<Session, 'quality'>): number {
  return nominalSize(quality.parameters ?? UNKNOWN_PARAMETERS)
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
