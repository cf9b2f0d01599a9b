import type { Compression, Validation } from '../../domain/compression/compression.js'
import { countOf, seqsOf } from '../../domain/ranges.js'
import { usedTokens } from '../../domain/session/budget.js'
import { fitLimit } from '../../domain/session/model-tokens.js'
import type { SessionTx } from '../../ports/ports.js'
import { FiguresError } from '../../ports/safe-error.js'

/** The context after a swap is worse than allowed. Throwing it rolls the swap back. [P2] [P3] */
export class ValidationFailed extends FiguresError {}

/** Stage validate: checks that the context does not exceed what fits, and that each covered message is covered by
 * exactly one live checkpoint and no longer in the context. Returns the figures. Throws ValidationFailed. A context that
 * was too large before may still be: it must only have shrunk. [C3]
 * @param usedBefore base tokens in the context before the swap */
export async function validateSwap(tx: SessionTx, compression: Compression, usedBefore: number): Promise<Validation> {
  const { session } = tx
  const validation: Validation = {
    used: usedTokens(session.tokenCounts),
    fits: fitLimit(session),
    covered: countOf(compression.covered),
    uncovered: await uncoveredCount(tx, compression),
  }
  const { used, fits, covered, uncovered } = validation
  const most = Math.max(fits, usedBefore)
  if (used > most) throw new ValidationFailed(`${used} tokens in the context after the swap, ${most} allowed`)
  if (uncovered > 0) throw new ValidationFailed(`${uncovered} of ${covered} messages are not covered exactly once`)
  return validation
}

async function uncoveredCount(tx: SessionTx, { covered }: Compression): Promise<number> {
  const times = new Map<number, number>()
  for (const checkpoint of await tx.checkpoints())
    for (const seq of seqsOf(checkpoint.covered)) times.set(seq, (times.get(seq) ?? 0) + 1)
  const shown = new Set((await tx.entries()).map(({ seq }) => seq))
  return seqsOf(covered).filter((seq) => times.get(seq) !== 1 || shown.has(seq)).length
}
