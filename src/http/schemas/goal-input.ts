import { z } from 'zod'
import {
  DESCRIPTION_MAX,
  FILE_ACTIONS,
  GOAL_STATUSES,
  ITEM_KINDS,
  ITEMS_MAX,
  NEXT_STATUSES,
  PRIORITIES,
  STEP_STATUSES,
  TEXT_MAX,
} from '../../domain/goal/goal.js'
import { Id } from './common.js'

/** Goals in requests. */

/** Single-line text: every item is one line in the context. */
export const Line = z
  .string()
  .max(TEXT_MAX)
  .regex(
    // oxlint-disable-next-line no-control-regex -- one line holds no control character
    /^[^\S\u0000-\u001f\u007f-\u009f\u2028\u2029]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/u,
    'one line of text',
  )
export const Description = z
  .string()
  .max(DESCRIPTION_MAX)
  // oxlint-disable-next-line no-control-regex -- tabs and line breaks are allowed, other control characters are not
  .regex(/^[^\S\u000b-\u001f]*[^\s\u0000-\u001f\u007f][^\u0000-\u0008\u000b-\u001f\u007f]*$/u, 'text')
  .describe('The goal. Every context contains it verbatim while the goal is active.')
export const PriorityName = z.enum(PRIORITIES)
export const GoalStatusName = z.enum(GOAL_STATUSES)
export const StepStatusName = z.enum(STEP_STATUSES)
export const NextStatusName = z.enum(NEXT_STATUSES)
export const ActionName = z.enum(FILE_ACTIONS)
const Locked = z
  .boolean()
  .describe('A locked decision is part of every context, and conversation text cannot change it.')
const Reason = Line.nullable().describe('Why the decision was made.')

export const NewGoalItem = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('step'), text: Line, status: StepStatusName.optional() }),
    z.strictObject({
      kind: z.literal('decision'),
      text: Line,
      locked: Locked.optional(),
      reason: Reason.optional(),
      supersedes: Id.optional().describe('The decision that this one replaces.'),
    }),
    z.strictObject({ kind: z.literal('artifact'), path: Line, action: ActionName }),
    z.strictObject({ kind: z.literal('next'), text: Line, status: NextStatusName.optional() }),
  ])
  .meta({ id: 'NewGoalItem' })

export const AddGoalBody = z
  .strictObject({
    description: Description,
    priority: PriorityName.optional().describe('Default: `medium`.'),
    status: GoalStatusName.optional().describe('Default: `active`. An active goal pauses the previous active goal.'),
    items: z.array(NewGoalItem).max(ITEMS_MAX).optional(),
  })
  .meta({ id: 'NewGoal' })

/** Goal of a new session: a description, or a whole goal. */
export const FirstGoal = z.union([Description, AddGoalBody])

export const UpdateGoalBody = z
  .strictObject({
    description: Description.optional(),
    priority: PriorityName.optional(),
    status: GoalStatusName.optional(),
  })
  .meta({ id: 'UpdateGoal' })

/** The body of an operation must be one object, so the handler checks the fields of each kind with `NewGoalItem`. */
export const AddGoalItemBody = z
  .strictObject({
    kind: z.enum(ITEM_KINDS),
    text: z.unknown().optional(),
    path: z.unknown().optional(),
    status: z.unknown().optional(),
    locked: z.unknown().optional(),
    reason: z.unknown().optional(),
    supersedes: z.unknown().optional(),
    action: z.unknown().optional(),
  })
  .meta({ id: 'AddGoalItem', description: 'A `NewGoalItem`: the fields of its kind and no others.' })

export const UpdateGoalItemBody = z
  .strictObject({
    text: Line.optional().describe('Text of the item; for an artifact, its path.'),
    status: z.union([StepStatusName, NextStatusName]).optional().describe('Only for steps and next steps.'),
    locked: Locked.optional(),
    reason: Reason.optional(),
    action: ActionName.optional(),
  })
  .meta({ id: 'UpdateGoalItem' })
