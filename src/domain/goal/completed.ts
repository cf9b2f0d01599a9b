import { actsInForce, type GoalAct, type GoalChange } from './act.js'

/** Returns when each completed goal and step was completed, by id. One that was reopened since is absent. [G1]
 * @param acts all acts of the session, in order */
export function completionTimes(acts: readonly GoalAct[]): ReadonlyMap<string, Date> {
  const times = new Map<string, Date>()
  for (const { changes, at } of actsInForce(acts)) {
    for (const change of changes) {
      const changed = statusIn(change)
      if (changed === null) continue
      if (changed.status !== 'completed') times.delete(changed.id)
      else if (!times.has(changed.id)) times.set(changed.id, at)
    }
  }
  return times
}

/** Returns the goal or step of a change with its status; null if the change concerns neither. */
function statusIn(change: GoalChange): { id: string; status: string } | null {
  if (change.type === 'goal-added' || change.type === 'goal-changed') return change.goal
  if (change.type !== 'item-added' && change.type !== 'item-changed') return null
  return change.item.kind === 'step' ? change.item : null
}
