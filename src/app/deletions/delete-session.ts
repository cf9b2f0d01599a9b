import type { Removed } from '../../ports/app-port.js'
import type { Ports } from '../../ports/ports.js'
import { auditEntry } from '../shared/audit-entry.js'
import { sessionNotFound } from '../shared/read-session.js'
import { forgetQuotes } from '../standing/delete.js'

/** Milliseconds for which a request looks for quotes. Workers do the rest. */
const INLINE_MS = 5_000

/** Deletes a session and its history, takes what others recalled from it out of them, and returns what was removed of it. Only this and
 * the retention of the app delete messages. Throws session_not_found. [P1] [M11] */
export async function deleteSession(
  ports: Pick<Ports, 'store' | 'quotas' | 'ids' | 'clock' | 'actor' | 'tokenizer' | 'log'>,
  id: string,
  appId: string | null,
): Promise<Removed> {
  const session = await ports.store.session(id, appId)
  const audit = auditEntry(ports, { action: 'session-deleted', appId, target: id })
  const removed = session && (await ports.store.deleteSession(id, appId, { audit }))
  if (!removed) throw sessionNotFound(id)
  if (appId !== null) ports.quotas.changed(appId)
  try {
    await forgetQuotes(ports, { appId: session.appId, sourceId: id }, AbortSignal.timeout(INLINE_MS))
  } catch (error) {
    // The session is deleted and noted, so workers end it.
    ports.log.warn(
      { err: error, sessionId: id },
      'words recalled from a deleted session not taken out; workers go on with it',
    )
  }
  return removed
}
