import type { GoalChangeData, GoalEvent, GoalEventData, GoalRefusalData } from './event-data.js'
import type { GoalAct, GoalChange } from './act.js'
import { isLock, type Goal, type GoalItem } from './goal.js'

/** Returns the events of an act: ids and states, never texts. [G4] */
export function goalEvents({ n, by, seq, changes, refused }: GoalAct, before: readonly Goal[]): GoalEvent[] {
  const data: GoalEventData['goal-updated'] = {
    ...{ act: n, by, afterSeq: seq },
    changes: changes.map(changeData),
    refused: refused.map((refusal): GoalRefusalData => {
      if ('kind' in refusal) return { reason: refusal.what, kind: refusal.kind }
      return { reason: 'does-not-fit', kind: refusal.what, tokens: refusal.tokens, freeTokens: refusal.freeTokens }
    }),
  }
  const locked = changes.flatMap((change) => {
    if (!('item' in change) || !isLock(change.item)) return []
    const was = before.flatMap(({ items }) => items).find(({ id }) => id === change.item.id)
    return was && isLock(was) ? [] : [{ goalId: change.goalId, itemId: change.item.id }]
  })
  return [
    { type: 'goal-updated', data },
    ...locked.map((lock): GoalEvent => ({ type: 'decision-locked', data: { act: n, by, afterSeq: seq, ...lock } })),
  ]
}

function changeData(change: GoalChange): GoalChangeData {
  if ('goal' in change) {
    const { id, status, priority } = change.goal
    return { change: change.type, goalId: id, status, priority }
  }
  if (change.type === 'goal-removed') return { change: change.type, goalId: change.goalId }
  if (change.type === 'item-removed') return { change: change.type, goalId: change.goalId, itemId: change.itemId }
  return {
    change: change.type,
    goalId: change.goalId,
    itemId: change.item.id,
    kind: change.item.kind,
    ...stateOf(change.item),
  }
}

function stateOf(item: GoalItem): Partial<GoalChangeData> {
  switch (item.kind) {
    case 'step':
    case 'next':
      return { status: item.status }
    case 'decision':
      return { locked: item.locked, supersededBy: item.supersededBy }
    case 'artifact':
      return { action: item.action }
  }
}
