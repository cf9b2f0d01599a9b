/** What a summarizer is told of the goals, so that it knows what matters and what a few words will do for. [V3] */
import { activeGoal, intentOf, textKey, type Goal, type GoalItem } from './goal.js'

export interface GoalBrief {
  /** What is wanted. */
  intent: string
  /** What these need is kept in detail: next steps, and decisions that are not locked. */
  preserve: string[]
  /** What only concerned these may be told in a few words: steps that are done, goals that are not pursued. */
  condense: string[]
  /** Every text of the goals: it stands elsewhere, and is no news of the conversation. */
  texts: string[]
}

/** null: there is no active goal. */
export function briefOf(goals: readonly Goal[]): GoalBrief | null {
  const active = activeGoal(goals)
  if (!active) return null
  const others = goals.filter((goal) => goal !== active)
  const done = active.items.filter((item) => item.kind === 'step' && item.status === 'completed')
  const doneKeys = new Set(done.map(({ text }) => textKey(text)))
  return {
    intent: intentOf(active),
    preserve: active.items.filter((item) => isAhead(item) && !doneKeys.has(textKey(item.text))).map(({ text }) => text),
    condense: [...done.map(({ text }) => text), ...others.map(({ description }) => description)],
    texts: goals.flatMap(({ description, items }) => [description, ...items.map(({ text }) => text)]),
  }
}

function isAhead(item: GoalItem): boolean {
  return (
    (item.kind === 'next' && item.status === 'open') ||
    (item.kind === 'decision' && !item.locked && item.supersededBy === null)
  )
}
