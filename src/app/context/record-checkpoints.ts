import { checkpointRecord, type CheckpointRecord } from '../../domain/compression/checkpoint-record.js'
import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import type { Ports } from '../../ports/ports.js'

/** Ledger entries read for one page of checkpoints. A bound; sessions of thousands of messages have hundreds. */
const MAX_ENTRIES = 5_000

/** Returns what each checkpoint of a session records of its span, with what ledger and goals took from it. [C6] */
export async function recordCheckpoints(
  { store }: Pick<Ports, 'store'>,
  sessionId: string,
  checkpoints: readonly Checkpoint[],
): Promise<Map<Checkpoint, CheckpointRecord>> {
  if (checkpoints.length === 0) return new Map()
  const from = Math.min(...checkpoints.map(({ range }) => range.from))
  const to = Math.max(...checkpoints.map(({ range }) => range.to))
  const ledger = await store.ledgerWithin(sessionId, { from, to }, MAX_ENTRIES)
  const recorded = { ledger, goals: await store.goals(sessionId) }
  return new Map(checkpoints.map((checkpoint) => [checkpoint, checkpointRecord(checkpoint, recorded)]))
}
