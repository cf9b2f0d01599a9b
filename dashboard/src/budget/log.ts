import type { components } from '@palimpsest/client'
import { formatInteger, formatShare } from '../parts/format.js'
import { tokensByKind } from '../parts/kinds.js'
import { CUT_WORDS } from '../parts/words.js'

/** How the budget of a session went: a point for each recorded size, with the cuts before it. */

type Reply = Pick<components['schemas']['Budget'], 'points' | 'cuts' | 'seq'>
export type CutMark = Reply['cuts'][number]

export interface BudgetPoint {
  /** ms since 1970. */
  time: number
  message: number
  used: number
  limit: number
  /** Tokens in the context at which a compression becomes pending; null: never. */
  trigger: number | null
  /** In the order of KINDS. */
  parts: readonly number[]
  /** Tokens of the context before, which a prompt cache keeps if nothing was cut. */
  grownFrom: number
  cuts: readonly CutMark[]
}

export interface BudgetLog {
  points: readonly BudgetPoint[]
  /** Oldest first. */
  cuts: readonly CutMark[]
  /** Number of the newest event that was read. */
  seq: number
}

export const EMPTY_LOG: BudgetLog = { points: [], cuts: [], seq: 0 }

/** Adds what was read after the log. Returns the same log if nothing is new. */
export function withReply(log: BudgetLog, { points, cuts, seq }: Reply): BudgetLog {
  const [newPoints, newCuts] = [points.filter((one) => one.seq > log.seq), cuts.filter((one) => one.seq > log.seq)]
  if (newPoints.length === 0 && newCuts.length === 0) return log
  const all = [...log.cuts, ...newCuts]
  // Cuts after the newest point belong to the first one that follows.
  const shown = log.points.reduce((count, point) => count + point.cuts.length, 0)
  let next = shown
  const added = newPoints.map((point) => {
    const first = next
    while (next < all.length && all[next]!.seq < point.seq) next += 1
    return pointOf(point, all.slice(first, next))
  })
  return { points: [...log.points, ...added], cuts: all, seq }
}

function pointOf(point: Reply['points'][number], cuts: readonly CutMark[]): BudgetPoint {
  return {
    time: Date.parse(point.at),
    message: point.message,
    used: point.used,
    limit: point.limit,
    trigger: point.compressesAt,
    parts: tokensByKind(point.breakdown),
    grownFrom: point.usedBefore,
    cuts,
  }
}

/** Share of the context that a prompt cache keeps after a cut, by the version of the cut; null if it cannot be read. */
export type Kept = ReadonlyMap<number, number | null>

/** Returns the share of the context that a prompt cache can keep at a point; null while that is unknown. */
export function cachedShare({ used, grownFrom, cuts }: BudgetPoint, kept: Kept): number | null {
  if (cuts.length === 0) return used === 0 ? 1 : Math.min(1, grownFrom / used)
  const shares = cuts.map(({ version }) => kept.get(version) ?? null)
  return shares.some((share) => share === null) ? null : Math.min(...(shares as number[]))
}

/** Describes a point in words: what, how much, and why. */
export function describePoint({ message, used, limit, cuts }: BudgetPoint): string {
  const size = `${formatInteger(used)} of ${formatInteger(limit)} tokens (${formatShare(used / limit)})`
  const at = message === 0 ? 'Before the first message' : `Message ${formatInteger(message)}`
  return [`${at}: ${size}`, ...cuts.map(describeCut)].join('. ')
}

export function describeCut({ kind, reason, tokensBefore, tokensAfter }: CutMark): string {
  return `${CUT_WORDS[kind]}: ${reason}, ${formatInteger(tokensBefore)} → ${formatInteger(tokensAfter)} tokens`
}
