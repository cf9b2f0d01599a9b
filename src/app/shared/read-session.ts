import { DomainError } from '../../domain/errors.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'

/** Returns a session. Throws session_not_found if it is unknown or belongs to another app. [P11]
 * @param appId null: any app */
export async function readSession(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId }: SessionAddress,
): Promise<Session> {
  const session = await store.session(sessionId, appId)
  if (!session) throw sessionNotFound(sessionId)
  return session
}

export function sessionNotFound(id: string): DomainError {
  return new DomainError('session_not_found', `Session ${id} not found.`, { sessionId: id })
}

/** Returns the record, or throws not_found if it is null.
 * @param what names the kind of record in the error, such as "checkpoint" */
export function required<T>(found: T | null, what: string, id: string): T {
  if (found === null) throw new DomainError('not_found', `No ${what} with id ${id}.`, { id })
  return found
}
