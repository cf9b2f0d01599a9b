import type { Deletion, RemovedByDeletion } from '../../ports/app-port.js'
import type { Transaction } from '../database.js'

const NONE: RemovedByDeletion = {
  ...{ sessions: 0, messages: 0, checkpoints: 0, compressions: 0, reductions: 0, snapshots: 0, events: 0 },
  ...{ searchRows: 0, keys: 0, standingEntries: 0 },
}

/** Returns the stored counts. Those added later are 0. */
export function removedOf(text: string): RemovedByDeletion {
  return { ...NONE, ...(JSON.parse(text) as Partial<RemovedByDeletion>) }
}

/** Adds counts to those of a deletion. Takes the lock of its row until the end of the transaction. */
export async function countDeleted(
  tx: Transaction,
  { appId, id }: Pick<Deletion, 'appId' | 'id'>,
  more: Partial<RemovedByDeletion>,
): Promise<void> {
  const text = 'SELECT removed FROM deletions WHERE app_id = $1 AND id = $2 FOR UPDATE'
  const [row] = await tx.query<{ removed: string }>({ text, values: [appId, id] })
  const removed: Record<string, number> = { ...removedOf(row?.removed ?? '{}') }
  for (const [name, count] of Object.entries(more)) removed[name] = (removed[name] ?? 0) + count
  const set = 'UPDATE deletions SET removed = $3 WHERE app_id = $1 AND id = $2'
  tx.send({ text: set, values: [appId, id, JSON.stringify(removed)] })
}
