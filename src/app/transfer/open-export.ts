import type { OpenArchive, Ports, SessionAddress } from '../ports/ports.js'
import { sessionNotFound } from '../shared/read-session.js'

/** Opens a session as of this moment, to be read page by page. Throws session_not_found. [R6] */
export async function openExport(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId }: SessionAddress,
): Promise<OpenArchive> {
  const archive = await store.openArchive(sessionId, appId)
  if (!archive) throw sessionNotFound(sessionId)
  return archive
}
