/** Applies the markers of one message to the goals. Markers change the active goal; without one, only `[GOAL]` has an
 * effect. The text of a locked decision never changes. [G3] */
import { applyAct, type GoalChange, type Refusal } from './act.js'
import { activeGoal, GOALS_MAX, ITEMS_MAX, textKey, type Goal } from './goal.js'
import { putItem, type ItemInput } from './item.js'
import type { Marker } from './markers.js'

export interface MarkerRules {
  seq: number
  at: Date
  newId(kind: 'goal' | 'itm'): string
  /** Returns the tokens of goal and locks, the free tokens, and whether they fit permanently. */
  freeTokens(goals: readonly Goal[]): { tokens: number; freeTokens: number; fits: boolean }
}

interface Outcome {
  changes: GoalChange[]
  refused: Refusal[]
}

/** Returns the changes that the markers of one message make to goals, and the markers refused.
 * @param beyond markers that the message has over the limit */
export function followMarkers(
  goals: readonly Goal[],
  { markers, beyond }: { markers: readonly Marker[]; beyond: number },
  rules: MarkerRules,
): Outcome {
  const outcome: Outcome = { changes: [], refused: [] }
  let now = goals
  for (const marker of markers) {
    const { changes, refused } = followOne(now, marker, rules)
    if (changes.length > 0) now = applyAct(now, { changes, at: rules.at })
    outcome.changes.push(...changes)
    outcome.refused.push(...refused)
  }
  if (beyond > 0 && activeGoal(now)) outcome.refused.push({ what: 'too-many', kind: 'marker' })
  return outcome
}

function followOne(goals: readonly Goal[], marker: Marker, rules: MarkerRules): Outcome {
  if (marker.kind === 'goal') return setGoal(goals, marker.text, rules)
  const active = activeGoal(goals)
  if (marker.kind === 'too-long')
    return active || marker.of === 'goal' ? refuse({ what: 'too-long', kind: marker.of }) : NOTHING
  if (!active || isOver(active, marker)) return NOTHING
  if (active.items.length >= ITEMS_MAX) return refuse({ what: 'too-many', kind: marker.kind })
  const put = (item: ItemInput) => putItem(active, item, { id: rules.newId('itm'), seq: rules.seq }).changes
  const changes = put(marker)
  if (marker.kind !== 'decision' || !marker.locked || changes.length === 0) return { changes, refused: [] }
  const { fits, tokens, freeTokens } = rules.freeTokens(applyAct(goals, { changes, at: rules.at }))
  if (fits) return { changes, refused: [] }
  // Keeps the decision without the lock. A note informs the assistant.
  return {
    changes: put({ ...marker, locked: false }),
    refused: [{ what: 'lock', text: marker.text, tokens, freeTokens }],
  }
}

/** Activates the goal with that text and pauses the previous goal. Repeating the active goal has no effect. */
function setGoal(goals: readonly Goal[], text: string, rules: MarkerRules): Outcome {
  const key = textKey(text)
  const known = goals.findLast(({ description }) => textKey(description) === key)
  if (known?.status === 'active') return NOTHING
  if (!known && goals.length >= GOALS_MAX) return refuse({ what: 'too-many', kind: 'goal' })
  const change: GoalChange = known
    ? {
        type: 'goal-changed',
        goal: { id: known.id, description: known.description, priority: known.priority, status: 'active' },
      }
    : { type: 'goal-added', goal: { id: rules.newId('goal'), description: text, priority: 'medium', status: 'active' } }
  const { fits, tokens, freeTokens } = rules.freeTokens(applyAct(goals, { changes: [change], at: rules.at }))
  return fits ? { changes: [change], refused: [] } : refuse({ what: 'goal', text, tokens, freeTokens })
}

/** Whether a next step is already recorded, or its step is completed. */
function isOver({ items }: Goal, marker: Exclude<Marker, { kind: 'goal' | 'too-long' }>): boolean {
  if (marker.kind !== 'next') return false
  const key = textKey(marker.text)
  return items.some(
    (item) =>
      (item.kind === 'next' || (item.kind === 'step' && item.status === 'completed')) && textKey(item.text) === key,
  )
}

const NOTHING: Outcome = { changes: [], refused: [] }

function refuse(refusal: Refusal): Outcome {
  return { changes: [], refused: [refusal] }
}
