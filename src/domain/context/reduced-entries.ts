import { withoutRemoved } from './removed-parts.js'
import type { ViewEntry } from '../message.js'
import type { Reduction } from './reduction.js'

/** Returns the tokens that the reductions free, by `seq` of the message. */
export function freedTokens(reductions: readonly Reduction[]): Map<number, number> {
  const freed = new Map<number, number>()
  for (const { seq, tokensBefore, tokensAfter } of reductions)
    freed.set(seq, (freed.get(seq) ?? 0) + tokensBefore - tokensAfter)
  return freed
}

/** Returns the messages after these reductions, which must not be applied yet. */
export function reducedEntries(entries: readonly ViewEntry[], reductions: readonly Reduction[]): ViewEntry[] {
  const freed = freedTokens(reductions)
  const reduced = entries.map((entry): ViewEntry => {
    const tokens = freed.get(entry.seq)
    return tokens === undefined ? entry : { ...entry, state: 'reduced', viewTokens: entry.viewTokens - tokens }
  })
  return withoutRemoved(reduced, reductions)
}
