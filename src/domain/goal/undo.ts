/** Undoes the markers of withdrawn messages. [G3] */
import { actsInForce, applyAct, type GoalAct, type GoalChange } from './act.js'
import type { Goal } from './goal.js'

/** Returns the changes that lead from the goals to what they would be without the markers of these messages; empty if
 * there is no difference. Changes by the app stay.
 * @param acts all acts of the session, in order */
export function undoMarkers(goals: readonly Goal[], acts: readonly GoalAct[], fromSeq: number): GoalChange[] {
  const kept = actsInForce(acts).filter((act) => !isUndone(act, fromSeq))
  return changesBetween(goals, kept.reduce<Goal[]>(applyAct, []))
}

/** Returns the changes that lead from the goals to those of another time. */
export function changesBetween(goals: readonly Goal[], others: readonly Goal[]): GoalChange[] {
  const changes: GoalChange[] = []
  for (const now of goals) {
    const then = others.find(({ id }) => id === now.id)
    if (!then) {
      changes.push({ type: 'goal-removed', goalId: now.id })
      continue
    }
    for (const item of now.items) {
      const other = then.items.find(({ id }) => id === item.id)
      if (!other) changes.push({ type: 'item-removed', goalId: now.id, itemId: item.id })
      else if (JSON.stringify(other) !== JSON.stringify(item))
        changes.push({ type: 'item-changed', goalId: now.id, item: other })
    }
  }
  return [...changes, ...goalChanges(goals, others), ...addedItems(goals, others)]
}

/** Returns the items of other goals that the goals do not have. */
function addedItems(goals: readonly Goal[], others: readonly Goal[]): GoalChange[] {
  const known = new Set(goals.flatMap(({ items }) => items.map(({ id }) => id)))
  return others.flatMap(({ id, items }) =>
    items.flatMap((item) => (known.has(item.id) ? [] : [{ type: 'item-added' as const, goalId: id, item }])),
  )
}

/** Whether the act came from a withdrawn message. */
export function isUndone({ by, seq }: Pick<GoalAct, 'by' | 'seq'>, fromSeq: number): boolean {
  return by === 'marker' && seq >= fromSeq
}

/** Returns the changes of the goals themselves. The active goal comes last, because it pauses the others. */
function goalChanges(goals: readonly Goal[], others: readonly Goal[]): GoalChange[] {
  const changed = others.flatMap(({ id, description, priority, status }) => {
    const now = goals.find((goal) => goal.id === id)
    const isSame = now && now.description === description && now.priority === priority && now.status === status
    const type = now ? ('goal-changed' as const) : ('goal-added' as const)
    return isSame ? [] : [{ type, goal: { id, description, priority, status } }]
  })
  return changed.toSorted((a, b) => Number(a.goal.status === 'active') - Number(b.goal.status === 'active'))
}
