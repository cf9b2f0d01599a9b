import { usedTokens } from '../../domain/session/budget.js'
import { baseLimit, fitLimit } from '../../domain/session/model-tokens.js'
import { applyAct, type GoalAct } from '../../domain/goal/act.js'
import { renderGoal } from '../../domain/goal/block.js'
import { goalEvents } from '../../domain/goal/events.js'
import type { Goal } from '../../domain/goal/goal.js'
import { blockTokens, exactShare, flushedView, noteTokens, viewAfter } from '../../domain/goal/view.js'
import type { GoalsView } from '../../domain/session/shown-blocks.js'
import { protectedTokens, minRestTokens, newestWordsTokens } from '../../domain/reductions/protected.js'
import type { NewEvent } from '../../domain/event.js'
import type { ViewEntry } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports, SessionTx } from '../ports/ports.js'

/** A goal change before it is numbered. */
export type NewAct = Omit<GoalAct, 'n'>

export interface Acted {
  act: GoalAct
  /** All goals after the change, and those it changed. */
  after: Goal[]
  changed: Goal[]
  events: NewEvent[]
}

/** Applies a change to the goals in a session's context. A note reports it until the next cut. Before the first message no context has been
 * read, so the blocks are rendered at once. Stores nothing. [G2] [P12] */
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
    const freeTokens = Math.max(0, fitLimit(session) - usedTokens(session.tokenCounts))
    setGoals(session, flushedView(session.goals!, after, baseLimit(session), freeTokens, count))
  }
  return { act, after, changed: after.filter((goal) => !before.includes(goal)), events: goalEvents(act, before) }
}

/** Applies a change inside a transaction: stores it and emits its events. */
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

/** Sets what the context shows of the goals, and counts its tokens. */
export function setGoals(session: Session, view: GoalsView): void {
  const tokens = (of: GoalsView | null) => blockTokens(of) + noteTokens(of)
  session.tokenCounts = {
    ...session.tokenCounts,
    goals: session.tokenCounts.goals - tokens(session.goals) + tokens(view),
  }
  session.goals = view
}

/** Returns how many tokens the active goal and all locks would take permanently, and how many they may take: within the share of exact
 * blocks, and beside everything else that never leaves. A change that takes no more than before always fits. [C9] [G2] [P3] */
export function goalTokensLeft(
  session: Session,
  entries: readonly ViewEntry[],
  after: readonly Goal[],
  { tokenizer }: Pick<Ports, 'tokenizer'>,
): { tokens: number; freeTokens: number; fits: boolean } {
  const tokens = renderGoal(after, (text) => tokenizer.count(text))?.tokens ?? 0
  const now = session.goals?.protectedTokens ?? 0
  const others =
    protectedTokens(session, entries) - now + newestWordsTokens(session.policy, entries) + minRestTokens(session)
  const freeTokens = Math.max(0, Math.min(exactShare(baseLimit(session)), Math.floor(fitLimit(session) - others)))
  return { tokens, freeTokens, fits: tokens <= Math.max(freeTokens, now) }
}
