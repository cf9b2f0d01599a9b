import { usedTokens } from '../../domain/session/budget.js'
import type { CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { Compression } from '../../domain/compression/compression.js'
import { toRanges } from '../../domain/ranges.js'
import { commitCut } from '../cut/commit-cut.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { settleBudget } from './check-budget.js'
import type { Stopwatch } from './stage-times.js'
import { refusePinned, SpanTaken } from './swap-in-checkpoint.js'
import { takeResultsAlong } from '../cut/remove-orphan-results.js'

/** Strategy `truncate`: the span leaves the context without a summary; history keeps it. Of a human message that holds results of its
 * calls only these leave. [V5] [P4] */
export async function evictSpan(
  tx: SessionTx,
  ports: Ports,
  compression: Compression,
  plan: CompressionPlan,
  watch: Stopwatch,
): Promise<Compression | null> {
  const { session } = tx
  watch.begin('update-context')
  const evicted = toRanges(plan.seqs)
  const id = ports.ids.make('cut')
  await refusePinned(tx, plan)
  if ((await tx.evict(evicted)) !== plan.seqs.length) throw new SpanTaken()
  const parts = await takeResultsAlong(tx, ports, plan.humanMessagesWithResults, id)
  session.compressedAtSeq = session.lastSeq
  await commitCut(
    tx,
    ports,
    { id, kind: 'evict', reason: 'asked for: truncate', evicted, compressionId: compression.id },
    { seqs: plan.seqs, parts, removed: plan.removed },
  )
  tx.emit({
    type: 'messages-evicted',
    data: { reason: 'asked for: truncate', ranges: evicted.map(({ from, to }) => ({ from, to })) },
  })
  compression.tokensAfter = usedTokens(session.tokenCounts)
  compression.stages = watch.end()
  compression.state = { status: 'completed', finishedAt: ports.clock.now() }
  session.compressor = { state: 'idle' }
  await tx.updateCompression(compression)
  const { messages, tokensBefore, tokensAfter, stages } = compression
  tx.emit({
    type: 'compressed',
    data: {
      compressionId: compression.id,
      checkpointId: null,
      messages,
      tokensBefore: tokensBefore ?? tokensAfter,
      tokensAfter,
      modelCalls: 0,
      withoutModel: null,
      durationMs: stages.reduce((sum, { durationMs }) => sum + durationMs, 0),
    },
  })
  return settleBudget(tx, ports)
}
