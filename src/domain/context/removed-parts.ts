import type { PartShape, ViewEntry } from '../message.js'
import { partKey, type Reduction } from './reduction.js'

/** Marks the parts that left the context for good while the rest of their message stayed: for every plan they are no calls and no
 * results any more. [P5] */
export function withoutGone(entries: readonly ViewEntry[], reductions: readonly Reduction[]): ViewEntry[] {
  const gone = new Map<number, Set<number>>()
  for (const { seq, part, standIn } of reductions) {
    if (standIn === null) gone.set(seq, (gone.get(seq) ?? new Set()).add(part))
  }
  return entries.map((entry) => {
    const parts = gone.get(entry.seq)
    return parts ? { ...entry, shape: entry.shape.map((shape, part) => (parts.has(part) ? goneShape(shape) : shape)) } : entry
  })
}

/** Keys of the parts that are marked so. */
export function goneParts(entries: readonly Pick<ViewEntry, 'seq' | 'shape'>[]): Set<string> {
  return new Set(entries.flatMap(({ seq, shape }) => shape.flatMap(({ kind }, part) => (kind === 'gone' ? [partKey(seq, part)] : []))))
}

function goneShape(shape: PartShape): PartShape {
  return shape.kind === 'tool_call' || shape.kind === 'tool_result' ? { kind: 'gone', tokens: shape.tokens, was: shape.kind } : shape
}
