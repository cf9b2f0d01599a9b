import { usedTokens } from '../../domain/session/budget.js'
import type { CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { Compression } from '../../domain/compression/compression.js'
import { counted, grouped } from '../../domain/number-format.js'
import { toRanges } from '../../domain/ranges.js'
import { recordCut } from '../cut/commit-cut.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { settleBudget } from './check-budget.js'
import type { Stopwatch } from './stage-times.js'
import { refusePinned, SpanTaken } from './swap-in-checkpoint.js'
import { takeResultsAlong } from '../cut/remove-orphan-results.js'

/** Strategy `truncate`: the span leaves the context without a summary; history keeps it. Of a human message that holds results of its
 * calls only these leave. [V5] [P4] */
export async function setAsideSpan(
  tx: SessionTx,
  ports: Ports,
  compression: Compression,
  plan: CompressionPlan,
  watch: Stopwatch,
): Promise<Compression | null> {
  const { session } = tx
  watch.begin('update-context')
  const setAside = toRanges(plan.seqs)
  const id = ports.ids.make('cut')
  await refusePinned(tx, plan)
  if ((await tx.setAside(setAside)) !== plan.seqs.length) throw new SpanTaken()
  const parts = await takeResultsAlong(tx, ports, plan.mixed, id)
  session.compressedAtSeq = session.lastSeq
  await recordCut(
    tx,
    ports,
    { id, kind: 'set-aside', reason: 'asked for: truncate', setAside, compressionId: compression.id },
    { seqs: plan.seqs, parts, gone: plan.gone },
  )
  tx.emit({ type: 'messages-set-aside', data: { reason: 'asked for: truncate', ranges: setAside.map(({ from, to }) => ({ from, to })) } })
  compression.tokensAfter = usedTokens(session.tallies)
  compression.stages = watch.end()
  compression.state = { status: 'completed', finishedAt: ports.clock.now() }
  session.compressor = { state: 'idle' }
  await tx.updateCompression(compression)
  const { messages, tokensBefore, tokensAfter } = compression
  tx.emit({
    type: 'compressed',
    data: {
      compressionId: compression.id,
      checkpointId: null,
      messages,
      tokensBefore,
      tokensAfter,
      line: `Set ${counted(messages, 'message')} aside, saved ~${grouped((tokensBefore ?? 0) - tokensAfter)} tokens`,
    },
  })
  return settleBudget(tx, ports)
}
