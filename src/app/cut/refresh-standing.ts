import { usedTokens } from '../../domain/session/budget.js'
import { baseLimit, fitLimit } from '../../domain/session/model-tokens.js'
import { scopeOf } from '../../domain/recall/scope.js'
import type { Session, SessionChange } from '../../domain/session/session.js'
import { renderStanding, STANDING_SHARE, standingReach, type StandingBlock } from '../../domain/standing/block.js'
import { standingTokens } from '../../domain/standing/records.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

/** Shows the open entries of the scope, as they are now. Call with the first messages of a session, before any context is handed out, and
 * inside cuts: between them the block never changes. [M11] [P12]
 * @param mostTokens base tokens that the block may take beside its share of the limit; default: what is free */
export async function refreshStanding(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  mostTokens = Infinity,
): Promise<void> {
  const { session } = tx
  const scope = scopeOf(session)
  if (scope === null) return tx.change(showStanding(session, null))
  const free = fitLimit(session) - usedTokens(session.tokenCounts) + (session.tokenCounts.standing ?? 0)
  const maxTokens = Math.floor(Math.max(0, Math.min(STANDING_SHARE * baseLimit(session), free, mostTokens)))
  const open = await tx.openStanding(scope, standingReach(maxTokens))
  const { newest } = await tx.standingNews(scope, { place: Infinity, ids: [], reach: 0 })
  const block = renderStanding(scope, open, maxTokens, (text) => ports.tokenizer.count(text))
  if (block) await tx.noteStandingSession(scope)
  tx.change(showStanding(session, block && { ...block, upTo: newest }))
}

/** Returns the session's standing entries and their tokens, if the context shows this block; null: none. */
export function showStanding({ tokenCounts }: Session, block: StandingBlock | null): SessionChange {
  const { standing: _, ...others } = tokenCounts
  return {
    tokenCounts: block ? { ...others, standing: standingTokens(block) } : others,
    standing: block ?? undefined,
  }
}
