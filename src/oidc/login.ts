import { timingSafeEqual, hkdfSync } from 'node:crypto'
import { type JWTPayload, EncryptJWT, jwtDecrypt } from 'jose'
import { LRUCache } from 'lru-cache'
import { withoutEndSlashes } from '../domain/addresses.js'
import { DomainError } from '../domain/errors.js'
import type { BrowserLogin, Clock, Identity, Log } from '../ports/ports.js'
import { authorizationAddress, newAttempt, redeem } from './code-flow.js'
import { COOLDOWN_MS, IssuerFault, type JsonObject } from './fetch-json.js'
import { valuesOf } from './grants.js'
import type { Metadata } from './metadata.js'
import { unavailable, type Refreshed } from './refreshed.js'
import { CALLBACK, type OidcConfig } from './settings.js'
import { identityOf, verifiedClaims, type Expected } from './tokens.js'

/** Time for a person at the issuer's page. */
const ATTEMPT_MS = 600_000
const MAX_USED = 10_000

interface Needs {
  config: OidcConfig & { login: NonNullable<OidcConfig['login']> }
  metadata: Refreshed<Metadata>
  /** What a bearer token must be. */
  expected: Expected
  adminKey: string
  clock: Clock
  log: Log
}

/** Signs people in at the issuer's page. Sessions are sealed cookies, so every process knows them and none stores them. */
export function browserLogin({ config, metadata, expected, adminKey, clock, log }: Needs): BrowserLogin {
  const { login } = config
  const attempts = sealer(adminKey, 'attempt', clock)
  const sessions = sealer(adminKey, 'session', clock)
  const used = new LRUCache<string, true>({ maxSize: MAX_USED, sizeCalculation: () => 1, ttl: ATTEMPT_MS })
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  /** Returns the bearer of the tokens. The roles may be in the ID token, or only in the access token. */
  async function bearerOf(tokens: JsonObject, nonce: string): Promise<Identity> {
    if (typeof tokens.id_token !== 'string') throw refused('The issuer sent no ID token; the scopes need openid.')
    const id = await verifiedClaims(tokens.id_token, { ...expected, audience: login.clientId })
    if (!isSame(String(id.nonce), nonce) || (id.azp !== undefined && id.azp !== login.clientId))
      throw refused('The ID token belongs to another sign-in.')
    const values = valuesOf(id, config.rolesClaim)
    return identityOf(id, config, values.length > 0 ? values : await rolesBeside(tokens.access_token, id))
  }

  async function rolesBeside(accessToken: unknown, id: JWTPayload): Promise<string[]> {
    if (typeof accessToken !== 'string') return []
    // An access token that is for someone else, or no signed token, says nothing here.
    const claims = await verifiedClaims(accessToken, expected).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'unauthorized') return null
      throw error
    })
    return claims?.sub === id.sub && claims ? valuesOf(claims, config.rolesClaim) : []
  }

  return {
    redirectUri: login.redirectUri,
    dashboard: `${withoutEndSlashes(login.redirectUri.slice(0, -CALLBACK.length))}/`,
    async start() {
      const { authorizationEndpoint } = await metadata.get()
      if (authorizationEndpoint === null) throw unavailable(COOLDOWN_MS)
      const attempt = newAttempt()
      const address = authorizationAddress(authorizationEndpoint, login, attempt)
      return { address, attempt: await attempts.seal({ ...attempt }, later(ATTEMPT_MS)) }
    },
    async finish(sealed, answer) {
      const attempt = sealed === null ? null : await attempts.open(sealed)
      const state = String(attempt?.state)
      if (attempt === null || !isSame(answer.state ?? '', state))
        throw refused('This browser started no such sign-in, or more than ten minutes ago.')
      const found = await metadata.get()
      const issuer = answer.iss ?? (found.namesItself ? null : config.issuer)
      if (issuer !== config.issuer) throw refused('The answer is from another issuer.')
      if (used.has(state)) throw refused('This sign-in was finished before.')
      used.set(state, true)
      if (answer.error !== undefined || answer.code === undefined)
        throw refused(`The issuer did not sign you in${answer.error ? ` (${answer.error.slice(0, 80)})` : ''}.`)
      const tokens = await redeem(found, login, { code: answer.code, verifier: String(attempt.verifier) }).catch(
        (error: unknown) => {
          if (!(error instanceof IssuerFault)) throw error
          log.warn({ err: error }, 'issuer did not redeem a code')
          throw unavailable(1_000)
        },
      )
      if (tokens === null) throw refused('The issuer does not accept the code of this sign-in.')
      const { name, role, app } = await bearerOf(tokens, String(attempt.nonce))
      const until = later(login.sessionMs)
      return { session: await sessions.seal({ name, role, app }, until), until }
    },
    async open(sealed) {
      const claims = await sessions.open(sealed)
      if (claims === null) throw new DomainError('unauthorized', 'The session has ended; sign in again.')
      const { name, role, app = null, exp = 0 } = claims as JWTPayload & Omit<Identity, 'until'>
      return { name, role, app, until: new Date(exp * 1_000) }
    },
  }
}

function refused(message: string): DomainError {
  return new DomainError('unauthorized', `${message} Start again at the dashboard.`)
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Values that a browser keeps for us as cookies: encrypted and authenticated, so it can neither read nor change them. */
interface Sealer {
  seal(claims: JWTPayload, until: Date): Promise<string>
  /** Returns the claims of a sealed value; null if it is not ours, of another purpose, changed, or ended. */
  open(value: string): Promise<JWTPayload | null>
}

/** @param secret the admin key, which all processes share: replacing it ends every session
 * @param purpose keeps the values of one use from another */
function sealer(secret: string, purpose: string, clock: Clock): Sealer {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'palimpsest', `oidc ${purpose}`, 32))
  return {
    seal: (claims, until) =>
      new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setExpirationTime(until).encrypt(key),
    async open(value) {
      const options = {
        ...{ keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
        ...{ requiredClaims: ['exp'], currentDate: clock.now() },
      }
      return jwtDecrypt(value, key, options).then(
        ({ payload }) => payload,
        () => null,
      )
    },
  }
}
