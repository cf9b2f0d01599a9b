import type { Ports } from '../ports/ports.js'
import { sessionNotFound } from '../shared/read-session.js'

/** Deletes a session and its history. No other operation deletes messages. Throws session_not_found. [P1] */
export async function deleteSession({ store }: Pick<Ports, 'store'>, id: string, appId: string | null): Promise<void> {
  if (!(await store.deleteSession(id, appId))) throw sessionNotFound(id)
}
