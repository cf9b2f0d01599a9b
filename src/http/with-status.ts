import { modelHealthIssues } from '../app/models/model-health.js'
import type { Ports } from '../app/ports/ports.js'
import { readSession } from '../app/shared/read-session.js'
import { contextStatus } from '../domain/session/status.js'
import type { Reply } from './input/json-text.js'

/** The parts of a call that name a session. */
interface OfSession {
  ports: Pick<Ports, 'store' | 'settings' | 'quotas'>
  principal: { scope: string | null }
  params: { sessionId: string }
}

/** Returns a reply about a session with its current `contextStatus`. Throws session_not_found. [B5] */
export async function withStatus(
  { ports, principal, params }: OfSession,
  reply: { [key: string]: Reply },
): Promise<{ [key: string]: Reply }> {
  const session = await readSession(ports, params.sessionId, principal.scope)
  return { ...reply, contextStatus: contextStatus(session, await modelHealthIssues(ports, session)) }
}
