import type { CheckpointLine } from '../checkpoint/checkpoint.js'
import { textTokens, type Draft } from './draft.js'
import { keepWithin, rankLines } from './line-rank.js'
import type { CountTokens } from '../source/types.js'

/** Drops the least important lines of drafts until they fit their ceilings and the line budget. [C4] */

/** Ceilings in tokens of levels 3, 2 and 1, scaled to the limit. Only the total bounds the ultra checkpoint. [S5] */
export interface Levels {
  detailed: number
  moderate: number
  brief: number
}

/** Returns the ceiling of the draft's level, at most its previous size. Only the total bounds the ultra checkpoint.
 * [C4] [I20] */
export function ceilingOf(draft: Draft, levels: Levels): number {
  if (draft.level === 0) return Infinity
  const before = draft.from.reduce((sum, checkpoint) => sum + checkpoint.tokens, 0)
  const ceilings = { 3: levels.detailed, 2: levels.moderate, 1: levels.brief }
  return Math.min(before, Math.floor(ceilings[draft.level]))
}

export interface Ranking {
  count: CountTokens
  /** Lines of the newest turns of the context. */
  recent: ReadonlySet<CheckpointLine>
}

/** Drops the lowest ranked lines of a draft until its text has at most `ceilingTokens` base tokens. Changes the draft. */
export function keepUnderCeiling(draft: Draft, ceilingTokens: number, { count, recent }: Ranking): void {
  let freeTokens = ceilingTokens - draft.bareTokens
  const { whole } = draft
  // Titles and line boundaries also cost tokens, so the budget for lines shrinks until the whole text fits.
  while (textTokens(draft, count) > ceilingTokens && draft.lines.length > 0) {
    const kept = keepWithin(rankLines(whole, recent), freeTokens)
    draft.lines = whole.filter((line) => kept.has(line))
    freeTokens -= Math.max(2, textTokens(draft, count) - ceilingTokens)
  }
}

/** Applies one budget to all drafts. Their lines are ranked together, older lines slightly lower. [C4] */
export function keepUnderTotal(drafts: readonly Draft[], maxTokens: number, { count, recent }: Ranking): void {
  const total = () => drafts.reduce((sum, draft) => sum + textTokens(draft, count), 0)
  const before = drafts.map((draft) => draft.lines)
  let freeTokens = maxTokens - drafts.reduce((sum, draft) => sum + draft.bareTokens, 0)
  while (total() > maxTokens && drafts.some((draft) => draft.lines.length > 0)) {
    const kept = keepWithin(rankLines(before.flat(), recent), freeTokens)
    for (const [at, draft] of drafts.entries()) draft.lines = (before[at] ?? []).filter((line) => kept.has(line))
    freeTokens -= Math.max(2, total() - maxTokens)
  }
}
