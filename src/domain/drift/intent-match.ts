import type { SourceMessage } from '../source/types.js'
import { percent, type Indicator, type Intent } from './indicator.js'
import { stepOf, type Step } from './step.js'
import { termsOf, type Terms } from './terms.js'

/** How near a step is to the intent, against how near the session's own steps are: most steps of a good session hardly repeat its intent. */

/** It tells little: own and foreign steps are alike far from an intent, by words and by the meaning that small embedding models see
 * (`npm run eval -- drift`; weighed more, it hid drift that the session's own words show). */
const WEIGHT = 0.1
/** An intent of fewer terms (`yes, do it`) says nothing that could be matched. */
const MIN_TERMS = 3
const OWN_STEPS = 40
/** So much weight of an ordinary step is mixed into each. */
const PRIOR_WEIGHT = 3
const PRIOR_SHARE = 0.2

/** Cosines between the intent and a step, and between the intent and steps that the session made. */
export interface Meaning {
  model: string
  step: number
  own: number[]
}

/** @param meaning null: by words, because of `why` */
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
      reason: intent.source === 'none' ? 'nobody has said an intent' : 'the intent is too short to be matched',
    }
  if ('model' in meaning) {
    const usual = medianOf(meaning.own)
    const score = ratio(meaning.step, usual)
    return {
      name: 'intent-match',
      score,
      weight: WEIGHT,
      reason: `by embeddings of ${meaning.model}: likeness ${meaning.step.toFixed(2)}, of its own steps ${usual.toFixed(2)}`,
    }
  }
  const own = messages.filter(({ role }) => role === 'assistant').slice(-OWN_STEPS)
  const usual = medianOf(own.map((message) => sharedWith(termsOf(stepOf(message).text), terms)))
  const share = sharedWith(termsOf(step.text), terms)
  return {
    name: 'intent-match',
    score: ratio(share, usual),
    weight: WEIGHT,
    reason: `by words (${meaning.without}): ${percent(share)} stand in the intent, of its own steps ${percent(usual)}`,
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

/** 1: as near as the session's own steps, or nearer. */
function ratio(mine: number, usual: number): number {
  return usual <= 0 ? 1 : Math.max(0, Math.min(1, mine / usual))
}

/** Cosine of the angle between two vectors; 0 where one of them is none. */
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
