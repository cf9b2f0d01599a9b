import { isLoopback } from '../domain/addresses.js'
/** One row of the table of roles: a value of the claim, and what its bearer may do. */
export interface RoleRow {
  value: string
  role: 'admin' | 'app' | 'viewer'
  /** Id or name of the app; null for an admin. */
  app: string | null
}

export interface OidcConfig {
  /** Exactly as the issuer writes it in its tokens. */
  issuer: string
  /** The `aud` that a bearer token must have. */
  audience: string
  /** Member of the token whose values the table of roles names; dots lead into objects. */
  rolesClaim: string
  /** The first row that matches decides. */
  roles: readonly RoleRow[]
  /** Member of the token that names its bearer in the audit log. */
  nameClaim: string
  /** Sign-in of browsers; null: only bearer tokens are accepted. */
  login: {
    clientId: string
    /** null: a public client. PKCE protects it. */
    clientSecret: string | null
    /** Registered at the issuer; its path ends in /oidc/callback. */
    redirectUri: string
    scopes: string
    sessionMs: number
  } | null
}

/** End of the path of every redirect URI. */
export const CALLBACK = '/oidc/callback'

/** Whether what is sent to an address cannot be read on the way. */
export function isSafeAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') return true
  return protocol === 'http:' && isLoopback(hostname)
}
