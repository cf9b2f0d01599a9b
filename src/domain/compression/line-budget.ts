import type { TokenCounts } from '../session/budget.js'
import { baseLimit } from '../session/model-tokens.js'
import type { Session } from '../session/session.js'

/** Messages for each of a person from which on an agent works in the session: a request, a call, a result, an answer. */
const WORK_MESSAGES = 4
/** Factor of the line budget where an agent works. Its old messages are long results that say little, so lines of checkpoints say
 * more; in a talk, the messages themselves do. Measured at 8K and 16K on 26 coding sessions and two long talks: a third more lines
 * showed 2 to 6 points more of closing statements, checks and edits, and cost the talks 2.6 points of the evidence. [C4] */
const WORK_FACTOR = 4 / 3

/** Share of the limit that human words and the further lines take together, at most: human words grow and cannot shrink, so compressions
 * would come ever closer to each other. */
const WITH_HUMAN_WORDS = 0.25

type Needs = Pick<Session, 'limit' | 'scale' | 'policy' | 'lastSeq' | 'turn'> & {
  tokenCounts: Pick<TokenCounts, 'user'>
}

/** Returns the maximum base tokens of all checkpoints together. [C4] */
export function lineBudget(session: Needs): number {
  const { lastSeq, turn, policy, tokenCounts } = session
  const limit = baseLimit(session)
  const budget = policy.checkpoints.totalShare * limit
  if (lastSeq < WORK_MESSAGES * Math.max(1, turn)) return Math.floor(budget)
  const further = Math.min((WORK_FACTOR - 1) * budget, WITH_HUMAN_WORDS * limit - tokenCounts.user)
  return Math.floor(budget + Math.max(0, further))
}
