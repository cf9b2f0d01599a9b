import { type DomainError, invalidRequest } from '../../domain/errors.js'
import { applyAct, type GoalChange } from '../../domain/goal/act.js'
import { GOALS_MAX, ITEMS_MAX, type Goal, type GoalStatus, type Priority } from '../../domain/goal/goal.js'
import { putItem, type ItemInput } from '../../domain/goal/item.js'
import { changeGoals, type ChangedGoals, type GoalsInput, type GoalEdit } from './change-goals.js'
import type { Ids, Ports } from '../../ports/ports.js'

export interface GoalInput {
  description: string
  /** Default: medium. */
  priority?: Priority
  /** Default: active. The previous active goal is then paused. */
  status?: GoalStatus
  items?: ItemInput[]
}

/** Adds a goal with its items. Throws session_not_found, version_mismatch, idempotency_conflict, goal_exceeds_budget,
 * invalid_request. [G1] */
export async function addGoal(ports: Ports, input: GoalsInput & { goal: GoalInput }): Promise<ChangedGoals> {
  return changeGoals(ports, { ...input, what: 'add-goal' }, (goals) => {
    if (goals.length >= GOALS_MAX) throw tooMany('goals', GOALS_MAX)
    return newGoal(input.goal, ports.ids)
  })
}

/** Returns the changes that add a goal. They do not depend on other goals. */
export function newGoal(
  { description, priority = 'medium', status = 'active', items = [] }: GoalInput,
  ids: Ids,
): GoalEdit {
  const goalId = ids.make('goal')
  const changes: GoalChange[] = [{ type: 'goal-added', goal: { id: goalId, description, priority, status } }]
  let goal = goalAfter(changes)
  for (const item of items) {
    changes.push(...putItem(goal, item, { id: ids.make('itm'), seq: null }).changes)
    goal = goalAfter(changes)
  }
  return { changes, goalId }
}

export function tooMany(path: string, max: number): DomainError {
  return invalidRequest(path, `at most ${max}`, `${max + 1}`, `At most ${max} ${path} are allowed.`)
}

/** Throws invalid_request if the goal has as many items as it may have. */
export function requireItemFits(goal: Goal): void {
  if (goal.items.length >= ITEMS_MAX) throw tooMany('items', ITEMS_MAX)
}

/** The time of the act does not affect which items match. */
const ANY_TIME = new Date(0)

/** Returns the goal that the changes produce in a session without other goals. */
function goalAfter(changes: GoalChange[]): Goal {
  return applyAct([], { changes, at: ANY_TIME })[0]!
}
