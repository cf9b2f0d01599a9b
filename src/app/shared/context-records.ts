import type { ContextRecords } from '../../domain/context/context.js'
import type { SessionRecords } from '../ports/ports.js'

/** Selects the records that a context is assembled from. */
export function contextRecords({ session, entries, checkpoints }: SessionRecords): ContextRecords {
  const { lastSpokenSeq, ledger, goals, recall, standing } = session
  return { entries, checkpoints, lastSpokenSeq, ledger, goals, recall, standing }
}
