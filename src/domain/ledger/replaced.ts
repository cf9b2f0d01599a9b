import { replacedBy } from '../standing/subject.js'
import type { LedgerEntry } from './ledger.js'

/** Newest preferences that are compared, each with each: more would hold the event loop up. In a block at 8K, about as many fit. */
const COMPARED = 40

/** Returns the entries without the preferences that the words of a newer one replace: of `I live in Oslo` and `I live in Rome`, the newer holds. [M11]
 * @param entries oldest first */
export function withoutReplaced(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const stated = entries
    .filter(({ kind }) => kind === 'preference')
    .slice(-COMPARED)
    .map(({ id, text }) => ({ id, text, kind: 'preference' as const }))
  const gone = new Set(stated.flatMap((one, at) => replacedBy(one, stated.slice(0, at))))
  return gone.size === 0 ? [...entries] : entries.filter(({ id }) => !gone.has(id))
}
