import { z } from 'zod'
import type { ChangedGoals } from '../../app/goals/change-goals.js'
import { addToActiveGoal, setGoal } from '../../app/goals/set-goal.js'
import { pinMessage } from '../../app/history/pin-message.js'
import { ITEMS_MAX } from '../../domain/goal/goal.js'
import type { ItemInput } from '../../domain/goal/item.js'
import { pluralize } from '../../domain/number-format.js'
import { ActionName, Description, Line, PriorityName, StepStatusName } from '../../http/schemas/goal-input.js'
import { tool, type ToolCall, type ToolReply } from '../tool.js'

/** Tools that decide what stays in every context: goals, locks, files and pins. */

const setGoalTool = tool({
  name: 'set_goal',
  title: 'Set the goal',
  description:
    'Makes this the active goal, which every context contains verbatim; the previous one is paused. Repeat the same ' +
    'description to add steps or to change the state of a step.',
  role: 'app',
  input: z.strictObject({
    description: Description,
    priority: PriorityName.optional().describe('Default: medium.'),
    steps: z
      .array(z.strictObject({ text: Line, status: StepStatusName.optional().describe('Default: pending.') }))
      .max(ITEMS_MAX)
      .optional()
      .describe('Steps to add. A step with the same text changes its state.'),
  }),
  async run({ ports, at, args: { steps = [], ...goal } }) {
    const items = steps.map((step): ItemInput => ({ kind: 'step', ...step }))
    const changed = await setGoal(ports, { ...at, goal: { ...goal, items } })
    return { text: `The active goal is: ${goal.description}\n${stepsText(changed)}` }
  },
})

const lockDecision = tool({
  name: 'lock_decision',
  title: 'Lock a decision',
  description:
    'Adds a decision to the active goal and locks it: every context contains it verbatim, and conversation text cannot ' +
    'change it. Refused if it does not fit.',
  role: 'app',
  input: z.strictObject({
    decision: Line,
    reason: Line.optional().describe('Why the decision was made.'),
  }),
  run: (call) => {
    const { decision: text, reason = null } = call.args
    return addItem(call, { kind: 'decision', text, locked: true, reason }, `Locked: ${text}`)
  },
})

const addArtifact = tool({
  name: 'add_artifact',
  title: 'Record a file',
  description: 'Records in the active goal that a file was created, modified or deleted. Each path is kept once.',
  role: 'app',
  input: z.strictObject({ path: Line, action: ActionName }),
  run: (call) => {
    const { path, action } = call.args
    return addItem(call, { kind: 'artifact', path, action }, `Recorded: ${action} ${path}`)
  },
})

const pin = tool({
  name: 'pin',
  title: 'Pin a message',
  description:
    'Pins a message: every context contains it verbatim until it is unpinned. Only a message that is whole in the ' +
    'context can be pinned.',
  role: 'app',
  input: z.strictObject({
    message: z.int().min(1).max(2_147_483_647).describe('Number of the message.'),
    pinned: z.boolean().optional().describe('false: unpin it. Default: true.'),
  }),
  async run({ ports, at, args: { message: seq, pinned = true } }) {
    await pinMessage(ports, { ...at, seq, pinned })
    return { text: pinned ? `Message ${seq} stays in every context.` : `Message ${seq} is not pinned.` }
  },
})

async function addItem({ ports, at }: ToolCall<unknown>, item: ItemInput, text: string): Promise<ToolReply> {
  const changed = await addToActiveGoal(ports, { ...at, item })
  return changed ? { text } : { text: 'No goal is active. Set one first with set_goal.', isError: true }
}

function stepsText({ goals, goalId }: ChangedGoals): string {
  const steps = goals.find(({ id }) => id === goalId)?.items.filter((item) => item.kind === 'step') ?? []
  return [pluralize(steps.length, 'step'), ...steps.map(({ text, status }) => `- ${text} (${status})`)].join('\n')
}

export const GOAL_TOOLS = [setGoalTool, lockDecision, addArtifact, pin]
