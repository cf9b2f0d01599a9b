import { withoutSigns } from '../signs.js'
import { oneLine } from '../texts.js'

/** Goals: the purpose of a session, kept verbatim. A session may have several, at most one of them active. [G1] */
export const PRIORITIES = ['high', 'medium', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]
export const GOAL_STATUSES = ['active', 'paused', 'completed'] as const
export type GoalStatus = (typeof GOAL_STATUSES)[number]
export const STEP_STATUSES = ['pending', 'in-progress', 'completed'] as const
export type StepStatus = (typeof STEP_STATUSES)[number]
export const FILE_ACTIONS = ['created', 'modified', 'deleted'] as const
export type FileAction = (typeof FILE_ACTIONS)[number]
export const NEXT_STATUSES = ['open', 'done'] as const

/** A step, decision, file or next step of a goal. The marker of a step is `[CHECKPOINT]`. */
export type GoalItem = {
  id: string
  /** Verbatim text; the path for an artifact. */
  text: string
  /** Seq of the message whose marker wrote it; null if the app did. */
  seq: number | null
} & (
  | { kind: 'step'; status: StepStatus }
  | {
      kind: 'decision'
      locked: boolean
      reason: string | null
      /** Id of the decision that replaces it. */ supersededBy: string | null
    }
  | { kind: 'artifact'; action: FileAction }
  | { kind: 'next'; status: (typeof NEXT_STATUSES)[number] }
)
export const ITEM_KINDS = ['step', 'decision', 'artifact', 'next'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]
export type Decision = Extract<GoalItem, { kind: 'decision' }>

export interface Goal {
  id: string
  description: string
  priority: Priority
  status: GoalStatus
  /** In the order of creation. */
  items: GoalItem[]
  createdAt: Date
  changedAt: Date
}

/** Maximum characters of a description and of an item text, and maximum number of items per goal and of goals. Larger
 * content belongs in messages. */
export const DESCRIPTION_MAX = 2_000
export const TEXT_MAX = 500
export const ITEMS_MAX = 500
export const GOALS_MAX = 100

export function activeGoal(goals: readonly Goal[]): Goal | null {
  return goals.find(({ status }) => status === 'active') ?? null
}

/** Returns the intent in the goal's own words: its description, then the open steps. [Q3] [V3] */
export function intentOf({ description, items }: Goal): string {
  const open = items.filter((item) => item.kind === 'step' && item.status !== 'completed').map(({ text }) => text)
  return [description, ...open].join('\n')
}

/** Returns the locked decisions of all goals, in order. They apply whatever the status of their goal. */
export function locksOf(goals: readonly Goal[]): Decision[] {
  return goals.flatMap(({ items }) => items.filter(isLock))
}

export function isLock(item: GoalItem): item is Decision {
  return item.kind === 'decision' && item.locked
}

/** Blanks, emphasis, and quotation marks. */
const AROUND = ` *_\`~"'“”‘’`

/** Returns a key for comparing texts. It ignores case, spacing, closing punctuation and emphasis. */
export function textKey(text: string): string {
  return withoutSigns(oneLine(text.normalize('NFKC').toLowerCase()), AROUND, `${AROUND}.,;:!。`)
}
