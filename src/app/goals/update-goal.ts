import { DomainError } from '../../domain/errors.js'
import type { Goal } from '../../domain/goal/goal.js'
import { patchItem, putItem, type ItemInput, type ItemPatch } from '../../domain/goal/item.js'
import { requireItemFits, type GoalInput } from './add-goal.js'
import { changeGoals, type ChangedGoals, type GoalsInput } from './change-goals.js'
import type { Ports } from '../../ports/ports.js'

type OneGoal = GoalsInput & { goalId: string }

/** Changes description, priority, or status. A goal that becomes active replaces the previous active goal.
 * Throws not_found and the errors of `addGoal`. [G1] */
export function updateGoal(
  ports: Ports,
  input: OneGoal & { patch: Omit<GoalInput, 'items' | 'description'> & { description?: string } },
) {
  return changeGoals(ports, { ...input, what: `update ${input.goalId}` }, (goals) => {
    const { id, description, priority, status } = goalNamed(goals, input.goalId)
    const before = { id, description, priority, status }
    const goal = { ...before, ...input.patch }
    const changed = JSON.stringify(goal) !== JSON.stringify(before)
    return { goalId: id, changes: changed ? [{ type: 'goal-changed', goal }] : [] }
  })
}

/** Adds an item, or updates the state of an existing item with the same text.
 * Throws decision_locked and the errors of `updateGoal`. [G1] */
export function addGoalItem(ports: Ports, input: OneGoal & { item: ItemInput }): Promise<ChangedGoals> {
  return changeGoals(ports, { ...input, what: `add to ${input.goalId}` }, (goals) => {
    const goal = goalNamed(goals, input.goalId)
    requireItemFits(goal)
    return { goalId: goal.id, ...putItem(goal, input.item, { id: ports.ids.make('itm'), seq: null }) }
  })
}

/** Changes an item. The text of a locked decision cannot change until it is unlocked.
 * Throws the errors of `addGoalItem`. */
export function updateGoalItem(
  ports: Ports,
  input: OneGoal & { itemId: string; patch: ItemPatch },
): Promise<ChangedGoals> {
  return changeGoals(ports, { ...input, what: `update ${input.goalId} ${input.itemId}` }, (goals) => {
    const goal = goalNamed(goals, input.goalId)
    return { goalId: goal.id, ...patchItem(goal, input.itemId, input.patch) }
  })
}

function goalNamed(goals: readonly Goal[], id: string): Goal {
  const found = goals.find((goal) => goal.id === id)
  if (!found) throw new DomainError('not_found', `No goal with id ${id}.`, { id })
  return found
}
