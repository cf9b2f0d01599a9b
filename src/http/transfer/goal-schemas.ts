import { z } from 'zod'
import { FILE_ACTIONS, GOAL_STATUSES, NEXT_STATUSES, PRIORITIES, STEP_STATUSES } from '../../domain/goal/goal.js'
import { Count, Id, Seq, When } from './record-fields.js'

/** Schemas of archived goals and of what changed them. */

const itemBase = { id: Id, text: z.string(), seq: Count.nullable() }
const GoalItem = z.discriminatedUnion('kind', [
  z.looseObject({ ...itemBase, kind: z.literal('step'), status: z.enum(STEP_STATUSES) }),
  z.looseObject({
    ...itemBase,
    kind: z.literal('decision'),
    locked: z.boolean(),
    reason: z.string().nullable(),
    supersededBy: z.string().nullable(),
  }),
  z.looseObject({ ...itemBase, kind: z.literal('artifact'), action: z.enum(FILE_ACTIONS) }),
  z.looseObject({ ...itemBase, kind: z.literal('next'), status: z.enum(NEXT_STATUSES) }),
])
const goalFacts = {
  id: Id,
  description: z.string(),
  priority: z.enum(PRIORITIES),
  status: z.enum(GOAL_STATUSES),
}
export const Goal = z.looseObject({ ...goalFacts, items: z.array(GoalItem), createdAt: When, changedAt: When })

export const GoalAct = z.looseObject({
  n: Seq,
  by: z.enum(['app', 'marker']),
  seq: Count,
  at: When,
  changes: z.array(
    z.discriminatedUnion('type', [
      z.looseObject({ type: z.literal(['goal-added', 'goal-changed']), goal: z.looseObject(goalFacts) }),
      z.looseObject({ type: z.literal(['item-added', 'item-changed']), goalId: Id, item: GoalItem }),
      z.looseObject({ type: z.literal('goal-removed'), goalId: Id }),
      z.looseObject({ type: z.literal('item-removed'), goalId: Id, itemId: Id }),
    ]),
  ),
  refused: z.array(z.looseObject({ what: z.enum(['lock', 'goal', 'too-long', 'too-many']) })),
})
