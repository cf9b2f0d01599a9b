import { z } from 'zod'
import { Id, NextAfter, Timestamp, Tokens } from './common.js'
import { ActionName, GoalStatusName, NextStatusName, PriorityName, StepStatusName } from './goal-input.js'
import { ContextStatusReply } from './session.js'

/** Goals in replies. */

const item = {
  id: Id,
  seq: z.int().nullable().describe('Message whose marker last changed the item. Null if the app changed it.'),
  inView: z.boolean().describe('Whether the item is in the context now.'),
}
const completedAt = Timestamp.nullable().describe('Null unless it is completed.')
const GoalReply = z
  .strictObject({
    id: Id,
    description: z.string(),
    priority: PriorityName,
    status: GoalStatusName,
    inView: z.boolean().describe('Whether the goal is in the context now.'),
    steps: z.array(z.strictObject({ ...item, text: z.string(), status: StepStatusName, completedAt })),
    decisions: z.array(
      z.strictObject({
        ...item,
        text: z.string(),
        locked: z.boolean(),
        reason: z.string().nullable(),
        supersededBy: Id.nullable().describe('The decision that replaces this one.'),
      }),
    ),
    artifacts: z.array(z.strictObject({ ...item, path: z.string(), action: ActionName })),
    nextSteps: z.array(z.strictObject({ ...item, text: z.string(), status: NextStatusName })),
    createdAt: Timestamp,
    changedAt: Timestamp,
    completedAt,
  })
  .meta({ id: 'Goal' })

export const GoalListReply = z
  .strictObject({
    goals: z.array(GoalReply),
    tokens: Tokens.describe('Tokens of all goals in the context.'),
    share: Tokens.describe('Maximum tokens for the active goal and all locks.'),
    nextAfter: NextAfter,
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'GoalList' })
export const ChangedGoalReply = z
  .strictObject({
    goal: GoalReply,
    itemId: Id.optional().describe('The added or changed item.'),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'ChangedGoal' })
