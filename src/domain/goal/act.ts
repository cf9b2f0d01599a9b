/** Recorded changes of a session's goals. Acts are append-only, and the goals are the result of replaying them. [G4] */
import { timelineOf } from '../timeline.js'
import type { Goal, GoalItem, ItemKind } from './goal.js'

/** One change, with the complete goal or item as it is afterwards. */
export type GoalChange =
  | { type: 'goal-added' | 'goal-changed'; goal: Pick<Goal, 'id' | 'description' | 'priority' | 'status'> }
  | { type: 'item-added' | 'item-changed'; goalId: string; item: GoalItem }
  /** Only when the message whose marker added it is withdrawn. */
  | { type: 'goal-removed'; goalId: string }
  | { type: 'item-removed'; goalId: string; itemId: string }

/** A marker that was refused. */
export type Refusal =
  /** Too few free tokens beside the exact content already kept. The decision is kept unlocked; the goal is not set. */
  | { what: 'lock' | 'goal'; text: string; tokens: number; freeTokens: number }
  /** The text is too long, or the maximum number of entries is reached. */
  | { what: 'too-long' | 'too-many'; kind: ItemKind | 'goal' | 'marker' }

/** Changes made together: by one call of the app, or by the markers of one message. */
export interface GoalAct {
  /** Number of the act in its session, starting at 1. */
  n: number
  by: 'app' | 'marker'
  /** Seq of the message before the act; for markers, of the message that contains them. */
  seq: number
  at: Date
  changes: GoalChange[]
  refused: Refusal[]
  /** Only in the act of a restore: the act after which the goals were as they are now; 0: before the first. [R2] */
  restores?: number
}

/** Returns the acts that made the present goals: without those that a restore took back.
 * @param acts all acts of the session, in order */
export function actsInForce(acts: readonly GoalAct[]): GoalAct[] {
  const applied = timelineOf(acts, { at: ({ n }) => n, restores: ({ restores }) => restores })
  return applied.filter(({ restores }) => restores === undefined)
}

/** Returns the goals after the act. Unchanged goals stay the same objects. */
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
    case 'goal-removed':
      return goals.filter(({ id }) => id !== change.goalId)
    case 'item-removed':
      return goals.map((goal) =>
        goal.id === change.goalId
          ? { ...goal, items: goal.items.filter(({ id }) => id !== change.itemId), changedAt: at }
          : goal,
      )
  }
}

/** Pauses the previous goal if the given goal becomes active. */
function onlyActive(goals: Goal[], { id, status }: Pick<Goal, 'id' | 'status'>, at: Date): Goal[] {
  if (status !== 'active') return goals
  return goals.map((goal) =>
    goal.status === 'active' && goal.id !== id ? { ...goal, status: 'paused', changedAt: at } : goal,
  )
}
