import type { RecallQuery } from './query.js'

/** Below these, nothing is recalled. Calibrated on questions about other conversations and on small talk:
 * `npm run eval -- recall` prints how often each is met. [M3] */

/** Share of the weight of the words that the best unit must have. A question that names someone who was named before, or a day on
 * which something was said, needs less: it is about this conversation. */
const NAMED_FLOOR = 0.15
const QUESTION_FLOOR = 0.34
const STATEMENT_FLOOR = 0.6
/** Weight that these words must have together: frequent words say nothing. A word of one passage in 400 weighs 5.6. */
const MIN_WEIGHT = 3.4
/** Match that the best unit must have, as a share of the weight of the words. A unit that has all the words once, with nothing around it, has
 * about 1. Of 351 questions of LoCoMo that recall answered, all had more, and 22 had less than the second, which only counts without a name. */
const NAMED_MATCH = 0.2
const MATCH = 0.5
/** Words that the best unit must have of a message that does not ask. */
const STATEMENT_TERMS = 3
/** Of the match of the best message that the context shows, the share that the best of the others needs: a question about what was just said
 * needs nothing old. What only states asks for nothing, so the old must match at least as well. */
const SHOWN_SHARE = { question: 0.6, statement: 1 }
/** Of the best score of all, the share that a unit needs to be quoted. So the scores decide how many are: few where one is far above the others, or where
 * the context already shows the best. */
const NEAR_BEST = { question: 0.22, statement: 0.6 }

export interface Closeness {
  /** How well it matches the words, with what is around it. */
  match: number
  /** Match as a share of the weight of the words. */
  matchShare: number
  /** Share of the weight of the words. */
  coverage: number
  weight: number
  /** Distinct words. */
  terms: number
  /** Whether it is of a date that the question names, or has a number or an id of it. */
  isExact: boolean
}

/** Whether the best unit answers the message closely enough.
 * @param best of what the context does not show
 * @param shownMatch highest match of what it shows */
export function isAboveFloor(
  best: Closeness,
  shownMatch: number,
  query: Pick<RecallQuery, 'isQuestion' | 'names'>,
  isKnown: (term: number) => boolean,
): boolean {
  // Of people and things that were never named, nothing was said.
  if (query.names.length > 0 && !query.names.some(isKnown)) return false
  return best.match >= SHOWN_SHARE[kindOf(query)] * shownMatch && isClose(best, query)
}

/** Returns the score that a unit needs to be quoted.
 * @param best score of all units, those that the context shows included */
export function leastScore(best: number, query: Pick<RecallQuery, 'isQuestion'>): number {
  return NEAR_BEST[kindOf(query)] * best
}

function kindOf({ isQuestion }: Pick<RecallQuery, 'isQuestion'>): 'question' | 'statement' {
  return isQuestion ? 'question' : 'statement'
}

function isClose(best: Closeness, { isQuestion, names }: Pick<RecallQuery, 'isQuestion' | 'names'>): boolean {
  if ((names.length > 0 && isQuestion) || best.isExact)
    return best.coverage >= NAMED_FLOOR && best.matchShare >= NAMED_MATCH
  if (best.weight < MIN_WEIGHT || best.matchShare < MATCH) return false
  return isQuestion
    ? best.coverage >= QUESTION_FLOOR
    : best.coverage >= STATEMENT_FLOOR && best.terms >= STATEMENT_TERMS
}
