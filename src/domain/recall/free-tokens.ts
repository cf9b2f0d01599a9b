import { usedTokens } from '../session/budget.js'
import { baseLimit, fitLimit } from '../session/model-tokens.js'
import type { Session } from '../session/session.js'

/** Tokens that are free for recall, and how many it may take. [M4] */

/** Share of the limit that recalled words take at most, unless the policy says how many tokens. */
const SHARE = 0.1
/** How often that is what all recalled words in the context take together. What was recalled before stays until the next cut, so each
 * further message gets half of what is left: a model evaluates recalled words like any others. [P12] */
const TOTAL_SHARES = 1.5
/** Share of the limit below which free tokens are too few for the next message of a person and what is recalled for it. */
const NEEDED_SHARE = 0.05

/** Returns the base tokens that recalled words may take: never more than are free. They do not count for the trigger and are the
 * first to leave, so they cause no compression and no eviction.
 * @param reserve model tokens to keep free for the reply */
export function freeForRecall(
  session: Pick<Session, 'limit' | 'reserve' | 'scale' | 'policy' | 'tokenCounts'>,
  reserve: number,
): number {
  const { policy, scale, tokenCounts } = session
  const most = policy.recall.maxTokens === null ? SHARE * baseLimit(session) : policy.recall.maxTokens / scale.ratio
  const shown = tokenCounts.recall ?? 0
  const left = shown === 0 ? most : (TOTAL_SHARES * most - shown) / 2
  return Math.floor(Math.min(left, fitLimit({ ...session, reserve }) - usedTokens(tokenCounts)))
}

/** Whether the session recalls, and has hardly a token free for it. */
export function lacksTokensForRecall(session: Session): boolean {
  const { policy, tokenCounts, compressionCount, evictedCount } = session
  if (policy.recall.mode === 'off' || policy.recall.maxTokens === 0) return false
  if (compressionCount === 0 && evictedCount === 0) return false
  const used = usedTokens({ ...tokenCounts, recall: 0 })
  return fitLimit(session) - used < NEEDED_SHARE * baseLimit(session)
}
