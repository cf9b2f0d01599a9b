import { usedTokens } from '../domain/budget.js'
import type { Checkpoint } from '../domain/checkpoint.js'
import type { CompressionPlan } from '../domain/compression-plan.js'
import type { Cut } from '../domain/cut.js'
import { isBeside } from '../domain/pairing.js'
import { qualityOf } from '../domain/quality.js'
import type { Reduction } from '../domain/reduction.js'
import { recordCut } from './change-context.js'
import type { Ports, SessionTx } from './ports.js'

/** The named messages are no longer all in the context: somebody else took some. Rolls the transaction back. */
export class SpanTaken extends Error {}

/** Replaces exactly the named messages by their checkpoint, or nothing at all. [C7] */
export async function swapInCheckpoint(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'tokenizer'>,
  input: { plan: CompressionPlan; checkpoint: Checkpoint; kind: Cut['kind']; reason: string; compressionId: string | null },
): Promise<Cut> {
  const { plan, checkpoint } = input
  const { session } = tx
  const before = usedTokens(session.tallies)
  const cutId = ports.ids.make('cut')
  if ((await tx.cover(checkpoint.covered)) !== plan.seqs.length) throw new SpanTaken()
  const leaving = await coveredParts(tx, ports, plan.mixed, cutId)
  if (leaving.length > 0) await tx.insertReductions(leaving)
  await tx.insertCheckpoint(checkpoint)
  session.compressionCount += 1
  session.compressedAtSeq = session.lastSeq
  session.quality = qualityOf(session.quality.parameters, await tx.checkpoints())
  const { compressionId, kind, reason } = input
  const cut = await recordCut(
    tx,
    ports,
    { id: cutId, kind, reason, checkpointId: checkpoint.id, compressionId },
    { seqs: plan.seqs, parts: leaving, gone: plan.gone },
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
      messages: plan.seqs.length,
      tokens,
      originalTokens,
      summarizer: checkpoint.summarizer.kind,
      score: checkpoint.verification.score,
      saved: before - usedTokens(session.tallies),
    },
  })
  return cut
}

/** Results that stand in a human message and whose calls go now: the part leaves, the person's words stay. [P4] [P5] */
async function coveredParts(tx: SessionTx, { ids }: Pick<Ports, 'ids'>, mixed: readonly number[], cutId: string): Promise<Reduction[]> {
  if (mixed.length === 0) return []
  const standing = new Map((await tx.reductions()).map((reduction) => [`${reduction.seq}/${reduction.part}`, reduction.tokensAfter]))
  return (await tx.entries())
    .filter(({ seq }) => mixed.includes(seq))
    .flatMap((entry) =>
      entry.shape.flatMap((shape, part): Reduction[] =>
        isBeside(shape)
          ? [
              {
                id: ids.make('off'),
                seq: entry.seq,
                part,
                kind: 'covered',
                toolName: shape.name,
                standIn: null,
                tokensBefore: standing.get(`${entry.seq}/${part}`) ?? shape.tokens,
                tokensAfter: 0,
                cutId,
              },
            ]
          : [],
      ),
    )
}
