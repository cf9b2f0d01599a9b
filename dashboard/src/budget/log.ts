import { compressionMark } from '../parts/compression-mark.js'
import type { Event } from '@palimpsest/client'
import { formatInteger, formatShare } from '../parts/format.js'

/** How the budget of a session went: a point for each recorded size, with the cuts before it. */

export interface CutMark {
  version: number
  kind: string
  reason: string
  tokensBefore: number
  tokensAfter: number
  removedBlocks: number
  /** ISO 8601. */
  at: string
  /** The newest message then. 0: none. */
  message: number
}

/** Kinds of content, from the bottom of the chart to its top. */
export const KINDS = ['system', 'goals', 'checkpoints', 'recall', 'user', 'assistant', 'tool'] as const
export type Kind = (typeof KINDS)[number]

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
  /** Number of the newest event that was applied. */
  seq: number
  /** The newest message so far. */
  message: number
  /** Cuts that no point follows yet. */
  pending: readonly CutMark[]
}

export const EMPTY_LOG: BudgetLog = { points: [], seq: 0, message: 0, pending: [] }
/** Types of the events that make the log. */
export const LOG_TYPES = ['message-appended', 'budget-updated', 'context-rewritten'] as const

/** Most points that are kept. Beyond it, every second one without a cut is left out. */
export const POINTS_MAX = 4_000

/** Adds events of the session, which may repeat events that were applied before. Returns the same log if nothing is new. */
export function withEvents(log: BudgetLog, events: readonly Event[]): BudgetLog {
  let { seq, message, pending } = log
  let points: BudgetPoint[] | null = null
  for (const event of events) {
    if (event.seq <= seq) continue
    seq = event.seq
    if (event.type === 'message-appended') message = Math.max(message, ...event.data.messages.map((one) => one.seq))
    else if (event.type === 'context-rewritten') pending = [...pending, { ...event.data, at: event.at, message }]
    else if (event.type === 'budget-updated') {
      points ??= [...log.points]
      points.push(pointOf(event, { message, cuts: pending, grownFrom: points.at(-1)?.used ?? 0 }))
      pending = []
    }
  }
  if (seq === log.seq) return log
  return { points: points === null ? log.points : thinned(points), seq, message, pending }
}

function pointOf(
  { at, data }: Event<'budget-updated'>,
  rest: Pick<BudgetPoint, 'message' | 'cuts' | 'grownFrom'>,
): BudgetPoint {
  // Events of versions without recall have no tokens of it.
  const { system, tools, goals, checkpoints, recall = 0, user, assistant, tool } = data.breakdown
  return {
    time: Date.parse(at),
    used: data.used,
    limit: data.limit,
    trigger: compressionMark(data),
    parts: [system + tools, goals, checkpoints, recall, user, assistant, tool],
    ...rest,
  }
}

/** Leaves out points evenly, so that the shape remains. Cuts remain as long as they alone are not too many. */
function thinned(points: BudgetPoint[]): BudgetPoint[] {
  if (points.length <= POINTS_MAX) return points
  const last = points.length - 1
  const fewer = points.filter(({ cuts }, index) => cuts.length > 0 || index % 2 === 0 || index === last)
  return fewer.length > POINTS_MAX ? fewer.slice(-POINTS_MAX) : fewer
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
  return `Cut (${kind}): ${reason}, ${formatInteger(tokensBefore)} → ${formatInteger(tokensAfter)} tokens`
}
