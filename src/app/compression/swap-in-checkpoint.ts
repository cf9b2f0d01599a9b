import { usedTokens } from '../../domain/session/budget.js'
import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import type { CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { Cut } from '../../domain/context/cut.js'
import { countOf, toRanges } from '../../domain/ranges.js'
import { qualityOf } from '../../domain/session/quality.js'
import { commitCut } from '../cut/commit-cut.js'
import { updateReliability } from '../cut/update-reliability.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { removeOrphanResults } from '../cut/remove-orphan-results.js'

/** Some of the named messages have left the context meanwhile. Throwing it rolls the transaction back. */
export class SpanTaken extends Error {}

/** Throws SpanTaken if a message of the plan was pinned meanwhile. [P4] */
export async function refusePinned(
  tx: SessionTx,
  { seqs, humanMessagesWithResults }: Pick<CompressionPlan, 'seqs' | 'humanMessagesWithResults'>,
): Promise<void> {
  const eviction = new Set([...seqs, ...humanMessagesWithResults])
  if ((await tx.entries()).some(({ seq, pinned }) => pinned && eviction.has(seq))) throw new SpanTaken()
}

/** Replaces exactly the named messages, and a provisional checkpoint, with the new one. Throws SpanTaken if one of them has left or is
 * pinned. [C7] */
export async function swapInCheckpoint(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'tokenizer'>,
  input: {
    plan: CompressionPlan
    checkpoint: Checkpoint
    kind: Cut['kind']
    reason: string
    compressionId: string | null
    /** Provisional checkpoint whose messages the new one also covers. */
    replaces?: Checkpoint | null
  },
): Promise<Cut> {
  const { plan, checkpoint, replaces = null } = input
  const { session } = tx
  const before = usedTokens(session.tokenCounts)
  const cutId = ports.ids.make('cut')
  await refusePinned(tx, plan)
  if ((await tx.cover(toRanges(plan.seqs))) !== plan.seqs.length) throw new SpanTaken()
  await supersede(tx, replaces, checkpoint.id)
  const parts = await removeOrphanResults(tx, ports, plan.humanMessagesWithResults, cutId)
  await tx.insertCheckpoint(checkpoint)
  const live = await tx.checkpoints()
  updateReliability(tx, {
    compressedAtSeq: session.lastSeq,
    compressionCount: session.compressionCount + 1,
    quality: qualityOf(session.quality.parameters, live),
  })
  const { compressionId, kind, reason } = input
  const cut = await commitCut(
    tx,
    ports,
    { id: cutId, kind, reason, checkpointId: checkpoint.id, compressionId },
    { seqs: plan.seqs, parts, removed: plan.removed },
  )
  const { id, number, level, range, tokens, originalTokens } = checkpoint
  tx.emit({
    type: 'checkpoint-created',
    data: {
      checkpointId: id,
      number,
      level,
      from: range.from,
      to: range.to,
      messages: countOf(checkpoint.covered),
      tokens,
      originalTokens,
      summarizer: checkpoint.summarizer.kind,
      score: checkpoint.verification.score,
      saved: before - usedTokens(session.tokenCounts),
      ...(replaces ? { replaces: replaces.id } : {}),
    },
  })
  return cut
}

/** Throws SpanTaken if the provisional checkpoint has aged or left meanwhile. */
async function supersede(tx: SessionTx, replaces: Checkpoint | null, by: string): Promise<void> {
  if (!replaces) return
  if (!(await tx.checkpoints()).some(({ id }) => id === replaces.id)) throw new SpanTaken()
  await tx.supersede([replaces.id], by)
}
