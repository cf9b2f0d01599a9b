import { DomainError } from '../../domain/errors.js'
import { applyAct, type GoalChange } from '../../domain/goal/act.js'
import { GOALS_MAX, ITEMS_MAX, type Goal, type GoalStatus, type Priority } from '../../domain/goal/goal.js'
import { putItem, type ItemInput } from '../../domain/goal/item.js'
import { changeGoals, type ChangedGoals, type GoalsInput, type Wanted } from './change-goals.js'
import type { Ids, Ports } from '../ports/ports.js'

export interface GoalInput {
  description: string
  /** medium unless said. */
  priority?: Priority
  /** active unless said: the goal that was active rests then. */
  status?: GoalStatus
  items?: ItemInput[]
}

/** Adds a goal with its items. Throws session_not_found, version_mismatch, idempotency_conflict, goal_exceeds_budget, invalid_request. [G1] */
export async function addGoal(ports: Ports, input: GoalsInput & { goal: GoalInput }): Promise<ChangedGoals> {
  return changeGoals(ports, input, (goals) => {
    if (goals.length >= GOALS_MAX) throw tooMany('goals', GOALS_MAX)
    return newGoal(input.goal, ports.ids)
  })
}

/** The changes that make a goal, whatever others there are. */
export function newGoal(
  { description, priority = 'medium', status = 'active', items = [] }: GoalInput,
  ids: Ids,
): Wanted {
  const goalId = ids.make('goal')
  const changes: GoalChange[] = [{ type: 'goal-added', goal: { id: goalId, description, priority, status } }]
  let goal = alone(changes)
  for (const item of items) {
    changes.push(...putItem(goal, item, { id: ids.make('itm'), seq: null }).changes)
    goal = alone(changes)
  }
  return { changes, goalId }
}

export function tooMany(path: string, most: number): DomainError {
  const fault = { path, expected: `at most ${most} in all`, received: 'one more' }
  return new DomainError('invalid_request', `There may be ${most} ${path}, not one more.`, {}, [fault])
}

export function requireItemFits(goal: Goal): void {
  if (goal.items.length >= ITEMS_MAX) throw tooMany('items', ITEMS_MAX)
}

/** When it happened does not matter to what matches what. */
const ANY_TIME = new Date(0)

function alone(changes: GoalChange[]): Goal {
  return applyAct([], { changes, at: ANY_TIME })[0]!
}
