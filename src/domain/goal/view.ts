/** Goals in the context: the blocks rendered at the last cut, and notes about changes since then. [G2] [P12] */
import type { GoalsView } from '../session/shown-blocks.js'
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'
import type { GoalAct } from './act.js'
import { renderGoal, renderProgress } from './block.js'
import { activeGoal, locksOf, type Goal } from './goal.js'
import { noteOf } from './note.js'

/** Maximum share of the limit for exact blocks, goals and ledger together. [C9] */
const EXACT_SHARE = 0.1
/** Maximum part of that share for the goal and progress blocks. The rest is for evicted rules of the user. */
const PROGRESS_SHARE = 0.7

/** Returns the base tokens that exact blocks may take of a limit. */
export function exactShare(limit: number): number {
  return Math.floor(EXACT_SHARE * limit)
}

/** Returns the tokens of both blocks. Notes do not count: they are part of the conversation until the next cut. */
export function blockTokens(view: GoalsView | null): number {
  return (view?.goal?.tokens ?? 0) + (view?.progress?.tokens ?? 0)
}

/** Returns the tokens of the notes since the last cut. */
export function noteTokens(view: GoalsView | null): number {
  return (view?.notes ?? []).reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Returns the view after one more act. Between cuts, only a note is added. */
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
    protectedTokens: changesProtected(act) ? (renderGoal(goals.after, count)?.tokens ?? 0) : now.protectedTokens,
  }
}

/** Whether the goal block changes. Steps, files and next steps never change it, and counting many locks is slow. */
function changesProtected({ changes }: GoalAct): boolean {
  return changes.some((change) => !('item' in change) || change.item.kind === 'decision')
}

const NOTHING_YET: GoalsView = {
  acts: 0,
  flushed: 0,
  goal: null,
  progress: null,
  maxTokens: 0,
  notes: [],
  touched: [],
  protectedTokens: 0,
}

/** Returns an earlier view after a restore, which is an act itself but changes nothing in the view. [R2]
 * @param act number of the act of the restore */
export function restoredView(view: GoalsView | null, act: number): GoalsView {
  return view ? { ...view, acts: act } : { ...NOTHING_YET, acts: act, flushed: act }
}

/** Returns the ids of goals and items that the context shows now. */
export function inView(view: GoalsView | null, goals: readonly Goal[]): Set<string> {
  const active = activeGoal(goals)
  // Of other goals, only locks are visible.
  const visible = new Set([...(active?.items ?? []), ...locksOf(goals)].map(({ id }) => id))
  const touched = (view?.touched ?? []).filter((id) => visible.has(id))
  return new Set([
    ...(active ? [active.id] : []),
    ...(view?.goal?.shown ?? []),
    ...(view?.progress?.shown ?? []),
    ...touched,
  ])
}

/** Renders the blocks again. They now include the changes that the notes described.
 * @param growthTokens tokens allowed beyond those of blocks and notes now; does not bound the goal block */
export function flushedView(
  view: GoalsView,
  goals: readonly Goal[],
  limit: number,
  growthTokens: number,
  count: CountTokens,
): GoalsView {
  const goal = renderGoal(goals, count)
  const protectedTokens = goal?.tokens ?? 0
  const most = Math.floor(PROGRESS_SHARE * exactShare(limit))
  const maxTokens = Math.max(0, Math.min(most, blockTokens(view) + noteTokens(view) + growthTokens) - protectedTokens)
  const progress = renderProgress(goals, maxTokens, count)
  return {
    acts: view.acts,
    flushed: view.acts,
    goal,
    progress,
    maxTokens,
    notes: [],
    touched: [],
    protectedTokens: protectedTokens,
  }
}

/** Shortens the progress block to `maxTokens`. The goal and the locks stay. */
export function shortenedView(
  view: GoalsView,
  goals: readonly Goal[],
  maxTokens: number,
  count: CountTokens,
): GoalsView {
  return { ...view, maxTokens, progress: renderProgress(goals, maxTokens, count) }
}
