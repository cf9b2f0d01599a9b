/** A short note, at its place in time, of what the app changed since the blocks were made. What a marker says stands in the assistant's own
 * words at that very place and needs none, unless it was refused. [G2] [P12] */
import type { GoalAct, GoalChange, Refusal } from './act.js'
import { decisionText } from './block.js'
import { activeGoal, isLock, type Goal, type GoalItem } from './goal.js'

const CHANGED = '[Goal · changed by the app]'
const REFUSED = '[Goal · not taken, there is no room for it]'

/** null: nothing that is in view has changed, or the assistant has said it itself. */
export function noteOf(act: GoalAct, before: readonly Goal[], after: readonly Goal[]): string | null {
  const told = act.by === 'app' ? act.changes.flatMap((change) => changeLines(change, before, after)) : []
  const refused = act.refused.flatMap(refusalLines)
  const lines = [...(told.length > 0 ? [CHANGED, ...told] : []), ...(refused.length > 0 ? [REFUSED, ...refused] : [])]
  return lines.length === 0 ? null : lines.join('\n')
}

function changeLines(change: GoalChange, before: readonly Goal[], after: readonly Goal[]): string[] {
  switch (change.type) {
    case 'goal-added':
    case 'goal-changed':
      return goalLines(
        change.goal,
        before.find(({ id }) => id === change.goal.id),
      )
    case 'item-added':
    case 'item-changed': {
      const was = before.flatMap(({ items }) => items).find(({ id }) => id === change.item.id)
      const inView = activeGoal(after)?.id === change.goalId || isLock(change.item) || (was && isLock(was))
      return inView ? [`- ${itemLine(change.item, was)}`] : []
    }
  }
}

function goalLines({ description, priority, status }: Pick<Goal, 'description' | 'priority' | 'status'>, was: Goal | undefined): string[] {
  if (status !== 'active') return was?.status === 'active' ? [`- The goal is ${status}: ${description}`] : []
  if (was?.status !== 'active') return [`- The goal is now, with ${priority} priority: ${description}`]
  return [
    ...(was.description === description ? [] : [`- The goal now reads: ${description}`]),
    ...(was.priority === priority ? [] : [`- The goal has ${priority} priority now.`]),
  ]
}

function itemLine(item: GoalItem, was: GoalItem | undefined): string {
  switch (item.kind) {
    case 'checkpoint':
      return `Step, ${item.status}: ${item.text}`
    case 'artifact':
      return `File ${item.action}: ${item.text}`
    case 'next':
      return `${item.status === 'done' ? 'Done' : 'Next'}: ${item.text}`
    case 'decision': {
      const said = decisionText(item)
      if (item.supersededBy !== null) return `No longer holds: ${said}`
      if (item.locked) return `Locked decision, never to be changed: ${said}`
      return was?.kind === 'decision' && was.locked ? `No longer locked: ${said}` : `Decided: ${said}`
    }
  }
}

/** Texts that are too long, or too many, are not repeated. */
function refusalLines(refusal: Refusal): string[] {
  switch (refusal.what) {
    case 'lock':
    case 'goal': {
      const what = refusal.what === 'lock' ? 'Lock' : 'Goal'
      return [`- ${what} of ${refusal.tokens} tokens, ${refusal.room} are left: ${refusal.text}`]
    }
    case 'too-long':
    case 'too-many':
      return [`- ${refusal.kind}: ${refusal.what === 'too-long' ? 'the text is too long' : 'there are too many'}`]
  }
}
