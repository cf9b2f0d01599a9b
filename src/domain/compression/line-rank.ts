import { isFiller, type CheckpointLine, type LineKind } from './checkpoint.js'
import { addsNothing, namesOf } from './line-names.js'

/** Selects the lines that fit a budget, by importance, kind and age. Every kind has a minimum share, and filler gets
 * only what better lines leave. [C4] */

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
/** Rank difference between the oldest and the newest line. Perishable kinds age out first. */
const AGE_RANK = 0.1
const PERISHABLE_AGE_RANK = 0.4
const PERISHABLE: ReadonlySet<LineKind> = new Set(['next', 'question', 'code'])
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
  return lines.map((line, at) => {
    const age = (at + 1) / lines.length - 1
    const ageRank = PERISHABLE.has(line.kind) ? PERISHABLE_AGE_RANK : AGE_RANK
    return { line, rank: line.importance + KIND_RANK[line.kind] + ageRank * age }
  })
}

/** Returns the whole lines that fit in `maxTokens`. Lines whose exact strings are all in better lines are left out. */
export function keepWithin(lines: readonly RankedLine[], maxTokens: number): Set<CheckpointLine> {
  const best = lines.map((entry, order) => ({ ...entry, order })).sort((a, b) => b.rank - a.rank || b.order - a.order)
  const kept = new Set<CheckpointLine>()
  const named = new Set<string>()
  const ofKind = new Map<LineKind, number>()
  let left = maxTokens
  const keep = (line: CheckpointLine) => {
    if (kept.has(line) || line.tokens > left || addsNothing(line, (name) => named.has(name))) return
    kept.add(line)
    left -= line.tokens
    ofKind.set(line.kind, (ofKind.get(line.kind) ?? 0) + line.tokens)
    for (const name of namesOf(line)) named.add(name)
  }
  const better = best.filter(({ line }) => !isFiller(line))
  for (const { line } of better) {
    const isSmall = line.tokens <= maxTokens * SHARE_LINE
    if (isSmall && (ofKind.get(line.kind) ?? 0) < maxTokens * KIND_SHARE) keep(line)
  }
  for (const { line } of better) keep(line)
  for (const { line } of best) if (isFiller(line)) keep(line)
  return kept
}
