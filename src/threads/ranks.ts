import { pauseWhenDue } from '../ports/pause.js'
import { rankTable, type RankTable } from '../model/tokens/rank-table.js'
import { tableCounter } from '../model/tokens/table-counter.js'

/** Gives threads the ranks of the encoding: made once in the process, and shared. */

let made: Promise<RankTable> | null = null

/** Returns what a thread needs to count. */
export function sharedRanks(): Promise<RankTable> {
  return (made ??= makeTable())
}

async function makeTable(): Promise<RankTable> {
  const { default: ranks } = await import('gpt-tokenizer/bpeRanks/o200k_base')
  return rankTable(ranks, pauseWhenDue)
}

let count: ((text: string) => number) | null = null

/** Counts with these ranks from now on: in a thread, before its first task that counts. */
export function countWith(ranks: RankTable): void {
  count ??= tableCounter(ranks).countText
}

/** Returns the counter of this thread. On the event loop, it counts with the ranks that the tokenizer has loaded. */
export async function counter(): Promise<(text: string) => number> {
  return count ?? (await import('../model/encoding.js')).countText
}
