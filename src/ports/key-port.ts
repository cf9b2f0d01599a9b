import type { Page } from './store-records.js'

/** Apps, their keys, one-use tickets, and identities of an issuer. */

export interface App {
  id: string
  name: string
  createdAt: Date
}

export type KeyRole = 'admin' | 'app' | 'viewer'
export interface Key {
  id: string
  appId: string
  role: KeyRole
  createdAt: Date
  /** When a request last used it, about a minute exact; null: never. */
  lastUsedAt: Date | null
  /** Until when the secret before the last rotation is valid too; null: it is not. */
  previousSecretUntil: Date | null
}
export type NewKey = Pick<Key, 'id' | 'appId' | 'role' | 'createdAt'>

/** One secret of a key. Each rotation starts the next generation. */
export interface Credential {
  keyId: string
  generation: number
}

/** A key found by one of its secrets. */
export interface FoundKey extends Pick<Key, 'id' | 'appId' | 'role'> {
  generation: number
  /** Milliseconds until this secret ends; null: it has no end. */
  validMs: number | null
}

/** A one-use key for the query string of a WebSocket or SSE URL. */
export interface Ticket {
  appId: string
  role: KeyRole
  /** Secret that created it; null: one that is not in the store. The ticket ends with it. */
  credential: Credential | null
}

/** The secrets of a key that are valid now. */
export interface ValidSecrets {
  generation: number
  /** Milliseconds for which the previous generation is valid too; 0: it is not. */
  previousMs: number
}

export interface KeyStore {
  insertApp(app: App, audit?: AuditEntry): Promise<void>
  apps(page: Page): Promise<App[]>
  /** An app that is being deleted counts as deleted. */
  app(id: string): Promise<App | null>
  /** Returns the app with this id first, then those with this name; at most three. */
  appsCalled(idOrName: string): Promise<App[]>
  insertKey(key: NewKey, hash: string, audit?: AuditEntry): Promise<void>
  keys(appId: string | null, page: Page): Promise<Key[]>
  /** Returns false for an unknown key. Wakes `onKeysChanged` in all processes. The entry gets the app of the key. */
  deleteKey(id: string, audit?: AuditEntry): Promise<boolean>
  /** Replaces the secret. The one before stays valid for `graceSeconds`, any older one ends. Returns null for an unknown
   * key. Wakes `onKeysChanged` in all processes. */
  rotateKey(id: string, hash: string, graceSeconds: number, audit?: AuditEntry): Promise<Key | null>
  keyByHash(hash: string): Promise<FoundKey | null>
  /** Returns the valid secrets of those of the keys that exist. */
  validSecrets(keyIds: readonly string[]): Promise<ReadonlyMap<string, ValidSecrets>>
  /** Records that a key was used, at most once a minute. */
  noteKeyUse(id: string): Promise<void>
  /** Calls `changed` when a key may have been deleted or rotated, by any process. Returns a function that unsubscribes. */
  onKeysChanged(changed: () => void): () => void
  insertTicket(hash: string, ticket: Ticket, expiresAt: Date): Promise<void>
  /** Redeems a ticket and returns it; null if unknown, used, expired, or of a secret that has ended. */
  takeTicket(hash: string, now: Date): Promise<Ticket | null>
}

/** Who caused a change. */
export interface Actor {
  /** Id of the key, `admin` for the admin key, `ticket:<app>`, `local` without authentication, or `service` for work of its own. */
  key: string
  role: KeyRole
  /** Remote address of the connection; null: none. Behind a proxy, that of the proxy. */
  address: string | null
  /** What the proxy says about the client (`X-Forwarded-For`). A client without a proxy can write anything there. */
  forwardedFor: string | null
  requestId: string | null
}

export const AUDIT_ACTIONS = [
  'app-created',
  'app-updated',
  'app-deleted',
  'key-created',
  'key-rotated',
  'key-deleted',
  'session-updated',
  'session-deleted',
  'snapshot-restored',
  'standing-deleted',
  'scope-deleted',
  'deletion-started',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** One act, written in the transaction that changes what it names. It contains no secret and no conversation text. */
export interface AuditEntry {
  id: string
  at: Date
  action: AuditAction
  actor: Actor
  appId: string | null
  /** Id of what was changed; of a name that people chose, its SHA-256. */
  target: string
  /** Names and numbers of the change. */
  details: Readonly<Record<string, unknown>>
}

export interface AuditStore {
  /** Returns entries, newest first. */
  auditLog(page: Page & { appId?: string; action?: AuditAction; key?: string }): Promise<AuditEntry[]>
  /** Deletes entries older than `before`, and the oldest beyond `keep`, at most `limit`. Returns how many. */
  trimAuditLog(before: Date, keep: number, limit: number): Promise<number>
}

/** People and programs whom an OpenID Connect issuer vouches for, beside the keys of the service. */

/** The bearer of a valid token or session of the dashboard. */
export interface Identity {
  /** `oidc:` and the subject. Names the caller in the audit log and in rate limits. */
  name: string
  role: KeyRole
  /** Id or name of the app whose sessions are visible; null for an admin. */
  app: string | null
  /** When the token or the session ends. */
  until: Date
}

export interface IdentityProvider {
  /** Returns whether a bearer credential has the form of a token that names our issuer, or another; null: it is no token.
   * Nothing is verified. */
  kindOf(credential: string): 'ours' | 'other' | null
  /** Returns the bearer of a token. Throws unauthorized, forbidden, issuer_unavailable. */
  verify(token: string): Promise<Identity>
  /** Sign-in of browsers; null: only tokens are accepted. */
  login: BrowserLogin | null
}

/** Authorization code flow with PKCE. What a browser keeps between its steps is sealed: it cannot read or change it. */
export interface BrowserLogin {
  /** The exact redirect URI, as the issuer knows it. */
  redirectUri: string
  /** The folder of the dashboard, where a sign-in ends. */
  dashboard: string
  /** Returns the address of the issuer's page, and what the browser brings back. Throws issuer_unavailable. */
  start(): Promise<{ address: string; attempt: string }>
  /** Redeems the code of the issuer's answer.
   * Throws unauthorized for a wrong, used or late answer, forbidden for a person without a role, issuer_unavailable.
   * @param attempt the value that `start` returned to the same browser; null: it has none */
  finish(attempt: string | null, answer: Readonly<Record<string, string>>): Promise<{ session: string; until: Date }>
  /** Returns the person of a session. Throws unauthorized if it is no session of ours, or ended. */
  open(session: string): Promise<Identity>
}
