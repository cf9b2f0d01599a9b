import type { CheckpointLine } from '../checkpoint/checkpoint.js'

/** The newest turns, whose closing statements a reader needs most. [V5] [C4] */
export const RECENT_TURNS = 6

/** Returns the lines of the newest turns that lines are about.
 * @param lines lines of all checkpoints in the context */
export function linesOfRecentTurns(lines: readonly CheckpointLine[]): ReadonlySet<CheckpointLine> {
  const turns = new Set(lines.flatMap((line) => turnOf(line) ?? []))
  const recent = new Set([...turns].sort((a, b) => b - a).slice(0, RECENT_TURNS))
  return new Set(lines.filter((line) => recent.has(turnOf(line) ?? -1)))
}

/** Returns the seq of the human message that opened the turn whose end the line states; null for other lines. */
export function turnOf({ about = '', ends }: Pick<CheckpointLine, 'about' | 'ends'>): number | null {
  if (ends !== undefined) return ends
  return about.startsWith('turn ') ? Number(about.slice('turn '.length)) : null
}
