import type { Removed } from '../ports/app-port.js'
import type { Ports } from '../ports/ports.js'
import { sessionNotFound } from '../shared/read-session.js'

/** Deletes a session and its history, and returns what was removed. Only this and the retention of the app delete
 * messages. Throws session_not_found. [P1] */
export async function deleteSession(
  { store, quotas }: Pick<Ports, 'store' | 'quotas'>,
  id: string,
  appId: string | null,
): Promise<Removed> {
  const removed = await store.deleteSession(id, appId)
  if (!removed) throw sessionNotFound(id)
  if (appId !== null) quotas.changed(appId)
  return removed
}
