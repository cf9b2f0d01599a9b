/** Goals: what a session is about, in words that are kept exactly. Several in a session, one active. [G1] */
export const PRIORITIES = ['high', 'medium', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]
export const GOAL_STATUSES = ['active', 'paused', 'completed'] as const
export type GoalStatus = (typeof GOAL_STATUSES)[number]
export const STEP_STATUSES = ['pending', 'in-progress', 'completed'] as const
export type StepStatus = (typeof STEP_STATUSES)[number]
export const FILE_ACTIONS = ['created', 'modified', 'deleted'] as const
export type FileAction = (typeof FILE_ACTIONS)[number]
export const NEXT_STATUSES = ['open', 'done'] as const

/** Steps on the way (the API calls them checkpoints), decisions, files, and what comes next. */
export type GoalItem = {
  id: string
  /** Word for word; of an artifact its path. */
  text: string
  /** Message whose marker wrote it; null: the app did. */
  seq: number | null
} & (
  | { kind: 'step'; status: StepStatus }
  | {
      kind: 'decision'
      locked: boolean
      reason: string | null
      /** The newer decision that hides it. */ supersededBy: string | null
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
  /** In the order in which they were added. */
  items: GoalItem[]
  createdAt: Date
  changedAt: Date
}

/** Longest description and longest text of an item, in characters; and how many there may be. What is larger belongs into messages. */
export const DESCRIPTION_MAX = 2_000
export const TEXT_MAX = 500
export const ITEMS_MAX = 500
export const GOALS_MAX = 100

export function activeGoal(goals: readonly Goal[]): Goal | null {
  return goals.find(({ status }) => status === 'active') ?? null
}

/** What is wanted, in the goal's own words: its description, then the steps that are not completed. [Q3] [V3] */
export function intentOf({ description, items }: Goal): string {
  const open = items.filter((item) => item.kind === 'step' && item.status !== 'completed').map(({ text }) => text)
  return [description, ...open].join('\n')
}

/** Locked decisions bind whatever the goal they were taken under has become, in the order in which they were taken. */
export function locksOf(goals: readonly Goal[]): Decision[] {
  return goals.flatMap(({ items }) => items.filter(isLock))
}

export function isLock(item: GoalItem): item is Decision {
  return item.kind === 'decision' && item.locked
}

/** Texts of one key say the same: case, spacing, closing punctuation and emphasis do not count. */
export function textKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s*_`~"'“”‘’]+|[\s*_`~"'“”‘’.,;:!。]+$/gu, '')
}
