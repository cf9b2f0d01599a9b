import { roundedShare } from '../number-format.js'
import type { SourceMessage } from '../source/types.js'
import type { Indicator, Intent } from './indicator.js'
import { intentMatchOf, type Meaning } from './intent-match.js'
import { clarificationOf, completionOf } from './completion-signals.js'
import type { Step } from './step.js'
import { trajectoryOf } from './trajectory.js'

/** Decides whether a step still serves the intent of its session. [Q3] */

export const DRIFT_VERDICTS = ['ALIGNED', 'DRIFT_DETECTED'] as const
export type DriftVerdict = (typeof DRIFT_VERDICTS)[number]

/** Steps with a lower score have drifted. This threshold finds the most drift at 1.5% false alarms on the tuning half
 * of the labeled steps (`npm run eval -- drift`). */
export const DRIFT_BELOW = 0.58

export interface DriftQuestion {
  step: Step
  intent: Intent
  /** The newest messages before the step, in order. */
  messages: readonly SourceMessage[]
  /** Other texts of the session: checkpoints and ledger. */
  known: readonly string[]
  /** Assistant steps since the last compression, including this one; null if nothing was compressed. */
  stepsSinceCompression: number | null
  /** Number of files known to be written before `messages`. */
  artifacts: number
  /** Similarity by embeddings, or the reason for its absence. */
  meaning: Meaning | { without: string }
}

export interface DriftAnswer {
  verdict: DriftVerdict
  /** Weighted mean of the indicators, 0 to 1. */
  score: number
  indicators: Indicator[]
}

/** Scores a step by all indicators. Linear in the text of the messages. */
export function judgeDrift(question: DriftQuestion): DriftAnswer {
  const { step, messages, intent, known } = question
  const indicators = [
    intentMatchOf(step, messages, intent, question.meaning),
    trajectoryOf(step, messages, [intent.text, ...known]),
    clarificationOf(step, question.stepsSinceCompression),
    completionOf(step, messages, intent, question.artifacts),
  ]
  const weight = indicators.reduce((sum, indicator) => sum + indicator.weight, 0)
  const score = roundedShare(
    indicators.reduce((sum, indicator) => sum + indicator.weight * indicator.score, 0) / weight,
  )
  return {
    verdict: score < DRIFT_BELOW ? 'DRIFT_DETECTED' : 'ALIGNED',
    score,
    indicators: indicators.map((indicator) => ({ ...indicator, score: roundedShare(indicator.score) })),
  }
}
