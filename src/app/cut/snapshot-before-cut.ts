import { usedTokens } from '../../domain/session/budget.js'
import { usedModelTokens } from '../../domain/session/model-tokens.js'
import { FRESH_SESSION_SHARE } from '../../domain/session/reliability.js'
import { snapshotOf, type Snapshot, type SnapshotPurpose } from '../../domain/time/snapshot.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { safeLine } from '../../ports/safe-error.js'

type Needs = Pick<Ports, 'ids' | 'clock'>

/** Saves the state before the first cut above the threshold of the policy. Call before anything of the cut is written. Does nothing if the
 * transaction has made a cut already. [R1] */
export async function snapshotBeforeCut(tx: SessionTx, ports: Needs): Promise<void> {
  const { session } = tx
  const { threshold } = session.policy.snapshots
  if (tx.hasCut) return
  if (usedModelTokens(session) < threshold * session.limit) tx.change({ savedAboveThreshold: undefined })
  else if (!session.savedAboveThreshold && (await autoSnapshot(tx, ports, 'recovery')))
    tx.change({ savedAboveThreshold: true })
}

/** Saves the state when the context has just become nearly full, before anything is done about it. Call last in a change. [B4]
 * @param usedBefore model tokens in the context before the change */
export async function snapshotNearlyFull(tx: SessionTx, ports: Needs, usedBefore: number): Promise<void> {
  const { session } = tx
  const nearlyFull = FRESH_SESSION_SHARE * session.limit
  if (usedBefore < nearlyFull && usedModelTokens(session) >= nearlyFull) await autoSnapshot(tx, ports, 'recovery')
}

/** Saves the state by a rule. A failure becomes an event and stops nothing. Returns the snapshot; null if none was made. [R1] */
export async function autoSnapshot(tx: SessionTx, ports: Needs, purpose: SnapshotPurpose): Promise<Snapshot | null> {
  const { enabled, auto } = tx.session.policy.snapshots
  return enabled && auto && tx.session.lastSeq > 0 ? trySnapshot(tx, ports, purpose) : null
}

/** Like `autoSnapshot`, whatever the policy says. One with a name stays until it is deleted. */
export async function trySnapshot(
  tx: SessionTx,
  ports: Needs,
  purpose: SnapshotPurpose,
  name: string | null = null,
): Promise<Snapshot | null> {
  const made = { id: ports.ids.make('snp'), name, purpose, auto: name === null, createdAt: ports.clock.now() }
  const snapshot = snapshotOf(tx.session, made)
  try {
    await tx.insertSnapshot(snapshot, tx.session.policy.snapshots.keep)
  } catch (error) {
    tx.emit({ type: 'snapshot-error', data: { purpose, detail: safeLine(error) } })
    return null
  }
  emitSnapshot(tx, snapshot)
  return snapshot
}

export function emitSnapshot(tx: Pick<SessionTx, 'emit' | 'session'>, snapshot: Snapshot): void {
  const { id: snapshotId, name, purpose, seq, version, state } = snapshot
  const tokens = usedTokens(state.tokenCounts)
  const type = snapshot.auto ? ('auto-snapshot-created' as const) : ('snapshot-created' as const)
  tx.emit({ type, data: { snapshotId, name, purpose, seq, version, tokens } })
}
