import type { CheckpointLine, LineKind } from './checkpoint.js'

/** Selects the lines that fit a budget, by importance, kind and age. Every kind has a minimum share. [C4] */

/** Bonus of a kind on the importance of a line. An old next step is mostly done by now; a rule never is. */
const KIND_RANK: Record<LineKind, number> = {
  constraint: 0.3,
  decision: 0.25,
  intent: 0.2,
  artifact: 0.12,
  error: 0.12,
  fact: 0.08,
  question: 0.04,
  next: 0.04,
  progress: 0,
  code: -0.1,
}
/** Rank difference between the oldest and the newest line. */
const AGE_RANK = 0.1
/** Minimum share of the budget per kind, filled first with its best lines. A strict order would starve the last
 * kinds. */
const KIND_SHARE = 0.05
/** Maximum size of a line that may use the minimum share of its kind, as a share of the budget. */
const SHARE_LINE = 0.2

export interface RankedLine {
  line: CheckpointLine
  rank: number
}

/** Returns each line with its rank. Lines must be ordered oldest first. */
export function rankLines(lines: readonly CheckpointLine[]): RankedLine[] {
  return lines.map((line, at) => ({
    line,
    rank: line.importance + KIND_RANK[line.kind] + (AGE_RANK * (at + 1)) / lines.length,
  }))
}

/** Returns the whole lines that fit in `maxTokens`. */
export function keepWithin(lines: readonly RankedLine[], maxTokens: number): Set<CheckpointLine> {
  const best = lines.map((entry, order) => ({ ...entry, order })).sort((a, b) => b.rank - a.rank || b.order - a.order)
  const kept = new Set<CheckpointLine>()
  const ofKind = new Map<LineKind, number>()
  let left = maxTokens
  const keep = (line: CheckpointLine) => {
    kept.add(line)
    left -= line.tokens
    ofKind.set(line.kind, (ofKind.get(line.kind) ?? 0) + line.tokens)
  }
  for (const { line } of best) {
    const kindTokens = ofKind.get(line.kind) ?? 0
    if (kindTokens < maxTokens * KIND_SHARE && line.tokens <= maxTokens * SHARE_LINE && line.tokens <= left) keep(line)
  }
  for (const { line } of best) if (!kept.has(line) && line.tokens <= left) keep(line)
  return kept
}
