/** Below these, nothing is recalled. Calibrated on questions about other conversations and on small talk:
 * `npm run eval -- recall` prints how often each is met. [M3] */
const QUESTION_FLOOR = 0.45
const STATEMENT_FLOOR = 0.6
/** Of the best unit, the share of the score that another needs. */
export const NEAR_BEST = 0.12

/** Whether the best unit answers the message closely enough. */
export function isAboveFloor(coverage: number, { isQuestion }: { isQuestion: boolean }): boolean {
  return coverage >= (isQuestion ? QUESTION_FLOOR : STATEMENT_FLOOR)
}
