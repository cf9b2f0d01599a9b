import type { ContextEntry } from './context.js'
import { reductionsBySeq, type Reduction } from './reduction.js'

/** A context with the reductions that apply in it. */
interface Rendered {
  context: readonly ContextEntry[]
  reductions: readonly Reduction[]
}

/** Counts the entries at the beginning of two contexts that have the same text in both. [P12] */
export function commonHead(before: Rendered, after: Rendered): number {
  const [mine, theirs] = [textKeys(before), textKeys(after)]
  const firstChange = mine.findIndex((key, index) => key !== theirs[index])
  return firstChange === -1 ? mine.length : firstChange
}

/** Returns a key for each entry. Entries of one session with equal keys have equal text: messages, checkpoints and
 * reductions never change. */
function textKeys({ context, reductions }: Rendered): string[] {
  const bySeq = reductionsBySeq(reductions)
  return context.map((entry) => {
    switch (entry.kind) {
      case 'message': {
        const applied = (bySeq.get(entry.entry.seq) ?? []).map(({ id }) => id).sort()
        return `message ${entry.entry.seq} ${applied.join(' ')}`
      }
      case 'checkpoint':
        return `checkpoint ${entry.checkpoint.id}`
      case 'goal':
      case 'progress':
      case 'ledger':
        return `${entry.kind} ${entry.role} ${entry.text}`
      case 'goal-note':
        return `goal-note ${entry.afterSeq} ${entry.text}`
      case 'standing':
        return `standing ${'seq' in entry ? entry.seq : ''} ${entry.text}`
      case 'recall':
        return `recall ${entry.seq} ${entry.text}`
      case 'missing-results':
        return `missing-results ${entry.callSeq} ${JSON.stringify(entry.calls)}`
    }
  })
}
