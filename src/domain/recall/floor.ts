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
/** Words that the best unit must have of a message that does not ask. */
const STATEMENT_TERMS = 3
/** Of the score of the best unit, the share that another needs. */
export const NEAR_BEST = 0.12

export interface Closeness {
  /** Share of the weight of the words. */
  coverage: number
  weight: number
  /** Distinct words. */
  terms: number
  /** Whether it is of a date that the question names. */
  isDated: boolean
}

/** Whether the best unit answers the message closely enough.
 * @param weights of the terms of the query: the highest of a term means that nothing has it */
export function isAboveFloor(
  best: Closeness,
  { isQuestion, names }: Pick<RecallQuery, 'isQuestion' | 'names'>,
  isKnown: (term: number) => boolean,
): boolean {
  if (names.length > 0) {
    // Of people and things that were never named, nothing was said.
    if (!names.some(isKnown)) return false
    if (isQuestion) return best.coverage >= NAMED_FLOOR
  }
  if (best.isDated) return best.coverage >= NAMED_FLOOR
  if (best.weight < MIN_WEIGHT) return false
  return isQuestion
    ? best.coverage >= QUESTION_FLOOR
    : best.coverage >= STATEMENT_FLOOR && best.terms >= STATEMENT_TERMS
}
