import { DomainError } from '../../domain/errors.js'
import type { Goal } from '../../domain/goal/goal.js'
import { patchItem, putItem, type ItemInput, type ItemPatch } from '../../domain/goal/item.js'
import { requireItemFits, type GoalInput } from './add-goal.js'
import { changeGoals, type ChangedGoals, type GoalsInput } from './change-goals.js'
import type { Ports } from '../ports/ports.js'

type OneGoal = GoalsInput & { goalId: string }

/** Description, priority, status: what becomes active takes the place of what was. Throws as `addGoal`, and not_found. [G1] */
export function updateGoal(
  ports: Ports,
  input: OneGoal & { patch: Omit<GoalInput, 'items' | 'description'> & { description?: string } },
) {
  return changeGoals(ports, input, (goals) => {
    const { id, description, priority, status } = goalNamed(goals, input.goalId)
    const now = { id, description, priority, status }
    const goal = { ...now, ...input.patch }
    const changed = JSON.stringify(goal) !== JSON.stringify(now)
    return { goalId: id, changes: changed ? [{ type: 'goal-changed', goal }] : [] }
  })
}

/** Adds an item, or gives the one that says the same its new state. Throws as `updateGoal`, and decision_locked. [G1] */
export function addGoalItem(ports: Ports, input: OneGoal & { item: ItemInput }): Promise<ChangedGoals> {
  return changeGoals(ports, input, (goals) => {
    const goal = goalNamed(goals, input.goalId)
    requireItemFits(goal)
    return { goalId: goal.id, ...putItem(goal, input.item, { id: ports.ids.make('itm'), seq: null }) }
  })
}

/** Throws as `addGoalItem`. A locked decision keeps its words until it is unlocked. */
export function updateGoalItem(
  ports: Ports,
  input: OneGoal & { itemId: string; patch: ItemPatch },
): Promise<ChangedGoals> {
  return changeGoals(ports, input, (goals) => {
    const goal = goalNamed(goals, input.goalId)
    return { goalId: goal.id, ...patchItem(goal, input.itemId, input.patch) }
  })
}

function goalNamed(goals: readonly Goal[], id: string): Goal {
  const found = goals.find((goal) => goal.id === id)
  if (!found) throw new DomainError('not_found', `There is no goal ${id}.`, { id })
  return found
}
