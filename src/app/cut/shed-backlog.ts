import { mayHaveBacklog, planBacklog, planHumanBacklog } from '../../domain/eviction/backlog.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { pauseAfterMany } from '../../ports/pause.js'
import { evictMessages } from './evict.js'
import { readHumanWorth } from './human-worth.js'
import { snapshotBeforeCut } from './snapshot-before-cut.js'

const REASON = 'the oldest messages of a history that arrived at once evicted'

/** Evicts the oldest part of a history that is many times too large, so that every later step works on a few contexts at most. Exact
 * entries of it stay in the ledger, and it can be searched, recalled, and read. No context of this size was ever handed
 * out, so no cached prefix is lost. Does nothing otherwise. [R4] [P12] [P13] */
export async function shedBacklog(tx: SessionTx, ports: Pick<Ports, 'ids' | 'clock' | 'tokenizer'>): Promise<void> {
  const { session } = tx
  if (!mayHaveBacklog(session)) return
  const entries = await tx.entries()
  await pauseAfterMany(entries.length)
  const backlog = planBacklog(session, entries)
  if (!backlog) return
  const { plan, humanTokens } = backlog
  await pauseAfterMany(entries.length)
  await snapshotBeforeCut(tx, ports)
  if (plan) await evictMessages(tx, ports, plan, REASON)
  if (humanTokens === 0) return
  const left = await tx.entries()
  const seqs = planHumanBacklog(session, left, humanTokens, await readHumanWorth(tx, left))
  await evictMessages(tx, ports, { seqs, humanMessagesWithResults: [] }, 'human messages that say least evicted')
}
