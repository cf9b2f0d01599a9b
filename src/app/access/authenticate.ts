import { timingSafeEqual } from 'node:crypto'
import { DomainError } from '../../domain/errors.js'
import { identities } from './identities.js'
import { endOfTicket } from './issue-ticket.js'
import { DEFAULT_APP_ID, hashSecret, requireAppCalled } from './keys.js'
import type { FoundKey, Identity, IdentityProvider, KeyRole, Ports, Ticket } from '../../ports/ports.js'
import type { Principal } from './principal.js'
import { recentEntries } from '../shared/recent.js'

export type { Principal }

/** Principal of a public request. It can read and write nothing. */
export const ANONYMOUS: Principal = { name: 'anonymous', role: 'viewer', scope: '', home: '', credential: null }
/** Principal of every request when authentication is off. */
export const LOCAL_ADMIN: Principal = {
  ...{ name: 'local', role: 'admin', scope: null, home: DEFAULT_APP_ID },
  credential: null,
}

const RANK: Record<KeyRole, number> = { viewer: 0, app: 1, admin: 2 }
/** Time for which a check of a key is trusted. If a wake-up is lost, a key that another process deleted works this much
 * longer. */
export const KEY_CHECK_MS = 5_000
const MAX_LOOKUPS = 10_000
/** Milliseconds between two notes of the use of a key. */
const NOTE_USE_MS = 60_000

export interface Keyring {
  /** Returns the principal of a key. Throws unauthorized if the key is missing, unknown, or deleted. */
  byKey(secret: string | null): Promise<Principal>
  /** Returns the principal of someone whom the issuer vouches for. Throws forbidden if the app of the role does not exist. */
  byIdentity(identity: Identity): Promise<Principal>
  /** Whether a credential is a token of our issuer, valid or not. */
  isOurToken(secret: string): boolean
  /** Redeems a ticket and returns its principal. Throws unauthorized if it is unknown, used, or expired. */
  byTicket(secret: string): Promise<Principal>
}

/** Returns the keyring of this process. It remembers the lookups of keys for `checkMs`, and forgets them when any process changes
 * keys. */
export function createKeyring(
  ports: Pick<Ports, 'store' | 'clock' | 'log'>,
  { adminKey, checkMs, issuer }: { adminKey: string; checkMs: number; issuer: IdentityProvider | null },
): Keyring {
  const { store, clock } = ports
  const { byIdentity, byToken } = identities(ports, { issuer, checkMs })
  const lookups = recentEntries<FoundKey>(MAX_LOOKUPS, checkMs)
  const adminHash = Buffer.from(hashSecret(adminKey))
  /** Grows with every change of keys. A lookup that began before a change is not cached. */
  let changes = 0
  store.onKeysChanged(() => {
    changes += 1
    lookups.clear()
  })
  const find = async (hash: string): Promise<FoundKey> => {
    const known = lookups.get(hash)
    if (known) return known
    const before = changes
    const key = await store.keyByHash(hash)
    if (!key) throw unauthorized('Unknown API key.')
    const ttl = Math.min(checkMs, Math.floor(key.validMs ?? checkMs))
    if (changes === before && ttl > 0) lookups.set(hash, key, { ttl })
    return key
  }
  const noteUse = useNotes(ports)
  return {
    async byKey(secret) {
      if (secret === null)
        throw unauthorized(
          'API key missing; send "Authorization: Bearer <key>". Clients of Palimpsest read it from PALIMPSEST_KEY.',
        )
      const hash = hashSecret(secret)
      // Compare hashes of equal length in constant time, so that the duration does not leak the key.
      if (timingSafeEqual(Buffer.from(hash), adminHash)) return { ...LOCAL_ADMIN, name: 'admin' }
      // Never looked up as a key, and a key is never taken for a token.
      const kind = issuer?.kindOf(secret) ?? null
      if (kind !== null) return byToken(secret, kind)
      const { id: keyId, appId, role, generation } = await find(hash)
      noteUse(keyId)
      return principalOf(keyId, { appId, role, credential: { keyId, generation } })
    },
    async byTicket(secret) {
      const ticket = await store.takeTicket(hashSecret(secret), clock.now())
      if (!ticket) throw unauthorized('The ticket is unknown, used, or expired; request a new one.')
      const until = endOfTicket(secret)
      // Named by its app, so that all tickets of one app share one rate limit.
      return { ...principalOf(`ticket:${ticket.appId}`, ticket), ...(until && { until }) }
    },
    byIdentity,
    isOurToken: (secret) => issuer?.kindOf(secret) === 'ours',
  }
}

/** Returns a function that records the use of a key, without waiting and at most once a minute per process. */
function useNotes({ store, clock, log }: Pick<Ports, 'store' | 'clock' | 'log'>): (keyId: string) => void {
  const noted = recentEntries<number>(MAX_LOOKUPS)
  return (keyId) => {
    const nowMs = clock.monotonicMs()
    const last = noted.get(keyId)
    if (last !== undefined && nowMs - last < NOTE_USE_MS) return
    noted.set(keyId, nowMs)
    store.noteKeyUse(keyId).catch((error: unknown) => log.debug({ err: error }, 'use of a key was not recorded'))
  }
}

/** Limits a principal to one app. An admin may act as any app, other roles only as their own.
 * Throws forbidden, and not_found for an unknown app.
 * @param app id, or a name that only one app has */
export async function actAs(ports: Pick<Ports, 'store'>, principal: Principal, app: string | null): Promise<Principal> {
  if (app === null || app === principal.scope) return principal
  if (principal.role !== 'admin') throw new DomainError('forbidden', 'Only an admin key may act as another app.')
  const { id } = await requireAppCalled(ports, app)
  return { ...principal, scope: id, home: id }
}

/** Throws forbidden if the principal's role is lower than `role`. */
export function requireRole(principal: Principal, role: KeyRole): void {
  if (RANK[principal.role] >= RANK[role]) return
  throw new DomainError('forbidden', `Role ${role} required; the key has role ${principal.role}.`, {
    role: principal.role,
    needed: role,
  })
}

function principalOf(name: string, { appId, role, credential }: Ticket): Principal {
  return { name, role, scope: role === 'admin' ? null : appId, home: appId, credential }
}

function unauthorized(message: string): DomainError {
  return new DomainError('unauthorized', message)
}
