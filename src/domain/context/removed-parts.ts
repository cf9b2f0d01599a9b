import type { PartShape, ViewEntry } from '../message.js'
import { partKey, type Reduction } from './reduction.js'

/** Marks parts that left the context permanently while the rest of their message stayed. Plans no longer treat them as
 * calls or results. [P5] */
export function withoutRemoved(entries: readonly ViewEntry[], reductions: readonly Reduction[]): ViewEntry[] {
  const removed = new Map<number, Set<number>>()
  for (const { seq, part, placeholder } of reductions) {
    if (placeholder === null) removed.set(seq, (removed.get(seq) ?? new Set()).add(part))
  }
  return entries.map((entry) => {
    const parts = removed.get(entry.seq)
    return parts
      ? { ...entry, shape: entry.shape.map((shape, part) => (parts.has(part) ? removedShape(shape) : shape)) }
      : entry
  })
}

/** Returns the keys of the removed parts. */
export function removedPartKeys(entries: readonly Pick<ViewEntry, 'seq' | 'shape'>[]): Set<string> {
  return new Set(
    entries.flatMap(({ seq, shape }) =>
      shape.flatMap(({ kind }, part) => (kind === 'removed' ? [partKey(seq, part)] : [])),
    ),
  )
}

function removedShape(shape: PartShape): PartShape {
  return shape.kind === 'tool_call' || shape.kind === 'tool_result'
    ? { kind: 'removed', tokens: shape.tokens, was: shape.kind }
    : shape
}
