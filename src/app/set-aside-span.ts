import { usedTokens } from '../domain/budget.js'
import type { CompressionPlan } from '../domain/compression-plan.js'
import type { Compression } from '../domain/compression.js'
import { toRanges } from '../domain/ranges.js'
import { recordCut } from './change-context.js'
import type { Ports, SessionTx } from './ports.js'
import { settleBudget } from './settle-budget.js'
import type { Stopwatch } from './stage-times.js'
import { SpanTaken } from './swap-in-checkpoint.js'

/** Strategy `truncate`: the span leaves the context without a summary; history keeps it. [V5] */
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
  // A human message that closes a tool group would lose the calls of its results: such groups stay.
  if (plan.mixed.length > 0 || (await tx.setAside(setAside)) !== plan.seqs.length) throw new SpanTaken()
  session.compressedAtSeq = session.lastSeq
  await recordCut(
    tx,
    ports,
    { kind: 'set-aside', reason: 'asked for: truncate', setAside, compressionId: compression.id },
    { seqs: plan.seqs, parts: [], gone: plan.gone },
  )
  tx.emit({ type: 'messages-set-aside', data: { reason: 'asked for: truncate', ranges: setAside.map(({ from, to }) => ({ from, to })) } })
  compression.tokensAfter = usedTokens(session.tallies)
  compression.stages = watch.end()
  compression.state = { status: 'completed', finishedAt: ports.clock.now() }
  session.compressor = { state: 'idle' }
  await tx.updateCompression(compression)
  const { id, messages, tokensBefore, tokensAfter } = compression
  tx.emit({
    type: 'compressed',
    data: {
      compressionId: id,
      checkpointId: null,
      messages,
      tokensBefore,
      tokensAfter,
      line: `Set ${messages} messages aside, saved ~${(tokensBefore ?? 0) - tokensAfter} tokens`,
    },
  })
  return settleBudget(tx, ports)
}
