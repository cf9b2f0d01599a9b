import { isOfPeopleAlone, usedTokens } from '../session/budget.js'
import { baseLimit, fitLimit, untilCompression } from '../session/model-tokens.js'
import { mostRecallTokens, usualRecallTokens } from '../session/recall-share.js'
import type { Session } from '../session/session.js'

/** Tokens that are free for recall, and how many it may take. [M4] */

/** Share of the limit below which free tokens are too few for the next message of a person and what is recalled for it. */
const NEEDED_SHARE = 0.05

/** Share of what recall usually takes that must be free for a new question. With less, blocks of earlier questions leave: they would
 * starve every second question of those that follow each other. */
const CROWDED_SHARE = 0.5

/** Returns the base tokens that recalled words may take: never more than are free. They do not count for the trigger and are the
 * first to leave, so they cause no compression and no eviction.
 * @param reserve model tokens to keep free for the reply */
export function freeForRecall(session: Session, reserve: number): number {
  const free = fitLimit({ ...session, reserve }) - usedTokens(session.tokenCounts)
  return Math.floor(Math.min(mostForRecall(session), free, freeBelowTrigger(session)))
}

/** Returns the base tokens that recalled words may take without shortening the time until the next cut; unlimited where detail counts
 * more than the cache. [P12] */
function freeBelowTrigger(session: Session): number {
  const until = session.policy.priority === 'cache' ? untilCompression(session) : null
  return until === null ? Infinity : until / session.scale.ratio - (session.tokenCounts.recall ?? 0)
}

/** Returns the base tokens that recalled words usually take at most. */
export function usualTokens(session: Session): number {
  return usualRecallTokens(session) / session.scale.ratio
}

/** Whether blocks of earlier questions leave too little for the newest message. Where the cache counts most they wait for a cut that
 * comes anyway.
 * @param seq newest message of a person, which is the newest message of the session */
export function isCrowded(session: Session, seq: number): boolean {
  const { policy, recall = [] } = session
  if (policy.recall.mode === 'off' || policy.priority === 'cache' || !recall.some((block) => block.seq < seq))
    return false
  return freeForRecall(session, session.reserve) < CROWDED_SHARE * usualTokens(session)
}

/** Whether the session recalls, and has hardly a token free for it. Never where the cache counts most: freeing some would be a cut. */
export function lacksTokensForRecall(session: Session): boolean {
  const { policy, tokenCounts, compressionCount, evictedCount } = session
  if (policy.recall.mode === 'off' || policy.recall.maxTokens === 0 || policy.priority === 'cache') return false
  if (compressionCount === 0 && evictedCount === 0) return false
  const used = usedTokens({ ...tokenCounts, recall: 0 })
  return fitLimit(session) - used < NEEDED_SHARE * baseLimit(session)
}

/** Whether old messages may leave for recalled words: in a record of people alone, where no model has read them and nothing is evaluated
 * again. [M4] [P12] */
export function othersMayLeave({ policy, tokenCounts }: Pick<Session, 'policy' | 'tokenCounts'>): boolean {
  return policy.priority === 'detail' && isOfPeopleAlone(tokenCounts)
}

/** Returns the base tokens that recalled words may take where everything else may leave for them. */
export function mostForRecall(session: Session): number {
  return Math.floor(mostRecallTokens(session) / session.scale.ratio)
}
