import type { KeyRole } from './key-port.js'

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
