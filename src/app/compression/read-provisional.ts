import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import { isProvisional, newestOf } from '../../domain/compression/provisional.js'
import { inForce, partKey } from '../../domain/context/reduction.js'
import type { SessionTx, Store } from '../../ports/ports.js'

/** Returns the provisional checkpoint of a session, or null. */
export async function provisionalIn(tx: Pick<SessionTx, 'checkpoints' | 'compression'>): Promise<Checkpoint | null> {
  const newest = newestOf(await tx.checkpoints())
  return newest && isProvisional(newest, await tx.compression(newest.compressionId)) ? newest : null
}

/** Returns which parts behind a checkpoint had been removed and which reduced before it, as keys of `partKey`. */
export async function reducedBehind(
  store: Pick<Store, 'numberedReductions'>,
  { sessionId, covered }: Checkpoint,
): Promise<{ removed: string[]; reduced: string[] }> {
  const records = await store.numberedReductions(sessionId, covered)
  const applying = inForce(records.map(({ reduction }) => reduction))
  const keys = (all: typeof applying) => all.map(({ seq, part }) => partKey(seq, part))
  return { removed: keys(applying.filter(({ placeholder }) => placeholder === null)), reduced: keys(applying) }
}
