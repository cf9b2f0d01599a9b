import type { TokenCounts } from '../session/budget.js'
import { baseLimit, freeBesideFixed } from '../session/model-tokens.js'
import type { Session } from '../session/session.js'

/** Messages for each of a person: up to the first number it is a talk, from the second on an agent works (a request, calls, results, an
 * answer). Between them the budget grows evenly: with a threshold it would change within every turn of some sessions. */
const [TALK_MESSAGES, WORK_MESSAGES] = [3, 5]
/** Factor of the line budget where an agent works. Its old messages are long results that say little, so lines of checkpoints say
 * more; in a talk, the messages themselves do. Measured at 8K and 16K on 26 coding sessions and two long talks: a third more lines
 * showed 2 to 6 points more of closing statements, checks and edits, and cost the talks 2.6 points of the evidence. [C4] */
const WORK_FACTOR = 4 / 3

/** Share of the limit that human words and the further lines take together, at most: human words grow and cannot shrink, so compressions
 * would come ever closer to each other. */
const WITH_HUMAN_WORDS = 0.25

type Needs = Pick<Session, 'limit' | 'scale' | 'policy' | 'lastSeq' | 'turn'> & {
  tokenCounts: Pick<TokenCounts, 'user' | 'system' | 'tools' | 'goals'>
}

/** Returns the maximum base tokens of all checkpoints together. Lines are evaluated again with nearly every cut, so where the cache counts most
 * they share what the fixed part leaves. Half as many were tried: 6 breaks fewer of 480 requests, and half of what closed a turn was lost at
 * 8K. [C4] [P12] */
export function lineBudget(session: Needs): number {
  const { lastSeq, turn, policy, tokenCounts } = session
  const limit = policy.priority === 'cache' ? freeBesideFixed(session) : baseLimit(session)
  const budget = policy.checkpoints.totalShare * limit
  const work = (lastSeq / Math.max(1, turn) - TALK_MESSAGES) / (WORK_MESSAGES - TALK_MESSAGES)
  const most = Math.min(1, Math.max(0, work)) * (WORK_FACTOR - 1) * budget
  const further = Math.min(most, WITH_HUMAN_WORDS * limit - tokenCounts.user)
  return Math.floor(budget + Math.max(0, further))
}
