/** Undoes the markers of withdrawn messages. [G3] */
import { applyAct, type GoalAct, type GoalChange } from './act.js'
import type { Goal } from './goal.js'

/** Returns the changes that lead from the goals to what they would be without the markers of these messages; empty if
 * there is no difference. Changes by the app stay.
 * @param acts all acts of the session, in order */
export function undoMarkers(goals: readonly Goal[], acts: readonly GoalAct[], fromSeq: number): GoalChange[] {
  const without = acts.filter((act) => !isUndone(act, fromSeq)).reduce(applyAct, [])
  const changes: GoalChange[] = []
  for (const now of goals) {
    const then = without.find(({ id }) => id === now.id)
    if (!then) {
      changes.push({ type: 'goal-removed', goalId: now.id })
      continue
    }
    for (const item of now.items) {
      const earlier = then.items.find(({ id }) => id === item.id)
      if (!earlier) changes.push({ type: 'item-removed', goalId: now.id, itemId: item.id })
      else if (JSON.stringify(earlier) !== JSON.stringify(item))
        changes.push({ type: 'item-changed', goalId: now.id, item: earlier })
    }
  }
  return [...changes, ...goalChanges(goals, without)]
}

/** Whether the act came from a withdrawn message. */
export function isUndone({ by, seq }: Pick<GoalAct, 'by' | 'seq'>, fromSeq: number): boolean {
  return by === 'marker' && seq >= fromSeq
}

/** Returns the changes of the goals themselves. The active goal comes last, because it pauses the others. */
function goalChanges(goals: readonly Goal[], without: readonly Goal[]): GoalChange[] {
  const changed = without.flatMap(({ id, description, priority, status }) => {
    const now = goals.find((goal) => goal.id === id)
    const isSame = now && now.description === description && now.priority === priority && now.status === status
    return isSame ? [] : [{ type: 'goal-changed' as const, goal: { id, description, priority, status } }]
  })
  return changed.toSorted((a, b) => Number(a.goal.status === 'active') - Number(b.goal.status === 'active'))
}
