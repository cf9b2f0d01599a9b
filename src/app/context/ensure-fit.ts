import { DomainError } from '../../domain/errors.js'
import { planEviction } from '../../domain/eviction/plan-eviction.js'
import { usedTokens } from '../../domain/session/budget.js'
import { baseLimit, fitLimit, modelTokens } from '../../domain/session/model-tokens.js'
import { inSteps } from '../ports/in-steps.js'
import { autoSnapshot } from '../cut/snapshot-before-cut.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { applySteps } from './apply-steps.js'

/** Extra share of the limit to free once a context shrinks, so that the next message does not change the prefix again.
 * [D6] */
const HYSTERESIS_SHARE = 0.1
/** Maximum number of plans. Placeholders and checkpoints turn out larger or smaller than planned, so one plan may not be
 * enough; a few are in practice. */
const MAX_PLANS = 40

/** Makes the context fit without a model: plans the cheapest set of steps, makes them, and plans again if the real sizes
 * were not enough. Every step is a recorded cut. [P3] [R4]
 * Returns whether the context changed. Throws message_exceeds_window if the protected content alone does not fit. */
export async function ensureFit(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'clock' | 'tokenizer'>,
  reserve = tx.session.reserve,
): Promise<boolean> {
  const { session } = tx
  const freeTokens = fitLimit({ ...session, reserve })
  const before = usedTokens(session.tokenCounts)
  if (before <= freeTokens) return false
  if (!tx.hasCut) await autoSnapshot(tx, ports, 'emergency')
  const target = freeTokens - HYSTERESIS_SHARE * baseLimit(session)
  const failed = new Set<string>()
  for (let plans = 0; plans < MAX_PLANS && usedTokens(session.tokenCounts) > freeTokens; plans++) {
    const used = usedTokens(session.tokenCounts)
    const state = {
      session: { ...session, reserve },
      entries: await tx.entries(),
      reductions: await tx.reductions(),
      checkpoints: await tx.checkpoints(),
      failed,
    }
    const steps = await inSteps(planEviction(state, { fit: used - freeTokens, target: used - target }))
    if (steps.length === 0) break
    for (const key of await applySteps(tx, ports, steps, target)) failed.add(key)
  }
  const used = usedTokens(session.tokenCounts)
  if (used > freeTokens) {
    const tokens = modelTokens(session, used)
    const message =
      `The context takes ${tokens} tokens and cannot shrink further; ${modelTokens(session, freeTokens)} are available. ` +
      'Shorten the system prompt or unpin messages.'
    throw new DomainError('message_exceeds_window', message, { tokens, limit: session.limit, reserve })
  }
  tx.emit({ type: 'emergency', data: { tokensBefore: before, tokensAfter: used, limit: session.limit, reserve } })
  return true
}
