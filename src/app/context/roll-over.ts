import { usedTokens } from '../../domain/session/budget.js'
import { modelTokens } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import { trySnapshot } from '../cut/snapshot-before-cut.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { once, type Idempotency } from '../shared/once.js'
import { ensureFit } from './ensure-fit.js'
import { beginEpoch, shrinkToCore } from './shrink-to-core.js'
import { requireVersion, type VersionTag } from '../shared/require-version.js'

export interface RolledOver {
  session: Session
  /** Snapshot of the state before; null if it could not be made. */
  snapshotId: string | null
  /** Model tokens in the context. */
  tokensBefore: number
  tokensAfter: number
}

type Needs = Pick<Ports, 'store' | 'ids' | 'clock' | 'tokenizer'>

/** Starts a new epoch of a session: takes a snapshot, covers what may be covered with one short checkpoint that names the
 * snapshot, and evicts all human messages but the newest. Nothing leaves the history, and what left does not come back by
 * itself. A pending compression is skipped, because it was planned for another context. [R4]
 * Throws session_not_found, version_mismatch, idempotency_conflict, message_exceeds_window. */
export async function rollOver(
  ports: Needs,
  {
    appId,
    sessionId,
    ifMatch,
    idempotency,
  }: { appId: string | null; sessionId: string; ifMatch?: VersionTag; idempotency?: Idempotency },
): Promise<RolledOver> {
  return ports.store.change(sessionId, appId, async (tx) => {
    const rolled = await once(tx, { idempotency, what: 'rollover' }, () => rollOverInside(tx, ports, ifMatch))
    return { session: tx.session, ...rolled }
  })
}

async function rollOverInside(
  tx: SessionTx,
  ports: Needs,
  ifMatch: VersionTag | undefined,
): Promise<Omit<RolledOver, 'session'>> {
  const { session } = tx
  requireVersion(session, ifMatch)
  const before = usedTokens(session.tokenCounts)
  const snapshotId = (await trySnapshot(tx, ports, 'rollback', `before epoch ${session.epoch + 1}`))?.id ?? null
  const how = { trigger: 'request' as const, snapshotId }
  const messages = await shrinkToCore(tx, ports, how)
  await ensureFit(tx, ports, { mayRollOver: false })
  beginEpoch(tx, { ...messages, ...how, tokensBefore: before })
  const after = usedTokens(session.tokenCounts)
  return { snapshotId, tokensBefore: modelTokens(session, before), tokensAfter: modelTokens(session, after) }
}
