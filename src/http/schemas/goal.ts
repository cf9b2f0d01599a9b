import { z } from 'zod'
import { Id, NextAfter, Timestamp, Tokens } from './common.js'
import { ActionName, GoalStatusName, NextStatusName, PriorityName, StepStatusName } from './goal-input.js'
import { ContextStatusReply } from './session.js'

/** Goals as replies show them. */

const item = {
  id: Id,
  seq: z.int().nullable().meta({ description: 'Message whose marker wrote it last; null: the app did.' }),
  inView: z.boolean().meta({ description: 'It stands in the context now.' }),
}
const GoalReply = z
  .strictObject({
    id: Id,
    description: z.string(),
    priority: PriorityName,
    status: GoalStatusName,
    inView: z.boolean(),
    steps: z.array(z.strictObject({ ...item, text: z.string(), status: StepStatusName })),
    decisions: z.array(
      z.strictObject({
        ...item,
        text: z.string(),
        locked: z.boolean(),
        reason: z.string().nullable(),
        supersededBy: Id.nullable(),
      }),
    ),
    artifacts: z.array(z.strictObject({ ...item, path: z.string(), action: ActionName })),
    nextSteps: z.array(z.strictObject({ ...item, text: z.string(), status: NextStatusName })),
    createdAt: Timestamp,
    changedAt: Timestamp,
  })
  .meta({ id: 'Goal' })

export const GoalListReply = z
  .strictObject({
    goals: z.array(GoalReply),
    tokens: Tokens.meta({ description: 'What goals take in the context.' }),
    share: Tokens.meta({ description: 'Most that the active goal and all locks may take for good.' }),
    nextAfter: NextAfter,
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'GoalList' })
export const ChangedGoalReply = z
  .strictObject({
    goal: GoalReply,
    itemId: Id.optional().meta({ description: 'The item that was added or changed.' }),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'ChangedGoal' })
