/** Facts about the goals for the summarizer: what matters, and what can be shortened. [V3] */
import { kindAmong } from '../../knowledge/lines/read.js'
import { activeGoal, intentOf, locksOf, textKey, type Goal, type GoalItem } from './goal.js'

export interface GoalBrief {
  /** The active goal and its open steps. */
  intent: string
  /** Priority and status of the goal, in words. */
  standing: string
  /** Locked decisions of all goals. The summary must not contradict them. */
  locked: string[]
  /** Open steps that their text or state calls blocked. */
  blockers: string[]
  /** Next steps and unlocked decisions. The summary keeps the details they need. */
  preserve: string[]
  /** Completed steps and other goals. The summary shortens details that only they need. */
  condense: string[]
  /** All texts of the goals. The context shows them elsewhere, so a summary line that repeats one adds nothing. */
  texts: string[]
}

/** Returns null if no goal is active. */
export function briefOf(goals: readonly Goal[]): GoalBrief | null {
  const active = activeGoal(goals)
  if (!active) return null
  const others = goals.filter((goal) => goal !== active)
  const done = active.items.filter((item) => item.kind === 'step' && item.status === 'completed')
  const doneKeys = new Set(done.map(({ text }) => textKey(text)))
  return {
    intent: intentOf(active),
    standing: `${active.priority} priority, ${active.status}`,
    locked: locksOf(goals).map(({ text }) => text),
    blockers: active.items.filter(isBlocked).map(({ text }) => text),
    preserve: active.items.filter((item) => isAhead(item) && !doneKeys.has(textKey(item.text))).map(({ text }) => text),
    condense: [...done.map(({ text }) => text), ...others.map(({ description }) => description)],
    texts: goals.flatMap(({ description, items }) => [description, ...items.map(({ text }) => text)]),
  }
}

/** Words that say that a step waits for something. */
const blocked = kindAmong('blocked')

function isBlocked(item: GoalItem): boolean {
  return item.kind === 'step' && item.status !== 'completed' && blocked(item.text) !== null
}

function isAhead(item: GoalItem): boolean {
  return (
    (item.kind === 'next' && item.status === 'open') ||
    (item.kind === 'decision' && !item.locked && item.supersededBy === null)
  )
}
