import { createHash, randomBytes } from 'node:crypto'
import { fetchJson, IssuerFault, type JsonObject } from './fetch-json.js'
import type { Metadata } from './metadata.js'
import type { OidcConfig } from './settings.js'

/** The requests of the authorization code flow with PKCE. */

type LoginConfig = NonNullable<OidcConfig['login']>

/** Secrets of one attempt to sign in. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
}

const secret = () => randomBytes(32).toString('base64url')
export const newAttempt = (): Attempt => ({ state: secret(), nonce: secret(), verifier: secret() })

/** Returns the address of the issuer's page. */
export function authorizationAddress(
  endpoint: string,
  login: LoginConfig,
  { state, nonce, verifier }: Attempt,
): string {
  const address = new URL(endpoint)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const parameters = {
    ...{ response_type: 'code', client_id: login.clientId, redirect_uri: login.redirectUri, scope: login.scopes },
    ...{ state, nonce, code_challenge: challenge, code_challenge_method: 'S256' },
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

/** Redeems a code. Returns null if the issuer refuses it. Throws IssuerFault if it does not answer as it should. */
export async function redeem(
  { tokenEndpoint, secretIn }: Pick<Metadata, 'tokenEndpoint' | 'secretIn'>,
  { clientId, clientSecret, redirectUri }: LoginConfig,
  { code, verifier }: { code: string; verifier: string },
): Promise<JsonObject | null> {
  if (tokenEndpoint === null) throw new IssuerFault('the issuer names no token_endpoint')
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
  })
  const headers: Record<string, string> = { accept: 'application/json' }
  if (clientSecret !== null && secretIn === 'header')
    headers.authorization = `Basic ${Buffer.from(`${formText(clientId)}:${formText(clientSecret)}`).toString('base64')}`
  else {
    body.set('client_id', clientId)
    if (clientSecret !== null) body.set('client_secret', clientSecret)
  }
  try {
    return await fetchJson(tokenEndpoint, { method: 'POST', headers, body })
  } catch (error) {
    // 400 is a refused code. 401 is our client or its secret: an operator must know.
    if (error instanceof IssuerFault && error.status === 400) return null
    throw error
  }
}

/** The form encoding that RFC 6749 asks for in the header. */
function formText(text: string): string {
  return new URLSearchParams({ t: text }).toString().slice(2)
}
