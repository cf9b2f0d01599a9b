import { usedTokens } from '../../domain/session/budget.js'
import { applyAct, type GoalAct } from '../../domain/goal/act.js'
import { renderGoal } from '../../domain/goal/block.js'
import { goalEvents } from '../../domain/goal/events.js'
import type { Goal } from '../../domain/goal/goal.js'
import { blockTokens, exactShare, flushedView, noteTokens, viewAfter, type GoalsView } from '../../domain/goal/view.js'
import { protectedTokens, minRestTokens, newestWordsTokens } from '../../domain/context/protected.js'
import type { NewEvent } from '../../domain/event.js'
import type { ViewEntry } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports, SessionTx } from '../ports/ports.js'

/** What was done, before it has its number. */
export type NewAct = Omit<GoalAct, 'n'>

export interface Acted {
  act: GoalAct
  /** All goals as they are after it, and those that it changed. */
  after: Goal[]
  changed: Goal[]
  events: NewEvent[]
}

/** Does an act to the goals that stand in a session's context: a note tells of it until the next cut. Before the first message nobody has
 * read a context yet, and the blocks are made at once. Nothing is stored. [G2] [P12] */
export function actOn(
  session: Session,
  before: readonly Goal[],
  what: NewAct,
  { tokenizer }: Pick<Ports, 'tokenizer'>,
): Acted {
  const act: GoalAct = { ...what, n: (session.goals?.acts ?? 0) + 1 }
  const after = applyAct(before, act)
  const count = (text: string) => tokenizer.count(text)
  setGoals(session, viewAfter(session.goals, act, { before, after }, count))
  if (session.lastSeq === 0) {
    const freeTokens = Math.max(0, session.limit - session.reserve - usedTokens(session.tokenCounts))
    setGoals(session, flushedView(session.goals!, after, session.limit, freeTokens, count))
  }
  return { act, after, changed: after.filter((goal) => !before.includes(goal)), events: goalEvents(act, before) }
}

/** The same inside a transaction, with its record and its events. */
export async function recordAct(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  before: readonly Goal[],
  what: NewAct,
): Promise<readonly Goal[]> {
  const { act, after, changed, events } = actOn(tx.session, before, what, ports)
  await tx.recordGoals(act, changed)
  for (const event of events) tx.emit(event)
  return after
}

/** What the context shows of goals from now on, and its place in the sums. */
export function setGoals(session: Session, view: GoalsView): void {
  const tokens = (of: GoalsView | null) => blockTokens(of) + noteTokens(of)
  session.tokenCounts = {
    ...session.tokenCounts,
    goals: session.tokenCounts.goals - tokens(session.goals) + tokens(view),
  }
  session.goals = view
}

/** How much the active goal and all locks would take for good, and how much they may: within the share of exact blocks, and beside
 * everything else that never leaves. What takes no more than before always may. [C9] [G2] [P3] */
export function goalTokensLeft(
  session: Session,
  entries: readonly ViewEntry[],
  after: readonly Goal[],
  { tokenizer }: Pick<Ports, 'tokenizer'>,
): { tokens: number; freeTokens: number; fits: boolean } {
  const tokens = renderGoal(after, (text) => tokenizer.count(text))?.tokens ?? 0
  const now = session.goals?.protectedTokens ?? 0
  const others =
    protectedTokens(session, entries) - now + newestWordsTokens(session.policy, entries) + minRestTokens(session.limit)
  const freeTokens = Math.max(
    0,
    Math.min(exactShare(session.limit), Math.floor(session.limit - session.reserve - others)),
  )
  return { tokens, freeTokens, fits: tokens <= Math.max(freeTokens, now) }
}
