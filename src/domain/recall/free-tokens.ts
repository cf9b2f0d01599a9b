import { usedTokens } from '../session/budget.js'
import { baseLimit, fitLimit } from '../session/model-tokens.js'
import type { Session } from '../session/session.js'

/** Tokens that are free for recall, and how many it may take. [M4] */

/** Share of the limit that recalled words take at most, unless the policy says how many tokens. */
const SHARE = 0.1
/** Share of the limit below which free tokens are too few for the next message of a person and what is recalled for it. */
const NEEDED_SHARE = 0.05

/** Share of what recall may take that must be free for a new question. With less, blocks of earlier questions leave: they would
 * starve every second question of those that follow each other. */
const CROWDED_SHARE = 0.5

/** Returns the base tokens that recalled words may take: never more than are free. They do not count for the trigger and are the
 * first to leave, so they cause no compression and no eviction.
 * @param reserve model tokens to keep free for the reply */
export function freeForRecall(session: Session, reserve: number): number {
  return Math.floor(Math.min(mostTokens(session), fitLimit({ ...session, reserve }) - usedTokens(session.tokenCounts)))
}

/** Returns the base tokens that recalled words may take at most. */
export function mostTokens(session: Session): number {
  const { policy, scale } = session
  return policy.recall.maxTokens === null ? SHARE * baseLimit(session) : policy.recall.maxTokens / scale.ratio
}

/** Whether blocks of earlier questions leave too little for the newest message.
 * @param seq newest message of a person, which is the newest message of the session */
export function isCrowded(session: Session, seq: number): boolean {
  const { policy, recall = [] } = session
  if (policy.recall.mode === 'off' || !recall.some((block) => block.seq < seq)) return false
  return freeForRecall(session, session.reserve) < CROWDED_SHARE * mostTokens(session)
}

/** Whether the session recalls, and has hardly a token free for it. */
export function lacksTokensForRecall(session: Session): boolean {
  const { policy, tokenCounts, compressionCount, evictedCount } = session
  if (policy.recall.mode === 'off' || policy.recall.maxTokens === 0) return false
  if (compressionCount === 0 && evictedCount === 0) return false
  const used = usedTokens({ ...tokenCounts, recall: 0 })
  return fitLimit(session) - used < NEEDED_SHARE * baseLimit(session)
}
