import type { Compression } from '../../src/domain/compression/compression.js'
import type { SeqRange } from '../../src/domain/message.js'
import { seqsOf } from '../../src/domain/ranges.js'

/** Messages that an accepted call of the model was about. */
export function seenSeqs(compressions: readonly Compression[]): Set<number> {
  const seen = new Set<number>()
  for (const { covered, attempts } of compressions) {
    const ranges = attempts.flatMap(({ verdict, range }) => (verdict === 'accepted' ? [range] : []))
    for (const seq of seqsOf(covered)) if (ranges.some((range) => isIn(seq, range))) seen.add(seq)
  }
  return seen
}

/** Returns the share of the covered tokens that the model has seen.
 * @param covered messages behind the live checkpoints */
export function seenShare(seen: ReadonlySet<number>, covered: readonly { seq: number; tokens: number }[]): number {
  const sum = (all: typeof covered) => all.reduce((total, { tokens }) => total + tokens, 0)
  return sum(covered.filter(({ seq }) => seen.has(seq))) / Math.max(1, sum(covered))
}

function isIn(seq: number, { from, to }: SeqRange): boolean {
  return seq >= from && seq <= to
}
