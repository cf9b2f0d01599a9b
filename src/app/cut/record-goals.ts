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
import type { Session, SessionChange } from '../../domain/session/session.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

/** A goal change before it is numbered. */
export type NewAct = Omit<GoalAct, 'n'>

export interface Acted {
  act: GoalAct
  /** All goals after the change, and those it changed. */
  after: Goal[]
  changed: Goal[]
  events: NewEvent[]
  /** What the session becomes. */
  change: SessionChange
}

/** Returns what a change to the goals makes of them and of a session's context. A note reports it until the next cut. Before the first message no context has been
 * read, so the blocks are rendered at once. [G2] [P12] */
export function actOn(
  session: Session,
  before: readonly Goal[],
  what: NewAct,
  { tokenizer }: Pick<Ports, 'tokenizer'>,
): Acted {
  const act: GoalAct = { ...what, n: (session.goals?.acts ?? 0) + 1 }
  const after = applyAct(before, act)
  const count = (text: string) => tokenizer.count(text)
  const noted = viewAfter(session.goals, act, { before, after }, count)
  let change = showGoals(session, noted)
  if (session.lastSeq === 0) {
    const shown = { ...session, ...change }
    const freeTokens = Math.max(0, fitLimit(shown) - usedTokens(shown.tokenCounts))
    change = showGoals(shown, flushedView(noted, after, baseLimit(session), freeTokens, count))
  }
  const changed = after.filter((goal) => !before.includes(goal))
  return { act, after, changed, events: goalEvents(act, before), change }
}

/** Applies a change inside a transaction: stores it and emits its events. */
export async function recordAct(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  before: readonly Goal[],
  what: NewAct,
): Promise<readonly Goal[]> {
  const { act, after, changed, events, change } = actOn(tx.session, before, what, ports)
  tx.change(change)
  await tx.recordGoals(act, changed)
  for (const event of events) tx.emit(event)
  return after
}

/** Returns the session's goals and their tokens, if the context shows them so. */
export function showGoals(
  { tokenCounts, goals: before }: Pick<Session, 'tokenCounts' | 'goals'>,
  goals: GoalsView,
): Pick<Session, 'tokenCounts' | 'goals'> {
  const tokens = (of: GoalsView | null) => blockTokens(of) + noteTokens(of)
  return { tokenCounts: { ...tokenCounts, goals: tokenCounts.goals - tokens(before) + tokens(goals) }, goals }
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
