/** What was done to the goals of a session, and what they are after it. Acts are only ever added; goals are their fold. [G4] */
import type { Goal, GoalItem, ItemKind } from './goal.js'

/** One change carries the whole of what it changed, as it is afterwards. */
export type GoalChange =
  | { type: 'goal-added' | 'goal-changed'; goal: Pick<Goal, 'id' | 'description' | 'priority' | 'status'> }
  | { type: 'item-added' | 'item-changed'; goalId: string; item: GoalItem }

/** What a marker asked for and did not get. */
export type Refusal =
  /** No room beside what is kept already; the decision stands unlocked, the goal was not taken. */
  | { what: 'lock' | 'goal'; text: string; tokens: number; freeTokens: number }
  /** Longer than a text may be, or more than there may be. */
  | { what: 'too-long' | 'too-many'; kind: ItemKind | 'goal' | 'marker' }

/** Changes that were made together: one call of the app, or the markers of one message. */
export interface GoalAct {
  /** 1, 2, 3 … in the session. */
  n: number
  by: 'app' | 'marker'
  /** Message after which it happened; of a marker the message itself. */
  seq: number
  at: Date
  changes: GoalChange[]
  refused: Refusal[]
}

/** What an act did not touch stays the same object. */
export function applyAct(goals: readonly Goal[], { changes, at }: Pick<GoalAct, 'changes' | 'at'>): Goal[] {
  return changes.reduce<Goal[]>((now, change) => applyChange(now, change, at), [...goals])
}

function applyChange(goals: Goal[], change: GoalChange, at: Date): Goal[] {
  switch (change.type) {
    case 'goal-added':
      return [...onlyActive(goals, change.goal, at), { ...change.goal, items: [], createdAt: at, changedAt: at }]
    case 'goal-changed':
      return onlyActive(goals, change.goal, at).map((goal) =>
        goal.id === change.goal.id ? { ...goal, ...change.goal, changedAt: at } : goal,
      )
    case 'item-added':
      return goals.map((goal) =>
        goal.id === change.goalId ? { ...goal, items: [...goal.items, change.item], changedAt: at } : goal,
      )
    case 'item-changed':
      return goals.map((goal) =>
        goal.id === change.goalId
          ? {
              ...goal,
              items: goal.items.map((item) => (item.id === change.item.id ? change.item : item)),
              changedAt: at,
            }
          : goal,
      )
  }
}

/** Where a goal becomes active, the one that was so far rests. */
function onlyActive(goals: Goal[], { id, status }: Pick<Goal, 'id' | 'status'>, at: Date): Goal[] {
  if (status !== 'active') return goals
  return goals.map((goal) =>
    goal.status === 'active' && goal.id !== id ? { ...goal, status: 'paused', changedAt: at } : goal,
  )
}
