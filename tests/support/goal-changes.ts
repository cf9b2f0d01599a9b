/** Changes to goals and pins while a log is played. The same numbers give the same changes. */
import { addGoal } from '../../src/app/goals/add-goal.js'
import { pinMessage } from '../../src/app/history/pin-message.js'
import type { Ports } from '../../src/ports/ports.js'
import { addGoalItem, updateGoal } from '../../src/app/goals/update-goal.js'
import { DomainError } from '../../src/domain/errors.js'
import { activeGoal } from '../../src/domain/goal/goal.js'
import type { ItemInput } from '../../src/domain/goal/item.js'

interface Place {
  appId: null
  sessionId: string
}

/** Makes one change. Returns the text that every later context must contain. */
export async function changeSomething(ports: Ports, at: Place, n: number): Promise<string[]> {
  const goals = await ports.store.goals(at.sessionId)
  const active = activeGoal(goals)
  const act = active ? n % 9 : 0
  const item = (input: ItemInput) => addGoalItem(ports, { ...at, goalId: active!.id, item: input })
  try {
    switch (act) {
      case 0:
        await addGoal(ports, {
          ...at,
          goal: { description: `Goal ${n} of this work`, priority: n % 2 === 0 ? 'high' : 'low' },
        })
        return []
      case 1:
        await item({ kind: 'decision', text: `Locked rule ${n}: keep what was said`, locked: true })
        return [`Locked rule ${n}: keep what was said`]
      case 2:
      case 3:
        await item({ kind: 'step', text: `step ${n}`, status: 'in-progress' })
        return []
      case 4:
        await item({ kind: 'step', text: `step ${n - 2}`, status: 'completed' })
        return []
      case 5:
        await item({ kind: 'next', text: `look at ${n} again` })
        return []
      case 6:
        await updateGoal(ports, { ...at, goalId: active!.id, patch: { status: n % 4 === 0 ? 'completed' : 'paused' } })
        return []
      default:
        await togglePin(ports, at, act === 7)
        return []
    }
  } catch (error) {
    if (error instanceof DomainError && REFUSALS.has(error.code)) return []
    throw error
  }
}

/** Error codes of rejected changes, which must change nothing. */
const REFUSALS = new Set(['goal_exceeds_budget', 'message_not_in_context', 'message_exceeds_window'])

/** Pins the newest message, or unpins all pinned messages. */
async function togglePin(ports: Ports, at: Place, pinned: boolean): Promise<void> {
  if (pinned) {
    const { lastSeq } = (await ports.store.session(at.sessionId, null))!
    await pinMessage(ports, { ...at, seq: lastSeq, pinned })
    return
  }
  for (const state of await ports.store.states(at.sessionId))
    if (state.pinned) await pinMessage(ports, { ...at, seq: state.seq, pinned: false })
}
