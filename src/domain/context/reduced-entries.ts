import { withoutRemoved } from './removed-parts.js'
import type { ViewEntry } from '../message.js'
import type { Reduction } from './reduction.js'

/** Tokens that reductions free, by message. */
export function freedTokens(reductions: readonly Reduction[]): Map<number, number> {
  const freed = new Map<number, number>()
  for (const { seq, tokensBefore, tokensAfter } of reductions)
    freed.set(seq, (freed.get(seq) ?? 0) + tokensBefore - tokensAfter)
  return freed
}

/** The messages as they stand after these reductions, which are new. */
export function reducedEntries(entries: readonly ViewEntry[], reductions: readonly Reduction[]): ViewEntry[] {
  const freed = freedTokens(reductions)
  const reduced = entries.map((entry): ViewEntry => {
    const tokens = freed.get(entry.seq)
    return tokens === undefined ? entry : { ...entry, state: 'reduced', viewTokens: entry.viewTokens - tokens }
  })
  return withoutRemoved(reduced, reductions)
}
