import { isBeside } from '../../domain/context/pairing.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { Ports, SessionTx } from '../ports/ports.js'

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
  const removed = (await tx.entries())
    .filter(({ seq }) => humanMessagesWithResults.includes(seq))
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
                placeholder: null,
                tokensBefore: reducedTokens.get(`${entry.seq}/${part}`) ?? shape.tokens,
                tokensAfter: 0,
                cutId,
              },
            ]
          : [],
      ),
    )
  if (removed.length > 0) await tx.insertReductions(removed)
  return removed
}
