import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { ScriptedServer, sendJson, type Received } from './scripted-server.js'

/** An OpenID Connect issuer with real keys and a real code flow. Its page signs in at once the person that `person` names. */

export interface Person {
  sub: string
  [claim: string]: unknown
}

/** How it answers each request: as an issuer, or as a broken server. */
export type IssuerScenario = 'well' | 'status-500' | 'html' | 'hangs' | 'redirects' | 'huge'

interface Code {
  query: URLSearchParams
  person: Person
}
type Algorithm = 'RS256' | 'ES256'
interface SigningKey {
  kid: string
  alg: Algorithm
  pair: Awaited<ReturnType<typeof generateKeyPair>>
}

export class ScriptedIssuer extends ScriptedServer {
  scenario: IssuerScenario = 'well'
  /** Who is signed in at its page; null: the person cancels. */
  person: Person | null = { sub: 'user-1' }
  /** Members of the ID token that replace the right ones. */
  idClaims: JWTPayload = {}
  /** Whether the claims of the person are only in the access token. */
  claimsInAccessToken = false
  /** Milliseconds by which its clock is ahead. */
  laterMs = 0
  readonly clientSecret = 'issuer-secret-of-the-client'
  private keys: SigningKey[] = []
  private readonly codes = new Map<string, Code>()

  constructor(
    private readonly clientId: string,
    private readonly audience: string,
  ) {
    super()
  }

  /** Adds a key and signs with it from now on. */
  async rotate(alg: Algorithm = 'RS256'): Promise<void> {
    this.keys.unshift({
      kid: randomBytes(8).toString('hex'),
      alg,
      pair: await generateKeyPair(alg, { extractable: true }),
    })
  }

  /** Requests to one of its addresses so far. */
  count(path: string): number {
    return this.requests.filter((request) => request.path.split('?')[0] === path).length
  }

  async publicKeys() {
    return Promise.all(
      this.keys.map(async ({ kid, alg, pair }) => ({ ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' })),
    )
  }

  /** Returns a signed token for the API. @param claims replace the right ones; undefined removes one */
  async token(claims: JWTPayload = {}, header: { kid?: string } = {}): Promise<string> {
    const [key] = this.keys
    if (!key) throw new Error('rotate() makes the first key')
    const now = Math.floor((Date.now() + this.laterMs) / 1_000)
    const payload = { iss: this.url, aud: this.audience, sub: 'user-1', iat: now, exp: now + 300, ...claims }
    return new SignJWT(payload).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.pair.privateKey)
  }

  protected async serve(request: Received, response: ServerResponse): Promise<void> {
    if (this.scenario !== 'well') return this.fail(response)
    const url = new URL(request.path, this.url)
    if (url.pathname === '/.well-known/openid-configuration')
      return sendJson(response, 200, {
        issuer: this.url,
        jwks_uri: `${this.url}/keys`,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        authorization_response_iss_parameter_supported: true,
      })
    if (url.pathname === '/keys') return sendJson(response, 200, { keys: await this.publicKeys() })
    if (url.pathname === '/authorize') return this.authorize(url.searchParams, response)
    if (url.pathname === '/token' && request.method === 'POST') return this.redeem(request, response)
    sendJson(response, 404, { error: 'not_found' })
  }

  private authorize(query: URLSearchParams, response: ServerResponse): void {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    back.searchParams.set('iss', this.url)
    if (this.person === null) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(16).toString('hex')
      this.codes.set(code, { query, person: this.person })
      back.searchParams.set('code', code)
    }
    response.writeHead(303, { location: back.href }).end()
  }

  /** Each code works once, for the client, redirect URI and verifier that asked for it. */
  private async redeem(request: Received, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(request.bytes.toString())
    const secret = `${this.clientId}:${this.clientSecret}`
    if (request.headers.authorization !== `Basic ${Buffer.from(secret).toString('base64')}`)
      return sendJson(response, 401, { error: 'invalid_client' })
    const code = this.codes.get(form.get('code') ?? '')
    this.codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      code?.query.get('code_challenge') === challenge && code.query.get('redirect_uri') === form.get('redirect_uri')
    if (!code || !isRight) return sendJson(response, 400, { error: 'invalid_grant' })
    const { sub, ...claims } = code.person
    const own = { aud: this.clientId, sub, nonce: code.query.get('nonce'), ...(!this.claimsInAccessToken && claims) }
    sendJson(response, 200, {
      token_type: 'Bearer',
      access_token: await this.token({ sub, ...claims }),
      id_token: await this.token({ ...own, ...this.idClaims }),
    })
  }

  private fail(response: ServerResponse): void {
    if (this.scenario === 'status-500') sendJson(response, 500, { error: 'server_error' })
    if (this.scenario === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
    if (this.scenario === 'redirects') response.writeHead(302, { location: `${this.url}/elsewhere` }).end()
    if (this.scenario === 'huge') response.writeHead(200).end(`{"keys":"${'x'.repeat(400_000)}"}`)
    // `hangs` sends nothing. `close` ends its connections.
  }
}
