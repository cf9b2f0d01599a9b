import { percent } from '../number-format.js'
import type { SourceMessage } from '../source/types.js'
import { type Indicator, type Intent } from './indicator.js'
import { stepOf, type Step } from './step.js'
import { termsOf, type Terms } from './terms.js'

/** Compares a step with the intent, relative to the session's own steps. Most steps of a good session hardly repeat its
 * intent. */

/** Low, because this indicator separates little: own and foreign steps are about equally far from an intent, by words
 * and by small embedding models. A higher weight hid drift that the trajectory shows (`npm run eval -- drift`). */
const WEIGHT = 0.1
/** Minimum terms of an intent. A shorter one (`yes, do it`) cannot be matched. */
const MIN_TERMS = 3
const OWN_STEPS = 40
/** Weight of an ordinary step that is mixed into every step. */
const PRIOR_WEIGHT = 3
const PRIOR_SHARE = 0.2

/** Cosine similarity of the intent to the step, and to earlier steps of the session. */
export interface Meaning {
  model: string
  step: number
  own: number[]
}

/** Scores the step against the intent.
 * @param meaning similarity by embeddings, or the reason for comparing words instead */
export function intentMatchOf(
  step: Step,
  messages: readonly SourceMessage[],
  intent: Intent,
  meaning: Meaning | { without: string },
): Indicator {
  const terms = termsOf(intent.text)
  if (terms.size < MIN_TERMS)
    return {
      name: 'intent-match',
      score: 1,
      weight: 0,
      reason: intent.source === 'none' ? 'the session has no intent' : 'the intent is too short to match',
    }
  if ('model' in meaning) {
    const usual = medianOf(meaning.own)
    const score = ratio(meaning.step, usual)
    return {
      name: 'intent-match',
      score,
      weight: WEIGHT,
      reason: `by embeddings of ${meaning.model}: similarity ${meaning.step.toFixed(2)}, own steps ${usual.toFixed(2)}`,
    }
  }
  const own = messages.filter(({ role }) => role === 'assistant').slice(-OWN_STEPS)
  const usual = medianOf(own.map((message) => sharedWith(termsOf(stepOf(message).text), terms)))
  const share = sharedWith(termsOf(step.text), terms)
  return {
    name: 'intent-match',
    score: ratio(share, usual),
    weight: WEIGHT,
    reason: `by words (${meaning.without}): ${percent(share)} are in the intent, own steps ${percent(usual)}`,
  }
}

function sharedWith(step: Terms, intent: Terms): number {
  let shared = PRIOR_WEIGHT * PRIOR_SHARE
  let all = PRIOR_WEIGHT
  for (const [term, weight] of step) {
    all += weight
    if (intent.has(term)) shared += weight
  }
  return shared / all
}

function medianOf(shares: readonly number[]): number {
  const sorted = [...shares].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? PRIOR_SHARE
}

/** Returns 1 if the step is at least as close as the session's own steps. */
function ratio(mine: number, usual: number): number {
  return usual <= 0 ? 1 : Math.max(0, Math.min(1, mine / usual))
}

/** Returns the cosine of the angle between two vectors; 0 if one of them has length 0. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  let product = 0
  let lengthA = 0
  let lengthB = 0
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0]
    product += x * y
    lengthA += x * x
    lengthB += y * y
  }
  return lengthA === 0 || lengthB === 0 ? 0 : product / Math.sqrt(lengthA * lengthB)
}
