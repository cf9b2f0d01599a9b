/** Short notes about changes by the app since the blocks were rendered, placed in time order. A marker needs no note,
 * because the assistant's own text shows it at that point, unless the marker was refused. [G2] [P12] */
import type { GoalAct, GoalChange, Refusal } from './act.js'
import { decisionText } from './block.js'
import { activeGoal, isLock, type Goal, type GoalItem } from './goal.js'

const CHANGED = '[Goal · changed by the app]'
const REFUSED = '[Goal · not done]'

/** Returns null if nothing visible changed, or if the assistant's own text already shows the change. */
export function noteOf(act: GoalAct, before: readonly Goal[], after: readonly Goal[]): string | null {
  const changed = act.by === 'app' ? act.changes.flatMap((change) => changeLines(change, before, after)) : []
  const refused = refusalLines(act.refused)
  const lines = [
    ...(changed.length > 0 ? [CHANGED, ...changed] : []),
    ...(refused.length > 0 ? [REFUSED, ...refused] : []),
  ]
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
    // The message that added it is no longer in the context either.
    case 'goal-removed':
    case 'item-removed':
      return []
  }
}

function goalLines(
  { description, priority, status }: Pick<Goal, 'description' | 'priority' | 'status'>,
  was: Goal | undefined,
): string[] {
  if (status !== 'active') return was?.status === 'active' ? [`- The goal is ${status}: ${description}`] : []
  if (was?.status !== 'active') return [`- The goal is now, with ${priority} priority: ${description}`]
  return [
    ...(was.description === description ? [] : [`- The goal now reads: ${description}`]),
    ...(was.priority === priority ? [] : [`- The goal has ${priority} priority now.`]),
  ]
}

function itemLine(item: GoalItem, was: GoalItem | undefined): string {
  switch (item.kind) {
    case 'step':
      return `Step, ${item.status}: ${item.text}`
    case 'artifact':
      return `File ${item.action}: ${item.text}`
    case 'next':
      return `${item.status === 'done' ? 'Done' : 'Next'}: ${item.text}`
    case 'decision': {
      const decision = decisionText(item)
      if (item.supersededBy !== null) return `No longer holds: ${decision}`
      if (item.locked) return `Locked decision, never to be changed: ${decision}`
      return was?.kind === 'decision' && was.locked ? `No longer locked: ${decision}` : `Decided: ${decision}`
    }
  }
}

/** Kept short: the assistant's own text appears directly above. */
function refusalLines(refused: readonly Refusal[]): string[] {
  const linesFor = (what: 'lock' | 'goal', title: string) => {
    const of = refused.flatMap((refusal) => (refusal.what === what ? [refusal] : []))
    const more = of.length > NAMED ? ` and ${of.length - NAMED} more` : ''
    const names = of.slice(0, NAMED).map(({ text }) => clipped(text))
    return of[0]
      ? [`- ${title} (goal and locks may take ${of[0].freeTokens} tokens in all): ${names.join(' · ')}${more}`]
      : []
  }
  const others = refused.flatMap((refusal) => {
    if (!('kind' in refusal)) return []
    return [`- ${refusal.kind}: ${refusal.what === 'too-long' ? 'the text is too long' : 'there are too many'}`]
  })
  return [...linesFor('lock', 'Not locked'), ...linesFor('goal', 'Not taken as the goal'), ...new Set(others)]
}

const NAMED = 5
const CLIPPED = 40

function clipped(text: string): string {
  const points = Array.from(text)
  return points.length <= CLIPPED ? text : `${points.slice(0, CLIPPED).join('').trimEnd()}…`
}
