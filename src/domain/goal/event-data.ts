import type { ItemKind } from './goal.js'

/** Data of the events about goals. */
export interface GoalEventData {
  'goal-updated': {
    /** Number of the change in the session, starting at 1. */
    act: number
    by: 'app' | 'marker'
    afterSeq: number
    changes: GoalChangeData[]
    refused: GoalRefusalData[]
  }
  'decision-locked': { act: number; by: 'app' | 'marker'; afterSeq: number; goalId: string; itemId: string }
}

/** An event about goals before it is stored. */
export type GoalEvent = { [K in keyof GoalEventData]: { type: K; data: GoalEventData[K] } }[keyof GoalEventData]

export interface GoalChangeData {
  change: 'goal-added' | 'goal-changed' | 'goal-removed' | 'item-added' | 'item-changed' | 'item-removed'
  goalId: string
  itemId?: string
  kind?: ItemKind
  status?: string
  priority?: string
  locked?: boolean
  supersededBy?: string | null
  action?: string
}

export interface GoalRefusalData {
  reason: string
  kind: string
  tokens?: number
  freeTokens?: number
}
