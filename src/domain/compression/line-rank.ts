import { isFiller, type CheckpointLine } from '../checkpoint/checkpoint.js'
import type { LineKind } from '../source/types.js'
import { linesOfRecentTurns } from '../digest/recent-turns.js'
import { addsNothing, namesOf } from '../checkpoint/line-names.js'

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

/** Added to the rank of a line that states how one of the newest turns ended: it ranks above all others. [C4] */
const RECENT_RANK = 2

/** Returns each line with its rank. Lines must be ordered oldest first.
 * @param recent lines of the newest turns of the context */
export function rankLines(
  lines: readonly CheckpointLine[],
  recent: ReadonlySet<CheckpointLine> = linesOfRecentTurns(lines),
): RankedLine[] {
  return lines.map((line, at) => {
    const age = (at + 1) / lines.length - 1
    const ageRank = PERISHABLE.has(line.kind) ? PERISHABLE_AGE_RANK : AGE_RANK
    const rank = line.importance + KIND_RANK[line.kind] + ageRank * age
    return { line, rank: rank + (recent.has(line) ? RECENT_RANK : 0) }
  })
}

/** Rank of an open error without its age. Files, decisions, rules, and how the newest turns ended rank as high. */
const OPEN_RANK = 0.72 + KIND_RANK.error

/** Returns the tokens of lines that rank below open errors: the outcome of old commands and turns, and filler.
 * @param lines lines of all checkpoints in the context */
export function lesserTokens(lines: readonly CheckpointLine[]): number {
  const recent = linesOfRecentTurns(lines)
  const lesser = lines.filter((line) => !recent.has(line) && line.importance + KIND_RANK[line.kind] < OPEN_RANK)
  return lesser.reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Returns the whole lines that fit in `maxTokens`. Lines whose exact strings are all in better lines are left out. */
export function keepWithin(lines: readonly RankedLine[], maxTokens: number): Set<CheckpointLine> {
  const best = lines.map((entry, order) => ({ ...entry, order })).sort((a, b) => b.rank - a.rank || b.order - a.order)
  const kept = new Set<CheckpointLine>()
  const named = new Set<string>()
  const textsNaming = new Map<string, string[]>()
  const ofKind = new Map<LineKind, number>()
  let left = maxTokens
  const keep = (line: CheckpointLine) => {
    if (kept.has(line) || line.tokens > left || addsNothing(line, (name) => named.has(name))) return
    if (isPartOf(line, namesOf(line), textsNaming)) return
    kept.add(line)
    left -= line.tokens
    ofKind.set(line.kind, (ofKind.get(line.kind) ?? 0) + line.tokens)
    for (const name of namesOf(line)) {
      named.add(name)
      textsNaming.set(name, [...(textsNaming.get(name) ?? []), line.text])
    }
  }
  const better = best.filter(({ line }) => !isFiller(line))
  for (const { line, rank } of better) if (rank >= RECENT_RANK) keep(line)
  for (const { line } of better) {
    const isSmall = line.tokens <= maxTokens * SHARE_LINE
    if (isSmall && (ofKind.get(line.kind) ?? 0) < maxTokens * KIND_SHARE) keep(line)
  }
  for (const { line } of better) keep(line)
  for (const { line } of best) if (isFiller(line)) keep(line)
  return kept
}

/** Whether a better line quotes the whole line. The outcome of a command or a turn is news by itself. */
function isPartOf(
  { about, text }: CheckpointLine,
  names: readonly string[],
  textsNaming: ReadonlyMap<string, string[]>,
): boolean {
  const [name] = names
  if (about !== undefined || name === undefined) return false
  return (textsNaming.get(name) ?? []).some((other) => other.includes(text))
}
