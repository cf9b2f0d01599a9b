/** What of the goals is in the context: the blocks as the last cut left them, and notes of what changed since. [G2] [P12] */
import type { ExactBlock } from '../context/verbatim-block.js'
import type { CountTokens } from '../source/types.js'
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
  flushed: number
  goal: ExactBlock | null
  progress: ExactBlock | null
  /** Tokens the progress was allowed to take when it was made. */
  maxTokens: number
  notes: GoalNote[]
  /** Items changed since: the notes tell of them, or the assistant's own words do. */
  touched: string[]
  /** Tokens that the goal's block takes once it is made anew: what no rule may take away. */
  protectedTokens: number
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
    protectedTokens: changesProtected(act) ? (renderGoal(goals.after, count)?.tokens ?? 0) : now.protectedTokens,
  }
}

/** Steps, files and next steps come and go without it: many locks take long to count. */
function changesProtected({ changes }: GoalAct): boolean {
  return changes.some((change) => 'goal' in change || change.item.kind === 'decision')
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

/** Ids of goals and items that can be read in the context now. */
export function inView(view: GoalsView | null, goals: readonly Goal[]): Set<string> {
  const active = activeGoal(goals)
  // Of other goals only locks are told.
  const visible = new Set([...(active?.items ?? []), ...locksOf(goals)].map(({ id }) => id))
  const touched = (view?.touched ?? []).filter((id) => visible.has(id))
  return new Set([
    ...(active ? [active.id] : []),
    ...(view?.goal?.shown ?? []),
    ...(view?.progress?.shown ?? []),
    ...touched,
  ])
}

/** The blocks made anew; notes have gone into them.
 * @param growthTokens what they may take beyond what blocks and notes take now; what must stand is not bound by it */
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

/** The progress within fewer tokens; the goal itself and the locks stay. */
export function shortenedView(
  view: GoalsView,
  goals: readonly Goal[],
  maxTokens: number,
  count: CountTokens,
): GoalsView {
  return { ...view, maxTokens, progress: renderProgress(goals, maxTokens, count) }
}
