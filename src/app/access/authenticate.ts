import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../../domain/errors.js'
import { DEFAULT_APP_ID, hashSecret, requireApp } from './keys.js'
import type { Key, KeyRole, Ports } from '../ports/ports.js'

/** Who is asking, and what of the store he may see. */
export interface Principal {
  /** Stable name for limits and logs: the key's id, `admin`, `ticket:<app>`, `local`. */
  name: string
  role: KeyRole
  /** The one app whose sessions are visible; null: every app's (admin). [P11] */
  scope: string | null
  /** The app that new sessions belong to. */
  home: string
}

/** A public request: sees nothing, writes nothing. */
export const NOBODY: Principal = { name: 'nobody', role: 'viewer', scope: '', home: '' }
/** With authentication off everyone on this machine is the admin. */
export const LOCAL_ADMIN: Principal = { name: 'local', role: 'admin', scope: null, home: DEFAULT_APP_ID }

const RANK: Record<KeyRole, number> = { viewer: 0, app: 1, admin: 2 }
/** How long a look-up is believed: a key deleted on another daemon works at most this much longer. */
const LOOKUP_TTL_MS = 5_000
const LOOKUPS_KEPT = 10_000

export interface Keyring {
  /** Throws unauthorized for a key that is missing, wrong or deleted. */
  byKey(secret: string | null): Promise<Principal>
  /** Gives a ticket's principal once; throws unauthorized. */
  byTicket(secret: string): Promise<Principal>
  /** A key was deleted here: believe no look-up made before. */
  forget(): void
}

export function createKeyring(ports: Pick<Ports, 'store' | 'clock'>, adminKey: string): Keyring {
  const found = new LRUCache<string, Key>({ max: LOOKUPS_KEPT, ttl: LOOKUP_TTL_MS })
  const adminHash = Buffer.from(hashSecret(adminKey))
  return {
    async byKey(secret) {
      if (secret === null) throw unauthorized('A key is needed: Authorization: Bearer <key>.')
      const hash = hashSecret(secret)
      // Hashes of one length, compared in constant time: how long it takes tells nothing of the key.
      if (timingSafeEqual(Buffer.from(hash), adminHash)) return { ...LOCAL_ADMIN, name: 'admin' }
      const key = found.get(hash) ?? (await ports.store.keyByHash(hash))
      if (!key) throw unauthorized('This key is not known.')
      found.set(hash, key, { ttl: found.getRemainingTTL(hash) || LOOKUP_TTL_MS })
      return principalOf(key.id, key.appId, key.role)
    },
    async byTicket(secret) {
      const ticket = await ports.store.takeTicket(hashSecret(secret), ports.clock.now())
      if (!ticket) throw unauthorized('This ticket is unknown, used or expired.')
      // Named by its app: the tickets of one app share a limit, and no other app's.
      return principalOf(`ticket:${ticket.appId}`, ticket.appId, ticket.role)
    },
    forget: () => found.clear(),
  }
}

/** An admin may act as any one app, others only as their own. Throws not_found, forbidden. */
export async function actAs(
  ports: Pick<Ports, 'store'>,
  principal: Principal,
  appId: string | null,
): Promise<Principal> {
  if (appId === null || appId === principal.scope) return principal
  if (principal.role !== 'admin') throw new DomainError('forbidden', 'Only an admin key may act as another app.')
  const app = await requireApp(ports, appId)
  return { ...principal, scope: app.id, home: app.id }
}

/** Throws forbidden. */
export function requireRole(principal: Principal, role: KeyRole): void {
  if (RANK[principal.role] >= RANK[role]) return
  throw new DomainError('forbidden', `This needs the role ${role}; the key has the role ${principal.role}.`, {
    role: principal.role,
    needed: role,
  })
}

function principalOf(name: string, appId: string, role: KeyRole): Principal {
  return { name, role, scope: role === 'admin' ? null : appId, home: appId }
}

function unauthorized(message: string): DomainError {
  return new DomainError('unauthorized', message)
}
