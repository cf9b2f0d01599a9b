import { isBeside } from '../../domain/context/pairing.js'
import type { Reduction } from '../../domain/context/reduction.js'
import { removePart } from '../../domain/reductions/reduce-part.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

/** Removes tool results inside human messages whose calls leave the context with this cut. The person's own words stay. [P4] [P5]
 * Returns the removed parts, for the cut to record.
 * @param humanMessagesWithResults seqs of those messages */
export async function removeOrphanResults(
  tx: SessionTx,
  { ids }: Pick<Ports, 'ids'>,
  humanMessagesWithResults: readonly number[],
  cutId: string,
): Promise<Reduction[]> {
  if (humanMessagesWithResults.length === 0) return []
  const reducedTokens = new Map(
    (await tx.reductions()).map((reduction) => [`${reduction.seq}/${reduction.part}`, reduction.tokensAfter]),
  )
  const removedPart = (seq: number, part: number, { name, tokens }: { name: string; tokens: number }) => {
    return { seq, part, toolName: name, tokens: reducedTokens.get(`${seq}/${part}`) ?? tokens }
  }
  const removed = (await tx.entries())
    .filter(({ seq }) => humanMessagesWithResults.includes(seq))
    .flatMap((entry) =>
      entry.shape.flatMap((shape, part): Reduction[] =>
        isBeside(shape)
          ? [removePart('covered', removedPart(entry.seq, part, shape), { id: ids.make('off'), cutId })]
          : [],
      ),
    )
  if (removed.length > 0) await tx.insertReductions(removed)
  return removed
}
