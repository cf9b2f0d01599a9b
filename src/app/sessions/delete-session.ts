import type { Removed } from '../../ports/app-port.js'
import type { Ports } from '../../ports/ports.js'
import { auditEntry } from '../shared/audit-entry.js'
import { sessionNotFound } from '../shared/read-session.js'

/** Deletes a session and its history, and returns what was removed. Only this and the retention of the app delete
 * messages. Throws session_not_found. [P1] */
export async function deleteSession(
  ports: Pick<Ports, 'store' | 'quotas' | 'ids' | 'clock' | 'actor'>,
  id: string,
  appId: string | null,
): Promise<Removed> {
  const audit = auditEntry(ports, { action: 'session-deleted', appId, target: id })
  const removed = await ports.store.deleteSession(id, appId, { audit })
  if (!removed) throw sessionNotFound(id)
  if (appId !== null) ports.quotas.changed(appId)
  return removed
}
