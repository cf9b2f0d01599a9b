import type { SourceMessage } from '../source/types.js'
import { percent, type Indicator } from './indicator.js'
import { messageText, stepOf, type Step } from './step.js'
import { termsOf, type Terms } from './terms.js'

/**
 * How much of what a step talks about the session has ever talked about. A step of the session names its files and functions again; a step
 * from elsewhere brings its own. How much is new in a step of the session's own is learned from the steps it has made: a chat brings new
 * words all the time, a coding session few. One pass over the messages. Figures tuned by `npm run eval -- drift`.
 */

/** Said within so many messages counts whole, said before that in part: what was done with long ago may be come back to. */
const NEAR_MESSAGES = 20
const OLDER_SHARE = 0.6
/** A step of few terms says little: so much weight of an ordinary step is mixed into each; a single term says nothing at all. */
const PRIOR_WEIGHT = 2
const PRIOR_SHARE = 0.85
const MIN_TERMS = 2
/** The session's own steps that are compared with, the newest. Steps before the session had said anything are no measure, and cannot
 * stray from it. */
const OWN_STEPS = 40
const MIN_MESSAGES = 4
/** The step that a tenth of them fall below is what the session thinks low; never more than this. */
const LOW_QUANTILE = 0.1
const LOW_CAP = 0.75
/** Two ordinary steps and two poor ones stand in while there are few. */
const ASSUMED_STEPS = [PRIOR_SHARE, PRIOR_SHARE, 0.6, 0.5]

/** What is known of the session before the first of `messages`: intent, checkpoints, ledger. */
export function trajectoryOf(step: Step, messages: readonly SourceMessage[], known: readonly string[]): Indicator {
  const lastSaid = new Map<string, number>()
  for (const text of known) for (const term of termsOf(text).keys()) lastSaid.set(term, -Infinity)
  const own: number[] = []
  messages.forEach((message, at) => {
    if (message.role === 'assistant' && at >= MIN_MESSAGES) {
      const made = stepOf(message)
      if (made.text.trim() !== '') own.push(knownShare(termsOf(made.text), lastSaid, at))
    }
    for (const term of termsOf(messageText(message)).keys()) lastSaid.set(term, at)
  })
  const terms = termsOf(step.text)
  const inconclusive = (reason: string): Indicator => ({ name: 'trajectory', score: 1, weight: 1, reason })
  if (messages.length < MIN_MESSAGES) return inconclusive('the session has only begun')
  if (terms.size < MIN_TERMS) return inconclusive('the step says too little to be compared')
  const share = knownShare(terms, lastSaid, messages.length)
  const low = Math.min(LOW_CAP, lowOf([...own.slice(-OWN_STEPS), ...ASSUMED_STEPS]))
  const unknown = [...terms.keys()].filter((term) => !lastSaid.has(term)).length
  return {
    name: 'trajectory',
    score: Math.min(1, (share / low) * LOW_CAP),
    weight: 1,
    reason: `${unknown} of ${terms.size} terms are new to the session; by weight ${percent(share)} is known, of its own steps at least ${percent(low)}`,
  }
}

function knownShare(terms: Terms, lastSaid: ReadonlyMap<string, number>, now: number): number {
  let known = PRIOR_WEIGHT * PRIOR_SHARE
  let all = PRIOR_WEIGHT
  for (const [term, weight] of terms) {
    all += weight
    const at = lastSaid.get(term)
    if (at !== undefined) known += weight * (now - at <= NEAR_MESSAGES ? 1 : OLDER_SHARE)
  }
  return known / all
}

function lowOf(shares: readonly number[]): number {
  const sorted = [...shares].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * LOW_QUANTILE)] ?? PRIOR_SHARE
}
