import { DomainError } from '../../domain/errors.js'
import { excessTokens, type HumanWorth } from '../../domain/eviction/human-excess.js'
import type { ViewEntry } from '../../domain/message.js'
import { isOfPeopleAlone, usedTokens } from '../../domain/session/budget.js'
import { describeFitLimit, emergencyTokens, fitLimit, modelTokens } from '../../domain/session/model-tokens.js'
import { compute } from '../../threads/compute.js'
import { endsEpoch, isLastResort } from '../../domain/eviction/step.js'
import { autoSnapshot } from '../cut/snapshot-before-cut.js'
import { commitCut } from '../cut/commit-cut.js'
import { showStanding } from '../cut/refresh-standing.js'
import { readHumanWorth, readRepetition } from '../cut/human-worth.js'
import { showRecall } from '../../domain/recall/recall.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { applySteps } from './apply-steps.js'
import { beginEpoch, shrinkToCore, type EpochMessages } from './shrink-to-core.js'

/** Maximum number of plans. Placeholders and checkpoints turn out larger or smaller than planned, so one plan may not be
 * enough; a few are in practice. */
const MAX_PLANS = 40

export interface FitOptions {
  /** Tokens to keep free for the reply. Default: the session's reserve. */
  reserve?: number
  /** Whether a new epoch may begin, if the policy allows it. Default: true. */
  mayRollOver?: boolean
}

/** Makes the context fit without a model: plans the cheapest set of steps, makes them, and plans again if the real sizes
 * were not enough. Every step is a recorded cut. Before messages of the user leave for lack of anything else, a new epoch
 * begins; only what still does not fit then leaves one by one. [P3] [R4]
 * Returns whether the context changed. Throws message_exceeds_window if the protected content alone does not fit. */
export async function ensureFit(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'clock' | 'tokenizer'>,
  options: FitOptions = {},
): Promise<boolean> {
  const { session } = tx
  const { reserve = session.reserve, mayRollOver = true } = options
  const freeTokens = fitLimit({ ...session, reserve })
  const before = usedTokens(session.tokenCounts)
  // What leaves for one read that keeps more tokens free should come back, so it begins no epoch.
  const rollsOver = mayRollOver && session.policy.overflow === 'rollover' && before > fitLimit(session)
  if (before <= freeTokens) return false
  if (session.recall) {
    // Recalled words leave first: history keeps them. [M6]
    tx.change(showRecall(session, []))
    await commitCut(tx, ports, { kind: 'recall', reason: 'recalled words left so that the context fits' }, null, before)
    if (usedTokens(session.tokenCounts) <= freeTokens) return true
  }
  const saved = tx.hasCut ? null : await autoSnapshot(tx, ports, 'emergency')
  const how = { trigger: 'overflow' as const, snapshotId: saved?.id ?? null }
  let epoch: EpochMessages | null = null
  const target = freeTokens - emergencyTokens(session)
  const sizes = { target, most: freeTokens }
  const failed = new Set<string>()
  for (let plans = 0; plans < MAX_PLANS && usedTokens(session.tokenCounts) > freeTokens; plans++) {
    const used = usedTokens(session.tokenCounts)
    const entries = await tx.entries()
    const state = {
      session: { ...session, reserve },
      entries,
      ...(await worthOf(tx, entries)),
      reductions: await tx.reductions(),
      checkpoints: await tx.checkpoints(),
      failed,
    }
    const need = { fit: used - freeTokens, target: used - target }
    const steps = await compute('planEviction', entries.length, state, need)
    if (steps.length === 0) break
    const early = steps.filter((step) => !isLastResort(step))
    if (rollsOver && !epoch && steps.some(endsEpoch)) {
      // Planned sizes are estimates, so the other steps are made first.
      if (early.length === 0) epoch = await shrinkToCore(tx, ports, how)
      else for (const key of await applySteps(tx, ports, early, sizes)) failed.add(key)
      continue
    }
    for (const key of await applySteps(tx, ports, steps, sizes)) failed.add(key)
  }
  if (session.standing && usedTokens(session.tokenCounts) > freeTokens) {
    // Nothing else can leave: the scope keeps its entries. [P3]
    const whole = usedTokens(session.tokenCounts)
    tx.change(showStanding(session, null))
    await commitCut(
      tx,
      ports,
      { kind: 'standing', reason: 'standing entries left so that the context fits' },
      null,
      whole,
    )
  }
  const used = usedTokens(session.tokenCounts)
  if (used > freeTokens) {
    const tokens = modelTokens(session, used)
    const message =
      `The context takes ${tokens} tokens and cannot shrink further; ${describeFitLimit({ ...session, reserve })} are ` +
      'available. Shorten the system prompt, unpin messages, or keep a smaller reserve.'
    throw new DomainError('message_exceeds_window', message, { tokens, limit: session.limit, reserve })
  }
  if (epoch) beginEpoch(tx, { ...epoch, ...how, tokensBefore: before })
  tx.emit({ type: 'emergency', data: { tokensBefore: before, tokensAfter: used, limit: session.limit, reserve } })
  return true
}

/** Returns how much messages of people say, if they fill more than their share. A record of people alone, such as a meeting, is worth
 * most in one piece: words that are repeated leave first, then the oldest messages. [P13] */
async function worthOf(tx: SessionTx, entries: readonly ViewEntry[]): Promise<{ worth?: HumanWorth }> {
  if (excessTokens(entries, tx.session) === 0) return {}
  const read = isOfPeopleAlone(tx.session.tokenCounts) ? readRepetition : readHumanWorth
  return { worth: await read(tx, entries) }
}
