import type { ContextRecords } from '../../domain/context/context.js'
import type { SessionRecords, SessionTx } from '../../ports/ports.js'

/** Selects the records that a context is assembled from. */
export function contextRecords({ session, entries, checkpoints }: SessionRecords): ContextRecords {
  const { lastSpokenSeq, ledger, goals, recall, standing } = session
  return { entries, checkpoints, lastSpokenSeq, ledger, goals, recall, standing }
}

/** Reads the records of the present context in a transaction. */
export async function recordsOf(tx: SessionTx): Promise<SessionRecords> {
  return {
    session: tx.session,
    entries: await tx.entries(),
    reductions: await tx.reductions(),
    checkpoints: await tx.checkpoints(),
  }
}
