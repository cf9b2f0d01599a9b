import { createLocalJWKSet, decodeJwt, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import { isRecord } from '../domain/json/json.js'
import { DomainError } from '../domain/errors.js'
import type { Clock, Identity } from '../ports/ports.js'
import { fetchJson, IssuerFault } from './fetch-json.js'
import { grantOf, nameOf, valuesOf } from './grants.js'
import type { Metadata } from './metadata.js'
import type { Refreshed } from './refreshed.js'
import type { OidcConfig } from './settings.js'

/** Signatures that only the issuer can make. With a shared secret, each verifier could forge tokens. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
/** Seconds by which the clocks of the issuer and of this machine may differ. */
const TOLERANCE_S = 30
/** The headers of a request have 16 KiB. */
const MAX_TOKEN = 12_288
const MAX_KEYS = 100

export type KeySet = ReturnType<typeof createLocalJWKSet>

/** Reads the public keys of an issuer. Throws IssuerFault. */
export async function readKeys({ jwksUri }: Pick<Metadata, 'jwksUri'>): Promise<KeySet> {
  const { keys } = await fetchJson(jwksUri)
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_KEYS || !keys.every(isRecord))
    throw new IssuerFault(`${new URL(jwksUri).host} sent no list of 1 to ${MAX_KEYS} keys`)
  return createLocalJWKSet({ keys } as unknown as JSONWebKeySet)
}

/** Returns the issuer that a token names, '' if none; null if the text has not the form of a token. Keys of the service have not. */
export function issuerOf(credential: string): string | null {
  if (!/^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(credential)) return null
  try {
    const { iss } = decodeJwt(credential)
    return typeof iss === 'string' ? iss : ''
  } catch {
    return ''
  }
}

export interface Expected {
  keys: Refreshed<KeySet>
  issuer: string
  audience: string
  clock: Clock
}

/** Returns the claims of a token of the issuer that is valid now, for this audience. Throws unauthorized, issuer_unavailable. */
export async function verifiedClaims(token: string, { keys, issuer, audience, clock }: Expected): Promise<JWTPayload> {
  if (token.length > MAX_TOKEN)
    throw new DomainError('unauthorized', `The token has ${token.length} characters; ${MAX_TOKEN} are accepted.`)
  const verify = async (set: KeySet) => {
    const options = { issuer, audience, algorithms: ALGORITHMS, clockTolerance: TOLERANCE_S }
    const required = { requiredClaims: ['exp', 'sub'], currentDate: clock.now() }
    return (await jwtVerify(token, set, { ...options, ...required })).payload
  }
  try {
    return await verify(await keys.get()).catch(async (error: unknown) => {
      // The issuer may have a new key. Tokens with invented key ids cause at most one request per cooldown.
      const newer = error instanceof errors.JWKSNoMatchingKey ? await keys.renew() : null
      if (newer === null) throw error
      return verify(newer)
    })
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('unauthorized', `The token is not accepted: ${reasonOf(error)}.`)
  }
}

/** Returns the bearer of verified claims. Throws unauthorized, forbidden.
 * @param values roles of the bearer */
export function identityOf(
  claims: JWTPayload,
  config: OidcConfig,
  values = valuesOf(claims, config.rolesClaim),
): Identity {
  return {
    name: nameOf(claims, config),
    ...grantOf(values, config.roles),
    until: new Date((claims.exp ?? 0) * 1_000),
  }
}

/** Names the fault. Values of the token are not repeated. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'it has expired'
  if (error instanceof errors.JWTClaimValidationFailed) return `its claim ${error.claim} is missing or not as expected`
  if (error instanceof errors.JOSEAlgNotAllowed) return `its algorithm is none of ${ALGORITHMS.join(', ')}`
  if (error instanceof errors.JWKSNoMatchingKey) return 'the issuer has no such key'
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'it does not name its key'
  return 'its signature is wrong, or it is damaged'
}
