import type { Ports } from '../ports/ports.js'
import { sessionNotFound } from '../shared/read-session.js'

/** Removes a session with its whole history; the one act that loses messages. Throws session_not_found. [P1] */
export async function deleteSession({ store }: Pick<Ports, 'store'>, id: string, appId: string | null): Promise<void> {
  if (!(await store.deleteSession(id, appId))) throw sessionNotFound(id)
}
