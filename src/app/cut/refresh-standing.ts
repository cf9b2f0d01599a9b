import { usedTokens } from '../../domain/session/budget.js'
import { baseLimit, fitLimit } from '../../domain/session/model-tokens.js'
import { scopeOf } from '../../domain/recall/scope.js'
import type { Session } from '../../domain/session/session.js'
import { renderStanding, STANDING_SHARE, standingReach, type StandingBlock } from '../../domain/standing/block.js'
import { standingTokens } from '../../domain/standing/records.js'
import type { Ports, SessionTx } from '../ports/ports.js'

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
  if (scope === null) return setStanding(session, null)
  const free = fitLimit(session) - usedTokens(session.tokenCounts) + (session.tokenCounts.standing ?? 0)
  const maxTokens = Math.floor(Math.max(0, Math.min(STANDING_SHARE * baseLimit(session), free, mostTokens)))
  const open = await tx.openStanding(scope, standingReach(maxTokens))
  const { newest } = await tx.standingNews(scope, { place: Infinity, ids: [], reach: 0 })
  const block = renderStanding(scope, open, maxTokens, (text) => ports.tokenizer.count(text))
  if (block) await tx.noteStandingSession(scope)
  setStanding(session, block && { ...block, upTo: newest })
}

/** Sets the block and counts its tokens. */
export function setStanding(session: Session, block: StandingBlock | null): void {
  const { standing: _, ...others } = session.tokenCounts
  session.tokenCounts = block ? { ...others, standing: standingTokens(block) } : others
  if (block) session.standing = block
  else delete session.standing
}
