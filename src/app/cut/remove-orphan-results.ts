import { isBeside } from '../../domain/context/pairing.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { Ports, SessionTx } from '../ports/ports.js'

/** Results that stand in a human message and whose calls leave the context now: they leave with them, the person's words stay. [P4] [P5]
 * Returns the parts, for the cut to record.
 * @param mixed numbers of those human messages */
export async function takeResultsAlong(
  tx: SessionTx,
  { ids }: Pick<Ports, 'ids'>,
  humanMessagesWithResults: readonly number[],
  cutId: string,
): Promise<Reduction[]> {
  if (humanMessagesWithResults.length === 0) return []
  const standing = new Map(
    (await tx.reductions()).map((reduction) => [`${reduction.seq}/${reduction.part}`, reduction.tokensAfter]),
  )
  const eviction = (await tx.entries())
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
                tokensBefore: standing.get(`${entry.seq}/${part}`) ?? shape.tokens,
                tokensAfter: 0,
                cutId,
              },
            ]
          : [],
      ),
    )
  if (eviction.length > 0) await tx.insertReductions(eviction)
  return eviction
}
