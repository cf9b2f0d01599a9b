import type { Credential, KeyRole } from '../../ports/ports.js'

/** The authenticated caller, with the role and the sessions it can access. */
export interface Principal {
  /** Stable name for rate limits and logs: the key's id, `admin`, `ticket:<app>`, `oidc:<subject>`, or `local`. */
  name: string
  role: KeyRole
  /** The app whose sessions are visible; null: all apps (admin). [P11] */
  scope: string | null
  /** The app that owns new sessions. */
  home: string
  /** The secret of a stored key that admitted the caller, also through a ticket; null: none, so it never ends. */
  credential: Credential | null
  /** When the token or session that admitted the caller ends; absent: it has no end of its own. */
  until?: Date
}
