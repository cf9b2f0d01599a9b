import type { Cut } from '../../domain/context/cut.js'
import type { Reduction } from '../../domain/context/reduction.js'
import { seqsOf } from '../../domain/ranges.js'
import type { StateOfMessage } from '../../ports/ports.js'
import type { Eviction } from '../../domain/ledger/departing.js'

/** Returns all messages and parts that ever left a context, of which its ledger consists. What the app took back leaves no entry, nor
 * does what a restore left behind. The rules of a message that came back stay. [C9]
 * @param cuts the cuts in force */
export function everEvicted(
  states: readonly StateOfMessage[],
  cuts: readonly Cut[],
  reductions: readonly Reduction[],
): Eviction {
  const parts = reductions.filter(({ placeholder }) => placeholder === null)
  const undone = new Set(seqsOf(cuts.flatMap(({ kind, evicted }) => (kind === 'restore' ? evicted : []))))
  const returned = seqsOf(cuts.flatMap((cut) => cut.returned ?? []))
  const left = states.filter(
    ({ seq, state, withdrawn }) => (state === 'covered' || state === 'evicted') && !withdrawn && !undone.has(seq),
  )
  const seqs = [...new Set([...left.map(({ seq }) => seq), ...returned])].sort((a, b) => a - b)
  return { seqs, parts, removed: new Set() }
}
