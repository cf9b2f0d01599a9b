import { statusOf } from '../app/models/model-health.js'
import type { Ports, SessionAddress } from '../ports/ports.js'
import { readSession } from '../app/shared/read-session.js'
import type { Reply } from './input/json-text.js'

/** Returns a reply about a session with its current `contextStatus`. Throws session_not_found. [B5] */
export async function withStatus(
  ports: Pick<Ports, 'store' | 'settings' | 'quotas'>,
  at: SessionAddress,
  reply: { [key: string]: Reply },
): Promise<{ [key: string]: Reply }> {
  return { ...reply, contextStatus: await statusOf(ports, await readSession(ports, at)) }
}
