import { withoutLast } from '../domain/signs.js'
import { fetchJson, IssuerFault, type JsonObject } from './fetch-json.js'
import { isSafeAddress } from './settings.js'

/** What an issuer publishes about itself. */
export interface Metadata {
  jwksUri: string
  /** null: it has no page for people. */
  authorizationEndpoint: string | null
  tokenEndpoint: string | null
  /** How a client may send its secret. Without a list, in the header. */
  secretIn: 'header' | 'body'
  /** Whether its answers carry `iss`. */
  namesItself: boolean
}

/** Reads the metadata of an issuer. Throws IssuerFault, also if they are those of another issuer. */
export async function readMetadata(issuer: string): Promise<Metadata> {
  const address = `${withoutLast(issuer, '/')}/.well-known/openid-configuration`
  const found = await fetchJson(address)
  if (found.issuer !== issuer)
    throw new IssuerFault(
      `${new URL(address).host} names another issuer than OIDC_ISSUER; both must be equal, sign for sign`,
    )
  const jwksUri = endpoint(found, 'jwks_uri')
  if (jwksUri === null) throw new IssuerFault(`${new URL(address).host} names no jwks_uri`)
  const methods = found.token_endpoint_auth_methods_supported
  const takesHeader = !Array.isArray(methods) || methods.includes('client_secret_basic')
  return {
    jwksUri,
    authorizationEndpoint: endpoint(found, 'authorization_endpoint'),
    tokenEndpoint: endpoint(found, 'token_endpoint'),
    secretIn: takesHeader ? 'header' : 'body',
    namesItself: found.authorization_response_iss_parameter_supported === true,
  }
}

function endpoint(found: JsonObject, name: string): string | null {
  const address = found[name]
  if (address === undefined) return null
  if (typeof address === 'string' && URL.canParse(address) && isSafeAddress(address)) return address
  throw new IssuerFault(`the issuer names a ${name} that is no https:// URL`)
}
