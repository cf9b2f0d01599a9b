import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../../domain/errors.js'
import { DEFAULT_APP_ID, hashSecret, requireApp } from './keys.js'
import type { Key, KeyRole, Ports } from '../ports/ports.js'

/** The authenticated caller, with the role and the sessions it can access. */
export interface Principal {
  /** Stable name for rate limits and logs: the key's id, `admin`, `ticket:<app>`, or `local`. */
  name: string
  role: KeyRole
  /** The app whose sessions are visible; null: all apps (admin). [P11] */
  scope: string | null
  /** The app that owns new sessions. */
  home: string
}

/** Principal of a public request. It can read and write nothing. */
export const ANONYMOUS: Principal = { name: 'anonymous', role: 'viewer', scope: '', home: '' }
/** Principal of every request when authentication is off. */
export const LOCAL_ADMIN: Principal = { name: 'local', role: 'admin', scope: null, home: DEFAULT_APP_ID }

const RANK: Record<KeyRole, number> = { viewer: 0, app: 1, admin: 2 }
/** Lifetime of a cached lookup. A key deleted on another daemon works at most this much longer. */
const LOOKUP_TTL_MS = 5_000
const MAX_LOOKUPS = 10_000

export interface Keyring {
  /** Returns the principal of a key. Throws unauthorized if the key is missing, unknown, or deleted. */
  byKey(secret: string | null): Promise<Principal>
  /** Redeems a ticket and returns its principal. Throws unauthorized if it is unknown, used, or expired. */
  byTicket(secret: string): Promise<Principal>
  /** Drops all cached lookups. Call after this daemon deleted a key. */
  forget(): void
}

export function createKeyring(ports: Pick<Ports, 'store' | 'clock'>, adminKey: string): Keyring {
  const lookups = new LRUCache<string, Key>({ max: MAX_LOOKUPS, ttl: LOOKUP_TTL_MS })
  const adminHash = Buffer.from(hashSecret(adminKey))
  return {
    async byKey(secret) {
      if (secret === null) throw unauthorized('API key missing; send "Authorization: Bearer <key>".')
      const hash = hashSecret(secret)
      // Compare hashes of equal length in constant time, so that the duration does not leak the key.
      if (timingSafeEqual(Buffer.from(hash), adminHash)) return { ...LOCAL_ADMIN, name: 'admin' }
      const key = lookups.get(hash) ?? (await ports.store.keyByHash(hash))
      if (!key) throw unauthorized('Unknown API key.')
      lookups.set(hash, key, { ttl: lookups.getRemainingTTL(hash) || LOOKUP_TTL_MS })
      return principalOf(key.id, key.appId, key.role)
    },
    async byTicket(secret) {
      const ticket = await ports.store.takeTicket(hashSecret(secret), ports.clock.now())
      if (!ticket) throw unauthorized('The ticket is unknown, used, or expired; request a new one.')
      // Named by its app, so that all tickets of one app share one rate limit.
      return principalOf(`ticket:${ticket.appId}`, ticket.appId, ticket.role)
    },
    forget: () => lookups.clear(),
  }
}

/** Limits a principal to one app. An admin may act as any app, other roles only as their own.
 * Throws forbidden, and not_found for an unknown app. */
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

/** Throws forbidden if the principal's role is lower than `role`. */
export function requireRole(principal: Principal, role: KeyRole): void {
  if (RANK[principal.role] >= RANK[role]) return
  throw new DomainError('forbidden', `Role ${role} required; the key has role ${principal.role}.`, {
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
