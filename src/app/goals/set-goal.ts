import { applyAct, type GoalChange } from '../../domain/goal/act.js'
import { GOALS_MAX, textKey, type Goal } from '../../domain/goal/goal.js'
import { putItem, type ItemInput } from '../../domain/goal/item.js'
import type { Ports } from '../../ports/ports.js'
import { newGoal, requireItemFits, tooMany, type GoalInput } from './add-goal.js'
import { changeGoals, type ChangedGoals, type GoalEdit, type GoalsInput } from './change-goals.js'

/** Makes a goal the active one. A goal with the same description is updated with the given priority and items, so that a
 * repeated request changes nothing. Throws the errors of `addGoal` and decision_locked. [G1] */
export function setGoal(ports: Ports, input: GoalsInput & { goal: GoalInput }): Promise<ChangedGoals> {
  return changeGoals(ports, { ...input, what: 'set-goal' }, (goals) => {
    const same = goals.find(({ description }) => textKey(description) === textKey(input.goal.description))
    if (same) return updated(same, input.goal, ports)
    if (goals.length >= GOALS_MAX) throw tooMany('goals', GOALS_MAX)
    return newGoal({ ...input.goal, status: 'active' }, ports.ids)
  })
}

/** Adds an item to the active goal, or updates the same item. Returns null without an active goal. Throws the errors of
 * `addGoal` and decision_locked. [G1] */
export async function addToActiveGoal(
  ports: Ports,
  input: GoalsInput & { item: ItemInput },
): Promise<ChangedGoals | null> {
  const changed = await changeGoals(ports, { ...input, what: 'add to active' }, (goals) => {
    const goal = goals.find(({ status }) => status === 'active')
    if (!goal) return { goalId: '', changes: [] }
    requireItemFits(goal)
    return { goalId: goal.id, ...putItem(goal, input.item, { id: ports.ids.make('itm'), seq: null }) }
  })
  return changed.goalId === '' ? null : changed
}

function updated(same: Goal, { priority, items = [] }: GoalInput, { ids }: Pick<Ports, 'ids'>): GoalEdit {
  const { id, description, status } = same
  const changes: GoalChange[] = []
  if (status !== 'active' || (priority ?? same.priority) !== same.priority)
    changes.push({
      type: 'goal-changed',
      goal: { id, description, status: 'active', priority: priority ?? same.priority },
    })
  let goal = same
  for (const item of items) {
    requireItemFits(goal)
    const { changes: put } = putItem(goal, item, { id: ids.make('itm'), seq: null })
    changes.push(...put)
    // The time of the act does not affect which items match.
    goal = applyAct([goal], { changes: put, at: new Date(0) })[0]!
  }
  return { goalId: id, changes }
}
