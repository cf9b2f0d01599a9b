import type { Session } from '../../domain/session/session.js'
import { createSession, type CreateSessionInput, type CreateNeeds } from './create-session.js'

/** Opens a session, or returns the app's session with the same external id. Its other fields stay as they are: the
 * external id alone names it. Throws the errors of `createSession`. */
export async function openSession(
  ports: CreateNeeds,
  input: Omit<CreateSessionInput, 'id'>,
): Promise<{ session: Session; isNew: boolean }> {
  const { externalId, idempotency, appId } = input
  // With an Idempotency-Key the store decides: the key may have been used with another body.
  const known = externalId && !idempotency ? await ports.store.sessionByExternalId(appId, externalId) : null
  if (known) return { session: known, isNew: false }
  const id = ports.ids.make('ses')
  const session = await createSession(ports, { ...input, id })
  // Another request may have opened it meanwhile.
  return { session, isNew: session.id === id || !externalId }
}
