/** What of the goals is in the context: the blocks as the last cut left them, and notes of what changed since. [G2] [P12] */
import type { ExactBlock } from '../exact-block.js'
import type { CountTokens } from '../summary/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'
import type { GoalAct } from './act.js'
import { renderGoal, renderProgress } from './block.js'
import { activeGoal, locksOf, type Goal } from './goal.js'
import { noteOf } from './note.js'

export interface GoalNote {
  /** Stands after this message and the results beside it. */
  afterSeq: number
  text: string
  tokens: number
}

export interface GoalsView {
  /** Acts so far, and how many of them the blocks show. */
  acts: number
  folded: number
  goal: ExactBlock | null
  /** How many acts there were when the goal's block was made: it stays as long as what stands in it does. */
  goalAct: number
  progress: ExactBlock | null
  /** Tokens the progress was allowed to take when it was made. */
  roomTokens: number
  notes: GoalNote[]
  /** Items changed since: the notes tell of them, or the assistant's own words do. */
  touched: string[]
  /** Tokens of the goal and of all locks once the blocks are made anew: what no rule may take away. */
  heldTokens: number
}

/** Most of the limit that exact blocks may take, goals and ledger together. [C9] */
const EXACT_SHARE = 0.1
/** Most of that share for progress: rules of the user that were set aside need some of it. */
const PROGRESS_SHARE = 0.7

export function exactShare(limit: number): number {
  return Math.floor(EXACT_SHARE * limit)
}

/** Tokens of the blocks; notes stand in the conversation and leave with the next cut. */
export function blockTokens(view: GoalsView | null): number {
  return (view?.goal?.tokens ?? 0) + (view?.progress?.tokens ?? 0)
}

export function noteTokens(view: GoalsView | null): number {
  return (view?.notes ?? []).reduce((sum, { tokens }) => sum + tokens, 0)
}

/** The view after one more act: between cuts only a note is added. */
export function viewAfter(
  view: GoalsView | null,
  act: GoalAct,
  goals: { before: readonly Goal[]; after: readonly Goal[] },
  count: CountTokens,
): GoalsView {
  const now = view ?? NOTHING_YET
  const text = noteOf(act, goals.before, goals.after)
  const note = text === null ? [] : [{ afterSeq: act.seq, text, tokens: count(text) + MESSAGE_OVERHEAD }]
  const touched = act.changes.flatMap((change) => ('item' in change ? [change.item.id] : []))
  return {
    ...now,
    acts: act.n,
    notes: [...now.notes, ...note],
    touched: [...new Set([...now.touched, ...touched])],
    heldTokens: changesHeld(act) ? heldAfter(view, goals.after, count) : now.heldTokens,
  }
}

/** Steps, files and next steps come and go without it: many locks take long to count. */
function changesHeld({ changes }: GoalAct): boolean {
  return changes.some((change) => 'goal' in change || change.item.kind === 'decision')
}

const NOTHING_YET: GoalsView = {
  ...{ acts: 0, folded: 0, goal: null, goalAct: 0, progress: null, roomTokens: 0 },
  ...{ notes: [], touched: [], heldTokens: 0 },
}

/** Ids of goals and items that can be read in the context now. */
export function inView(view: GoalsView | null, goals: readonly Goal[]): Set<string> {
  const active = activeGoal(goals)
  // Of other goals only locks are told.
  const told = new Set([...(active?.items ?? []), ...locksOf(goals)].map(({ id }) => id))
  const touched = (view?.touched ?? []).filter((id) => told.has(id))
  return new Set([...(active ? [active.id] : []), ...(view?.goal?.shown ?? []), ...(view?.progress?.shown ?? []), ...touched])
}

/** Tokens of what must stand once the blocks show these goals. */
export function heldAfter(view: GoalsView | null, goals: readonly Goal[], count: CountTokens): number {
  const goal = goalBlock(view, goals, count)
  return (goal?.tokens ?? 0) + (renderProgress(goals, 0, count, new Set(goal?.shown))?.tokens ?? 0)
}

/** The goal's block as it stands, while all that is in it still holds: locks taken since stand with the progress, so that the head of the
 * prompt does not move for them. Else made anew, with all locks. [P12] */
function goalBlock(view: GoalsView | null, goals: readonly Goal[], count: CountTokens): ExactBlock | null {
  const now = view?.goal
  const again = now && renderGoal(goals, count, new Set(now.shown))
  return now && again?.text === now.text ? now : renderGoal(goals, count)
}

/** The blocks made anew; notes have gone into them.
 * @param growthTokens what they may take beyond what blocks and notes take now; what must stand is not bound by it */
export function foldedView(view: GoalsView, goals: readonly Goal[], limit: number, growthTokens: number, count: CountTokens): GoalsView {
  const goal = goalBlock(view, goals, count)
  const goalAct = goal === view.goal ? view.goalAct : view.acts
  const most = Math.floor(PROGRESS_SHARE * exactShare(limit))
  const roomTokens = Math.max(0, Math.min(most, blockTokens(view) + noteTokens(view) + growthTokens) - (goal?.tokens ?? 0))
  const progress = renderProgress(goals, roomTokens, count, new Set(goal?.shown))
  const heldTokens = heldAfter({ ...view, goal }, goals, count)
  return { acts: view.acts, folded: view.acts, goal, goalAct, progress, roomTokens, notes: [], touched: [], heldTokens }
}

/** The progress within fewer tokens; the goal itself and the locks stay. */
export function shortenedView(view: GoalsView, goals: readonly Goal[], roomTokens: number, count: CountTokens): GoalsView {
  return { ...view, roomTokens, progress: renderProgress(goals, roomTokens, count, new Set(view.goal?.shown)) }
}
