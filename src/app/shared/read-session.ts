import { DomainError } from '../../domain/errors.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../ports/ports.js'

/** Throws session_not_found when there is none, or when it belongs to another app (`appId` null: any). [P11] */
export async function readSession({ store }: Pick<Ports, 'store'>, id: string, appId: string | null): Promise<Session> {
  const session = await store.session(id, appId)
  if (!session) throw sessionNotFound(id)
  return session
}

export function sessionNotFound(id: string): DomainError {
  return new DomainError('session_not_found', `There is no session ${id}.`, { sessionId: id })
}

/** Throws not_found for a thing of a session that is not there. */
export function required<T>(found: T | null, what: string, id: string): T {
  if (found === null) throw new DomainError('not_found', `There is no ${what} ${id}.`, { id })
  return found
}
