/** Tokens that recalled words may take. They are model tokens, as the limit is. [M4] */
import type { Policy } from './policy.js'
import type { Session } from './session.js'

/** Share of what system text, tools, and goals leave of the limit that recalled words usually take at most, unless the policy says how many
 * tokens. A tenth of the limit would be a quarter of what an agent with long instructions has for its conversation. [M4] [P12] */
const SHARE: Record<Policy['priority'], number> = { detail: 0.1, cache: 0.03 }
/** Factor for a question that many messages answer nearly as well as the best: its answer is in several. Measured with
 * `npm run eval -- recall`: few other questions reach it. */
const MOST_FACTOR = 1.5

/** Share of that which stays free for the next question. At 8K, nothing would often be free before a compression is due; at 16K and more,
 * the trigger leaves this much anyway. All of it cost 7 points of the evidence in contexts of 16K. */
const KEPT_FREE = 0.75

type Limits = Pick<Session, 'limit' | 'scale' | 'policy' | 'tokenCounts'>

/** Returns the model tokens that recalled words may take at most. */
export function mostRecallTokens(session: Limits): number {
  const { recall, priority } = session.policy
  return recall.maxTokens ?? shareOfFree(session) * (priority === 'detail' ? MOST_FACTOR : 1)
}

/** Returns the model tokens that recalled words usually take at most. */
export function usualRecallTokens(session: Limits): number {
  return session.policy.recall.maxTokens ?? shareOfFree(session)
}

function shareOfFree({ limit, scale, policy, tokenCounts: { system, tools, goals } }: Limits): number {
  return SHARE[policy.priority] * Math.max(0, limit - scale.ratio * (system + tools + goals))
}

/** Returns the model tokens that stay free for the next question, so that a compression is due before they are taken: recall never
 * makes anything else leave. Where the cache counts most, it takes what happens to be free. */
export function recallHeadroom(session: Limits): number {
  const { recall, priority } = session.policy
  if (recall.mode === 'off' || priority === 'cache') return 0
  return KEPT_FREE * Math.min(usualRecallTokens(session), shareOfFree(session))
}
