import type { Compression } from '../../../domain/compression/compression.js'
import { createPendingCompression } from '../check-budget.js'
import type { Ports, SessionTx } from '../../../ports/ports.js'

/** Creates a pending compression in which a model rewrites the newest checkpoint that aged, if the policy wants that. With
 * `before`, the newest one that ends before this message: checkpoints are rewritten one by one, newest first, so each
 * once. Returns null if there is none, or if another compression is pending. The caller enqueues it after the commit. [C5] */
export async function offerAged(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'clock'>,
  before = Infinity,
): Promise<Compression | null> {
  if (tx.session.policy.aging !== 'llm') return null
  const aged = (await tx.checkpoints()).filter(({ generation, range }) => generation > 0 && range.to < before)
  const next = aged.toSorted((a, b) => b.range.to - a.range.to)[0]
  if (!next || (await tx.activeCompression())) return null
  return createPendingCompression(tx, ports, 'aging', 'auto', null, next.id)
}
