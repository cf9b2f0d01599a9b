import { partsLeavingFirst, reasonsOf } from '../../domain/reductions/pass.js'
import type { Reach } from '../../domain/reductions/entry.js'
import { removePart } from '../../domain/reductions/reduce-part.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { emitReductions } from './emit-reductions.js'

/** Removes the parts that leave with every cut. The caller records the cut. Returns the reasons, empty if there were no
 * such parts. [D7]
 * @param reach how far the rules may go, by the need for tokens */
export async function removeFirstParts(
  tx: SessionTx,
  { ids }: Pick<Ports, 'ids'>,
  cutId: string,
  reach: Reach = 'cut',
): Promise<string[]> {
  const steps = partsLeavingFirst(tx.session, await tx.entries(), await tx.reductions(), reach)
  const reductions = steps.flatMap(({ kind, candidates }) =>
    candidates.map((candidate) => removePart(kind, candidate, { id: ids.make('off'), cutId })),
  )
  if (reductions.length === 0) return []
  await tx.insertReductions(reductions)
  emitReductions(tx, reductions)
  return reasonsOf(steps)
}
