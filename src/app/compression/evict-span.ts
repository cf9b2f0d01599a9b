import type { CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { Compression } from '../../domain/compression/compression.js'
import { toRanges } from '../../domain/ranges.js'
import { commitCut } from '../cut/commit-cut.js'
import { snapshotBeforeCut } from '../cut/snapshot-before-cut.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { checkBudget } from './check-budget.js'
import { completeCompression, emitCompressed } from './lifecycle.js'
import type { Stopwatch } from './stage-times.js'
import { refusePinned, SpanTaken } from './swap-in-checkpoint.js'
import { removeOrphanResults } from '../cut/remove-orphan-results.js'

/** Strategy `truncate`: evicts the span without a summary. History keeps it. Of a human message that also holds tool results, only the
 * results leave. Returns the next pending compression, if there is one. [V5] [P4] */
export async function evictSpan(
  tx: SessionTx,
  ports: Ports,
  compression: Compression,
  plan: CompressionPlan,
  watch: Stopwatch,
): Promise<Compression | null> {
  watch.begin('update-context')
  const evicted = toRanges(plan.seqs)
  const id = ports.ids.make('cut')
  await refusePinned(tx, plan)
  await snapshotBeforeCut(tx, ports)
  if ((await tx.evict(evicted)) !== plan.seqs.length) throw new SpanTaken()
  const parts = await removeOrphanResults(tx, ports, plan.humanMessagesWithResults, id)
  tx.change({ compressedAtSeq: tx.session.lastSeq })
  await commitCut(
    tx,
    ports,
    { id, kind: 'evict', reason: 'requested: truncate', evicted, compressionId: compression.id },
    { seqs: plan.seqs, parts, removed: plan.removed },
  )
  tx.emit({
    type: 'messages-evicted',
    data: { reason: 'requested: truncate', ranges: evicted.map(({ from, to }) => ({ from, to })) },
  })
  await completeCompression(tx, ports, compression, watch)
  emitCompressed(tx, compression)
  return checkBudget(tx, ports)
}
