import { percent } from '../number-format.js'
import type { SourceMessage } from '../source/types.js'
import { type Indicator } from './indicator.js'
import { messageText, stepOf, type Step } from './step.js'
import { termsOf, type Terms } from './terms.js'

/**
 * Measures how many terms of a step already occurred in the session. A step of the session repeats names of its files
 * and functions; a foreign step brings its own. The session's earlier steps show how many new terms are usual: a chat
 * brings many, a coding session few. One pass over the messages. Values tuned by `npm run eval -- drift`.
 */

/** Terms from this many newest messages count fully, older ones partly, because a session may return to earlier
 * topics. */
const NEAR_MESSAGES = 20
const OLDER_SHARE = 0.6
/** Weight and share of an ordinary step that is mixed into every step, because few terms prove little. A single term
 * proves nothing. */
const PRIOR_WEIGHT = 2
const PRIOR_SHARE = 0.85
const MIN_TERMS = 2
/** Weight of a step that names too little to compare: what its words say for certain must decide, such as a bare question
 * for the task. */
const BARE_WEIGHT = 0.25
/** Number of newest own steps to compare with. Steps among the first `MIN_MESSAGES` messages are not used and cannot
 * drift. */
const OWN_STEPS = 40
const MIN_MESSAGES = 4
/** The lowest tenth of the own steps defines a low share for this session, capped at `LOW_CAP`. */
const LOW_QUANTILE = 0.1
const LOW_CAP = 0.75
/** Two ordinary and two poor steps are assumed, so that few own steps suffice. */
const ASSUMED_STEPS = [PRIOR_SHARE, PRIOR_SHARE, 0.6, 0.5]

/** Scores the share of the step's terms that the session already used.
 * @param known texts from before the first of `messages`: intent, checkpoints, ledger */
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
  const inconclusive = (weight: number, reason: string): Indicator => ({ name: 'trajectory', score: 1, weight, reason })
  if (messages.length < MIN_MESSAGES) return inconclusive(1, 'the session has too few messages')
  if (terms.size < MIN_TERMS) return inconclusive(BARE_WEIGHT, 'the step has too few terms')
  const share = knownShare(terms, lastSaid, messages.length)
  const low = Math.min(LOW_CAP, lowOf([...own.slice(-OWN_STEPS), ...ASSUMED_STEPS]))
  const unknown = [...terms.keys()].filter((term) => !lastSaid.has(term)).length
  return {
    name: 'trajectory',
    score: Math.min(1, (share / low) * LOW_CAP),
    weight: 1,
    reason: `${unknown} of ${terms.size} terms are new to the session; known by weight ${percent(share)}, own steps at least ${percent(low)}`,
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
