/** Checks the goals in the context against a replay of the recorded acts. [G2] [G4] [C9] */
import type { Session } from '../session/session.js'
import type { CountTokens } from '../source/types.js'
import { actsInForce, applyAct, type GoalAct } from './act.js'
import { renderGoal, renderProgress } from './block.js'
import type { Goal } from './goal.js'
import { blockTokens, noteTokens, viewAfter } from './view.js'
import type { GoalsView } from '../session/shown-blocks.js'

export interface GoalRecords {
  session: Pick<Session, 'goals' | 'ledger' | 'tokenCounts'>
  goals: readonly Goal[]
  /** All acts, in order. */
  acts: readonly GoalAct[]
}

/** Returns the violated rules; empty if there are none. */
export function goalProblems(
  { session, goals, acts }: GoalRecords,
  count: CountTokens,
): { rule: string; found: string }[] {
  const view = session.goals
  const problems: { rule: string; found: string }[] = []
  const expect = (rule: string, holds: boolean, found: string) => void (holds || problems.push({ rule, found }))
  const tokens = blockTokens(view) + noteTokens(view) + (session.ledger?.tokens ?? 0)
  expect(
    'T3',
    session.tokenCounts.goals === tokens,
    `${session.tokenCounts.goals} tokens are stored for goals and ledger, expected ${tokens}`,
  )
  expect(
    'G4',
    acts.length === (view?.acts ?? 0),
    `${acts.length} acts are recorded, the session counts ${view?.acts ?? 0}`,
  )
  if (!view) return problems
  const { goals: replayed, view: expected } = replay(view, acts, count)
  expect('G4', same(replayed, goals), 'the goals differ from a replay of the recorded acts')
  expect('G2', view.goal?.text === expected.goal?.text, 'the goal block differs from a replay of the recorded acts')
  expect(
    'G2',
    view.progress?.text === expected.progress?.text,
    'the progress block differs from a replay of the recorded acts',
  )
  expect('G2', same(view.notes, expected.notes), 'the notes differ from the goal changes since the last cut')
  expect(
    'T3',
    view.protectedTokens === expected.protectedTokens,
    `${view.protectedTokens} tokens are protected for goals, expected ${expected.protectedTokens}`,
  )
  return problems
}

/** Replays all acts and returns the resulting goals and view. */
function replay(view: GoalsView, all: readonly GoalAct[], count: CountTokens): { goals: Goal[]; view: GoalsView } {
  const acts = actsInForce(all)
  let goals: Goal[] = []
  for (const act of acts.filter(({ n }) => n <= view.flushed)) goals = applyAct(goals, act)
  let now: GoalsView = {
    ...view,
    goal: renderGoal(goals, count),
    progress: renderProgress(goals, view.maxTokens, count),
    notes: [],
  }
  for (const act of acts.filter(({ n }) => n > view.flushed)) {
    const after = applyAct(goals, act)
    now = viewAfter(now, act, { before: goals, after }, count)
    goals = after
  }
  return { goals, view: { ...now, protectedTokens: renderGoal(goals, count)?.tokens ?? 0 } }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
