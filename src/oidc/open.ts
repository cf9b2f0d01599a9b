import type { Clock, IdentityProvider, Log } from '../ports/ports.js'
import { browserLogin } from './login.js'
import { readMetadata } from './metadata.js'
import { refreshed } from './refreshed.js'
import type { OidcConfig } from './settings.js'
import { identityOf, issuerOf, readKeys, verifiedClaims } from './tokens.js'

/** Opens the issuer of a configuration. Sends nothing before the first token or sign-in.
 * @param adminKey seals the sessions of browsers
 * @param cooldownMs between two requests for one document. Default: 30,000 */
export function openOidc(
  config: OidcConfig,
  { adminKey, clock, log, cooldownMs }: { adminKey: string; clock: Clock; log: Log; cooldownMs?: number },
): IdentityProvider {
  const times = { clock, log, ...(cooldownMs !== undefined && { cooldownMs }) }
  const metadata = refreshed(() => readMetadata(config.issuer), times)
  const keys = refreshed(async () => readKeys(await metadata.get()), times)
  const expected = { keys, issuer: config.issuer, audience: config.audience, clock }
  const { login } = config
  return {
    kindOf(credential) {
      const issuer = issuerOf(credential)
      return issuer === null ? null : issuer === config.issuer ? 'ours' : 'other'
    },
    verify: async (token) => identityOf(await verifiedClaims(token, expected), config),
    login: login && browserLogin({ config: { ...config, login }, metadata, expected, adminKey, clock, log }),
  }
}
