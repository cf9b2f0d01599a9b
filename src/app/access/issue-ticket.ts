import type { Principal } from './principal.js'
import { hashSecret } from './keys.js'
import type { Ports } from '../../ports/ports.js'

/** Long enough to open a connection, short enough that a logged ticket is useless. */
const TICKET_LIFE_MS = 60_000
const TICKET_PREFIX = 'tic_'

/** Issues a one-use key for the URL of a WebSocket or SSE connection, with the rights of the caller.
 * It ends with the secret that created it.
 * Browsers cannot set a header there, and a real key in a URL ends up in logs. */
export async function issueTicket(
  { store, ids, clock }: Pick<Ports, 'store' | 'ids' | 'clock'>,
  principal: Principal,
): Promise<{ ticket: string; expiresAt: Date }> {
  // A ticket of a token ends its streams with the token. The store has the hash of the whole text, so the end cannot be changed.
  const end = principal.until ? `.${principal.until.getTime()}` : ''
  const ticket = TICKET_PREFIX + ids.secret() + end
  const expiresAt = new Date(clock.now().getTime() + TICKET_LIFE_MS)
  const { credential } = principal
  // An admin acting as one app gets a ticket for that app only, not for the events of all apps.
  const role = principal.role === 'admin' && principal.scope !== null ? 'app' : principal.role
  await store.insertTicket(hashSecret(ticket), { appId: principal.home, role, credential }, expiresAt)
  return { ticket, expiresAt }
}

/** Returns when what a redeemed ticket opens must end; null: with its key. */
export function endOfTicket(ticket: string): Date | null {
  const end = /\.(\d{1,15})$/.exec(ticket)?.[1]
  return end === undefined ? null : new Date(Number(end))
}
