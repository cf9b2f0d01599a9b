import type { SeqRange } from './message.js'

/** Converts message numbers to ascending, disjoint, inclusive ranges. */
export function toRanges(seqs: readonly number[]): SeqRange[] {
  const ranges: SeqRange[] = []
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && seq <= last.to + 1) last.to = Math.max(last.to, seq)
    else ranges.push({ from: seq, to: seq })
  }
  return ranges
}

/** Returns every `seq` of the ranges, in their order. */
export function seqsOf(ranges: readonly SeqRange[]): number[] {
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
}

/** Returns the number of messages in the ranges. */
export function countOf(ranges: readonly SeqRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
}

/** Whether a message is in one of the ranges. */
export function rangesInclude(ranges: readonly SeqRange[], seq: number): boolean {
  return ranges.some(({ from, to }) => seq >= from && seq <= to)
}
