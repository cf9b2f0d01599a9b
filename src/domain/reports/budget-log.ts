import type { EventType, SessionEvent } from '../event.js'
import type { CutKind } from '../context/cut.js'
import type { TokenCounts } from '../session/budget.js'
import type { ContextStatus } from '../session/status.js'

/** How full the context of a session was over time, from its recorded events. Sizes are in model tokens. [R5] */

export interface BudgetPoint {
  /** Number of the event in the session. */
  seq: number
  /** ISO 8601. */
  at: string
  /** The newest message then. 0: none. */
  message: number
  used: number
  /** Tokens in the context at the recorded size before, which a prompt cache keeps if nothing was cut. */
  usedBefore: number
  limit: number
  /** Tokens in the context at which a compression becomes pending; null: never. */
  compressesAt: number | null
  breakdown: Required<TokenCounts>
}

export interface BudgetCut {
  /** Number of the event in the session. */
  seq: number
  at: string
  message: number
  version: number
  kind: CutKind
  reason: string
  tokensBefore: number
  tokensAfter: number
  /** Number of messages and parts that were removed or replaced. */
  removedBlocks: number
}

export interface BudgetLog {
  /** Oldest first. */
  points: readonly BudgetPoint[]
  cuts: readonly BudgetCut[]
  /** Number of the newest event that was applied. 0: none. */
  seq: number
  /** The newest message so far. */
  message: number
  /** Tokens in the context at the newest recorded size. */
  used: number
}

export const EMPTY_BUDGET_LOG: BudgetLog = { points: [], cuts: [], seq: 0, message: 0, used: 0 }
/** Types of the events that make the log. */
export const BUDGET_LOG_TYPES: EventType[] = ['message-appended', 'budget-updated', 'context-rewritten']

/** Most points that are kept: more than a chart has columns. Beyond it, every second one is left out, first those that no cut
 * precedes. */
export const POINTS_MAX = 2_000
/** Most cuts that are kept, the newest. */
const CUTS_MAX = 2_000

/** Adds events of the session, in order. Events that were added before change nothing. */
export function withBudgetEvents(log: BudgetLog, events: readonly SessionEvent[]): BudgetLog {
  let { seq, message, used } = log
  const [points, cuts] = [[...log.points], [...log.cuts]]
  for (const event of events) {
    if (event.seq <= seq) continue
    seq = event.seq
    const { at } = event
    if (event.type === 'message-appended') message = Math.max(message, ...event.data.messages.map((one) => one.seq))
    else if (event.type === 'context-rewritten') {
      const { version, kind, reason, tokensBefore, tokensAfter, removedBlocks } = event.data
      cuts.push({ seq, at, message, version, kind, reason, tokensBefore, tokensAfter, removedBlocks })
    } else if (event.type === 'budget-updated') {
      points.push({ seq, at, message, usedBefore: used, ...sizesOf(event.data) })
      used = event.data.used
    }
  }
  const newest = cuts.slice(-CUTS_MAX)
  return { points: points.length > POINTS_MAX ? thinned(points, newest) : points, cuts: newest, seq, message, used }
}

function sizesOf(status: ContextStatus): Pick<BudgetPoint, 'used' | 'limit' | 'compressesAt' | 'breakdown'> {
  const { used, limit, trigger, untilCompression } = status
  // Events of earlier versions have no tokens of recalled words and of standing entries.
  const breakdown = {
    ...status.breakdown,
    recall: status.breakdown.recall ?? 0,
    standing: status.breakdown.standing ?? 0,
  }
  const { user, assistant, tool, ...others } = breakdown
  const beside = Object.values(others).reduce((sum, tokens) => sum + tokens, 0)
  // While token counts have a margin, a compression becomes pending before the conversation reaches its trigger.
  const compressesAt =
    trigger === null || untilCompression === null ? null : Math.min(beside + trigger, used + untilCompression)
  return { used, limit, compressesAt, breakdown }
}

/** Leaves out points evenly, so that the shape remains. */
function thinned(points: readonly BudgetPoint[], cuts: readonly BudgetCut[]): BudgetPoint[] {
  let next = 0
  const fewer = points.filter(({ seq }, index) => {
    const first = next
    while (next < cuts.length && cuts[next]!.seq < seq) next += 1
    return next > first || index % 2 === 0 || index === points.length - 1
  })
  if (fewer.length <= POINTS_MAX) return fewer
  return thinned(
    points.filter((_, index) => index % 2 === 0 || index === points.length - 1),
    [],
  )
}
