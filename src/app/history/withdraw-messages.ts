import { DomainError } from '../../domain/errors.js'
import { isUndone, undoMarkers } from '../../domain/goal/undo.js'
import { planWithdrawal, rewind, type Withdrawal } from '../../domain/context/withdrawal.js'
import { toRanges } from '../../domain/ranges.js'
import type { ContextStatus } from '../../domain/session/status.js'
import { usedTokens } from '../../domain/session/budget.js'
import { commitCut } from '../cut/commit-cut.js'
import { recordAct } from '../cut/record-goals.js'
import { refreshGoals } from '../cut/refresh-goals.js'
import { statusOf } from '../models/model-health.js'
import type { Ports, SessionTx, SessionAddress } from '../../ports/ports.js'
import { requireVersion, type VersionTag } from '../shared/require-version.js'

export interface WithdrawInput extends SessionAddress {
  /** First message to withdraw, with all messages after it. */
  fromSeq: number
  /** Expected version of the context. Any other version is rejected. */
  ifMatch?: VersionTag
}

export interface Withdrawn {
  /** Numbers of the withdrawn messages. */
  withdrawn: number[]
  contextStatus: ContextStatus
}

/** Takes the newest messages back by a recorded cut. History keeps them, marked. A repeated request changes nothing and
 * returns the same messages. Markers of withdrawn messages are undone; changes by the app stay. [P2]
 * Throws session_not_found, not_found, version_mismatch, withdrawal_refused. */
export async function withdrawMessages(ports: Ports, input: WithdrawInput): Promise<Withdrawn> {
  const { session, withdrawn } = await ports.store.change(input.sessionId, input.appId, async (tx) => ({
    session: tx.session,
    withdrawn: await withdrawInside(tx, ports, input),
  }))
  return { withdrawn, contextStatus: await statusOf(ports, session) }
}

/** Withdraws in a transaction of the caller. Throws the errors of `withdrawMessages`, before anything is written. */
export async function withdrawInside(
  tx: SessionTx,
  ports: Ports,
  { fromSeq, ifMatch }: WithdrawInput,
): Promise<number[]> {
  const { session } = tx
  if (fromSeq > session.lastSeq)
    throw new DomainError(
      'not_found',
      `No message ${fromSeq} in session ${session.id}; the last is ${session.lastSeq}.`,
    )
  const plan = planWithdrawal(await tx.statesFrom(fromSeq), await tx.reductions())
  // Before the version check: a repeated request names the version before the withdrawal.
  if (plan.kind === 'repeated') return plan.seqs
  requireVersion(session, ifMatch)
  if (plan.kind === 'refused') throw refusal(plan, fromSeq)
  const entries = await tx.entries()
  const tokensBefore = usedTokens(session.tokenCounts)
  for (const { seq, viewTokens: tokens, pinned } of entries.filter((entry) => entry.seq >= fromSeq && entry.pinned)) {
    await tx.pin(seq, !pinned)
    tx.emit({ type: 'message-unpinned', data: { seq, tokens } })
  }
  const ranges = toRanges(plan.seqs)
  const changed = await tx.withdraw(ranges)
  if (changed !== plan.seqs.length) throw new Error(`Withdrew ${changed} of ${plan.seqs.length} messages.`)
  tx.change({
    ...rewind(session, entries, fromSeq),
    // What the last pass or compression found no longer holds.
    reducedAtTokens: undefined,
    lastActivityAt: ports.clock.now(),
  })
  await undoGoals(tx, ports, fromSeq, tokensBefore)
  const reason = `withdrawn by the app from message ${fromSeq}`
  await commitCut(tx, ports, { kind: 'withdraw', reason, evicted: ranges }, null, tokensBefore)
  tx.emit({ type: 'messages-evicted', data: { reason, ranges } })
  return plan.seqs
}

/** Undoes goal markers. The blocks are rendered again only if they show something that is undone. [P12] */
async function undoGoals(tx: SessionTx, ports: Ports, fromSeq: number, tokensBefore: number): Promise<void> {
  const { session } = tx
  const flushed = session.goals?.flushed ?? 0
  if (!session.goals) return
  const acts = await tx.goalActs()
  const undone = acts.filter((act) => isUndone(act, fromSeq))
  if (undone.length === 0) return
  const goals = await tx.goals()
  const changes = undoMarkers(goals, acts, fromSeq)
  await recordAct(tx, ports, goals, {
    by: 'marker',
    seq: fromSeq - 1,
    at: ports.clock.now(),
    changes,
    refused: [],
  })
  if (undone.some(({ n, refused }) => n <= flushed || refused.length > 0))
    await refreshGoals(tx, ports, 'withdraw', tokensBefore)
}

const REASONS = {
  covered: 'is covered by a checkpoint',
  evicted: 'was evicted',
  'reduced-by-cut': 'was reduced by a cut',
  'newer-messages': 'was appended after an earlier withdrawal from the same message',
}

function refusal({ seq, reason }: Extract<Withdrawal, { kind: 'refused' }>, fromSeq: number): DomainError {
  const remedy =
    reason === 'newer-messages' ? `Withdraw from message ${seq}.` : `Only messages after ${seq} can be withdrawn.`
  return new DomainError('withdrawal_refused', `Message ${seq} ${REASONS[reason]}. ${remedy}`, { fromSeq, seq, reason })
}
