import type { Goal } from '../../domain/goal/goal.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { readSession } from '../shared/read-session.js'

/** Returns all goals of a session in the order they were added. Throws session_not_found. [G1] */
export async function listGoals(
  ports: Pick<Ports, 'store'>,
  at: SessionAddress,
): Promise<{ session: Session; goals: Goal[] }> {
  const session = await readSession(ports, at)
  return { session, goals: await ports.store.goals(session.id) }
}
