import { DomainError } from '../../domain/errors.js'
import { SNAPSHOTS_MAX, snapshotOf, type Snapshot, type SnapshotPurpose } from '../../domain/time/snapshot.js'
import { emitSnapshot } from '../cut/snapshot-before-cut.js'
import type { Session } from '../../domain/session/session.js'
import type { Page, Ports, SessionTx, SessionAddress } from '../../ports/ports.js'
import { once, type Idempotency } from '../shared/once.js'
import { readSession, required } from '../shared/read-session.js'

/** Saves the state of a session. Takes the same time however long the history is. Returns the snapshot, and the session
 * after it. [R1]
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
  }: SessionAddress & { name?: string | null; purpose?: SnapshotPurpose; idempotency?: Idempotency },
): Promise<{ snapshot: Snapshot; session: Session }> {
  let saved: Snapshot | null = null as Snapshot | null
  const create = async (tx: SessionTx) => {
    if (!tx.session.policy.snapshots.enabled)
      throw new DomainError('snapshots_disabled', 'The policy of this session allows no snapshots.')
    const made = { id: ports.ids.make('snp'), name, purpose, auto: false, createdAt: ports.clock.now() }
    const snapshot = snapshotOf(tx.session, made)
    if ((await tx.snapshotCount()) >= SNAPSHOTS_MAX)
      throw new DomainError(
        'too_many_snapshots',
        `A session has at most ${SNAPSHOTS_MAX} snapshots; delete some first.`,
      )
    tx.sendSnapshot(snapshot)
    emitSnapshot(tx, snapshot)
    saved = snapshot
    return { id: snapshot.id }
  }
  const { id, session } = await ports.store.change(
    sessionId,
    appId,
    async (tx) => ({
      ...(await once(tx, { idempotency, what: 'snapshot' }, () => create(tx))),
      session: tx.session,
    }),
    { snapshotCount: true },
  )
  // A repeated request names an earlier one. A transaction that is tried again makes another.
  const snapshot = saved?.id === id ? saved : required(await ports.store.snapshot(sessionId, id), 'snapshot', id)
  return { snapshot, session }
}

/** Returns snapshots, newest first. Throws session_not_found. */
export async function listSnapshots(
  { store }: Pick<Ports, 'store'>,
  { appId, sessionId, ...page }: SessionAddress & Page,
): Promise<Snapshot[]> {
  await readSession({ store }, { sessionId, appId })
  return store.snapshots(sessionId, page)
}

/** Throws session_not_found, not_found. */
export async function readSnapshot(
  { store }: Pick<Ports, 'store'>,
  { appId, sessionId, snapshotId }: SessionAddress & { snapshotId: string },
): Promise<Snapshot> {
  await readSession({ store }, { sessionId, appId })
  return required(await store.snapshot(sessionId, snapshotId), 'snapshot', snapshotId)
}

/** Throws session_not_found, not_found. */
export async function deleteSnapshot(
  { store }: Pick<Ports, 'store'>,
  { appId, sessionId, snapshotId }: SessionAddress & { snapshotId: string },
): Promise<void> {
  await readSession({ store }, { sessionId, appId })
  required((await store.deleteSnapshot(sessionId, snapshotId)) ? snapshotId : null, 'snapshot', snapshotId)
}
