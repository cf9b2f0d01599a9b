/** Whether what the context says of the goals is what the record of acts makes. [G2] [G4] [C9] */
import type { Session } from '../session/session.js'
import type { CountTokens } from '../source/types.js'
import { applyAct, type GoalAct } from './act.js'
import { renderGoal, renderProgress } from './block.js'
import type { Goal } from './goal.js'
import { blockTokens, noteTokens, viewAfter, type GoalsView } from './view.js'

export interface GoalRecords {
  session: Pick<Session, 'goals' | 'ledger' | 'tokenCounts'>
  goals: readonly Goal[]
  /** All of them, in order. */
  acts: readonly GoalAct[]
}

/** What is wrong, rule by rule; empty when nothing is. */
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
    `goals and ledger are counted as ${session.tokenCounts.goals} tokens, they make ${tokens}`,
  )
  expect('G4', acts.length === (view?.acts ?? 0), `${acts.length} acts are recorded, ${view?.acts ?? 0} were counted`)
  if (!view) return problems
  const { goals: made, view: should } = replay(view, acts, count)
  expect('G4', same(made, goals), 'the goals are not what the recorded acts make')
  expect('G2', view.goal?.text === should.goal?.text, 'the goal block does not show what was set')
  expect(
    'G2',
    view.progress?.text === should.progress?.text,
    'the progress does not show what the record of the goal makes',
  )
  expect('G2', same(view.notes, should.notes), 'the notes of changed goals are not what was changed since the last cut')
  expect(
    'T3',
    view.protectedTokens === should.protectedTokens,
    `${view.protectedTokens} tokens are held for goals, they make ${should.protectedTokens}`,
  )
  return problems
}

/** Goals and view as they come out when everything is done once more. */
function replay(view: GoalsView, acts: readonly GoalAct[], count: CountTokens): { goals: Goal[]; view: GoalsView } {
  let goals: Goal[] = []
  for (const act of acts.slice(0, view.flushed)) goals = applyAct(goals, act)
  let now: GoalsView = {
    ...view,
    goal: renderGoal(goals, count),
    progress: renderProgress(goals, view.maxTokens, count),
    notes: [],
  }
  for (const act of acts.slice(view.flushed)) {
    const after = applyAct(goals, act)
    now = viewAfter(now, act, { before: goals, after }, count)
    goals = after
  }
  return { goals, view: { ...now, protectedTokens: renderGoal(goals, count)?.tokens ?? 0 } }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
