import { DomainError } from '../../domain/errors.js'
import { SNAPSHOTS_MAX, snapshotOf, type Snapshot, type SnapshotPurpose } from '../../domain/time/snapshot.js'
import { emitSnapshot } from '../cut/snapshot-before-cut.js'
import type { Page, Ports, SessionTx } from '../ports/ports.js'
import { once, type Idempotency } from '../shared/once.js'
import { readSession, required } from '../shared/read-session.js'

interface OfSession {
  appId: string | null
  sessionId: string
}

/** Saves the state of a session. Takes the same time however long the history is. [R1]
 * Throws session_not_found, snapshots_disabled, too_many_snapshots, idempotency_conflict. Throws not_found if a request
 * is repeated after its snapshot was deleted. */
export async function createSnapshot(
  ports: Pick<Ports, 'store' | 'ids' | 'clock'>,
  {
    appId,
    sessionId,
    name = null,
    purpose = 'manual',
    idempotency,
  }: OfSession & { name?: string | null; purpose?: SnapshotPurpose; idempotency?: Idempotency },
): Promise<Snapshot> {
  let saved: Snapshot | null = null as Snapshot | null
  const create = async (tx: SessionTx) => {
    const { enabled, keep } = tx.session.policy.snapshots
    if (!enabled) throw new DomainError('snapshots_disabled', 'The policy of this session allows no snapshots.')
    const made = { id: ports.ids.make('snp'), name, purpose, auto: false, createdAt: ports.clock.now() }
    const snapshot = snapshotOf(tx.session, made)
    // One round trip for both. What exceeds the limit is rolled back.
    const [count] = await Promise.all([tx.snapshotCount(), tx.insertSnapshot(snapshot, keep)])
    if (count >= SNAPSHOTS_MAX)
      throw new DomainError(
        'too_many_snapshots',
        `A session has at most ${SNAPSHOTS_MAX} snapshots; delete some first.`,
      )
    emitSnapshot(tx, snapshot)
    saved = snapshot
    return { id: snapshot.id }
  }
  const { id } = await ports.store.change(sessionId, appId, (tx) =>
    once(tx, { idempotency, what: 'snapshot' }, () => create(tx)),
  )
  // A repeated request names an earlier one. A transaction that is tried again makes another.
  return saved?.id === id ? saved : required(await ports.store.snapshot(sessionId, id), 'snapshot', id)
}

/** Returns snapshots, newest first. Throws session_not_found. */
export async function listSnapshots(
  { store }: Pick<Ports, 'store'>,
  { appId, sessionId, ...page }: OfSession & Page,
): Promise<Snapshot[]> {
  await readSession({ store }, sessionId, appId)
  return store.snapshots(sessionId, page)
}

/** Throws session_not_found, not_found. */
export async function readSnapshot(
  { store }: Pick<Ports, 'store'>,
  { appId, sessionId, snapshotId }: OfSession & { snapshotId: string },
): Promise<Snapshot> {
  await readSession({ store }, sessionId, appId)
  return required(await store.snapshot(sessionId, snapshotId), 'snapshot', snapshotId)
}

/** Throws session_not_found, not_found. */
export async function deleteSnapshot(
  { store }: Pick<Ports, 'store'>,
  { appId, sessionId, snapshotId }: OfSession & { snapshotId: string },
): Promise<void> {
  await readSession({ store }, sessionId, appId)
  required((await store.deleteSnapshot(sessionId, snapshotId)) ? snapshotId : null, 'snapshot', snapshotId)
}
