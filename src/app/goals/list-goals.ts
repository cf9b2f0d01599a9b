import type { Goal } from '../../domain/goal/goal.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../ports/ports.js'
import { readSession } from '../shared/read-session.js'

/** Returns all goals of a session in the order they were added. Throws session_not_found. [G1] */
export async function listGoals(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId }: { sessionId: string; appId: string | null },
): Promise<{ session: Session; goals: Goal[] }> {
  const session = await readSession({ store }, { sessionId, appId })
  return { session, goals: await store.goals(sessionId) }
}
