import type { SourceMessage } from '../source/types.js'
import type { Indicator, Intent } from './indicator.js'
import { intentMatchOf, type Meaning } from './intent-match.js'
import { clarificationOf, completionOf } from './completion-signals.js'
import type { Step } from './step.js'
import { trajectoryOf } from './trajectory.js'

/** Whether a step still belongs to its session. [Q3] */

export const DRIFT_VERDICTS = ['ALIGNED', 'DRIFT_DETECTED'] as const
export type DriftVerdict = (typeof DRIFT_VERDICTS)[number]

/** A step that scores less has drifted: the most that is found while the tuning half of the labeled steps raises 1.5 % false alarms
 * (`npm run eval -- drift`). */
export const DRIFT_BELOW = 0.58

export interface DriftQuestion {
  step: Step
  intent: Intent
  /** Messages before the step, in order, the newest ones. */
  messages: readonly SourceMessage[]
  /** What else is known of the session: text of its checkpoints and ledger. */
  known: readonly string[]
  /** Steps of the assistant since the last compression, this one included; null: nothing was compressed. */
  stepsSinceCompression: number | null
  /** Files known to have been written before `messages`. */
  artifacts: number
  /** Likeness by embeddings, or why there is none. */
  meaning: Meaning | { without: string }
}

export interface DriftAnswer {
  verdict: DriftVerdict
  /** 0 to 1: the indicators by their weights. */
  score: number
  indicators: Indicator[]
}

/** Linear in the text of the messages. */
export function judgeDrift(question: DriftQuestion): DriftAnswer {
  const { step, messages, intent, known } = question
  const indicators = [
    intentMatchOf(step, messages, intent, question.meaning),
    trajectoryOf(step, messages, [intent.text, ...known]),
    clarificationOf(step, question.stepsSinceCompression),
    completionOf(step, messages, intent, question.artifacts),
  ]
  const weight = indicators.reduce((sum, indicator) => sum + indicator.weight, 0)
  const score = rounded(indicators.reduce((sum, indicator) => sum + indicator.weight * indicator.score, 0) / weight)
  return {
    verdict: score < DRIFT_BELOW ? 'DRIFT_DETECTED' : 'ALIGNED',
    score,
    indicators: indicators.map((indicator) => ({ ...indicator, score: rounded(indicator.score) })),
  }
}

function rounded(share: number): number {
  return Math.round(share * 1_000) / 1_000
}
