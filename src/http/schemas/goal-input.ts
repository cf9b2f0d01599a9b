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

/** Goals as apps write them. */

/** One line: in the context every item is one. */
const Line = z
  .string()
  .max(TEXT_MAX)
  .regex(/^(?=.*\S)[^\p{Cc}\u2028\u2029]+$/u, 'one line of text')
const Description = z
  .string()
  .max(DESCRIPTION_MAX)
  // eslint-disable-next-line no-control-regex -- tabs and line breaks may stand in a description, other control characters may not
  .regex(/^(?=[^]*\S)[^\u0000-\u0008\u000b-\u001f\u007f]+$/u, 'text')
  .meta({ description: 'What is wanted; stands word for word in every context while the goal is active.' })
export const PriorityName = z.enum(PRIORITIES)
export const GoalStatusName = z.enum(GOAL_STATUSES)
export const StepStatusName = z.enum(STEP_STATUSES)
export const NextStatusName = z.enum(NEXT_STATUSES)
export const ActionName = z.enum(FILE_ACTIONS)
const Locked = z.boolean().meta({ description: 'Stands in every context for good, and no text can change it.' })
const Reason = Line.nullable()

export const NewGoalItem = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('step'), text: Line, status: StepStatusName.optional() }),
    z.strictObject({
      kind: z.literal('decision'),
      text: Line,
      locked: Locked.optional(),
      reason: Reason.optional(),
      supersedes: Id.optional().meta({ description: 'The decision it takes the place of.' }),
    }),
    z.strictObject({ kind: z.literal('artifact'), path: Line, action: ActionName }),
    z.strictObject({ kind: z.literal('next'), text: Line, status: NextStatusName.optional() }),
  ])
  .meta({ id: 'NewGoalItem' })

export const AddGoalBody = z
  .strictObject({
    description: Description,
    priority: PriorityName.optional().meta({ description: 'medium unless said.' }),
    status: GoalStatusName.optional().meta({ description: 'active unless said; the goal that was active rests then.' }),
    items: z.array(NewGoalItem).max(ITEMS_MAX).optional(),
  })
  .meta({ id: 'NewGoal' })

/** As a session is opened with it: a sentence will do. */
export const FirstGoal = z.union([Description, AddGoalBody])

export const UpdateGoalBody = z
  .strictObject({
    description: Description.optional(),
    priority: PriorityName.optional(),
    status: GoalStatusName.optional(),
  })
  .meta({ id: 'UpdateGoal' })

/** Which fields a kind has, the handler checks by NewGoalItem: the body of an operation is one object. */
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
  .meta({ id: 'AddGoalItem', description: 'A NewGoalItem: the fields of its kind, and no others.' })

export const UpdateGoalItemBody = z
  .strictObject({
    text: Line.optional().meta({ description: 'Of an artifact: its path.' }),
    status: z
      .union([StepStatusName, NextStatusName])
      .optional()
      .meta({ description: 'Of checkpoints and next steps.' }),
    locked: Locked.optional(),
    reason: Reason.optional(),
    action: ActionName.optional(),
  })
  .meta({ id: 'UpdateGoalItem' })
