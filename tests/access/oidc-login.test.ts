import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ScriptedIssuer } from '../../testing/scripted-issuer.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { freePort } from '../support/port.js'
import { openSocket } from '../support/socket.js'

/** The sign-in of browsers, step by step over HTTP, as a browser with its cookies does it. */

const issuer = new ScriptedIssuer('dashboard', 'palimpsest')
const HOUR_MS = 3_600_000
let daemon: Daemon
let laterMs = 0
beforeAll(async () => {
  await issuer.listen()
  await issuer.rotate()
  const port = String(await freePort())
  daemon = await startDaemon({
    env: {
      ...{
        PORT: port,
        OIDC_ISSUER: issuer.url,
        OIDC_AUDIENCE: 'palimpsest',
        OIDC_ROLES: 'ops=admin; team=viewer chat',
      },
      ...{ OIDC_CLIENT_ID: 'dashboard', OIDC_CLIENT_SECRET: issuer.clientSecret, OIDC_NAME_CLAIM: 'email' },
      OIDC_REDIRECT_URI: `http://127.0.0.1:${port}/oidc/callback`,
    },
    ports: (ports) => ({
      ...ports,
      clock: { now: () => new Date(Date.now() + laterMs), monotonicMs: () => ports.clock.monotonicMs() },
    }),
  })
  await daemon.client.call('createApp', { body: { name: 'chat' } })
})
afterAll(async () => {
  await daemon?.stop()
  await issuer.close()
})
const OPS = { sub: 'user-1', email: 'ada@example.com', roles: ['ops'] }
afterEach(() => {
  laterMs = issuer.laterMs = 0
  Object.assign(issuer, { scenario: 'well', person: OPS, idClaims: {}, claimsInAccessToken: false })
})
issuer.person = OPS

interface Visit {
  status: number
  location: string
  cookies: string[]
  text: string
}
async function visit(address: string, cookie = ''): Promise<Visit> {
  const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
  const location = response.headers.get('location') ?? ''
  return { status: response.status, location, cookies: response.headers.getSetCookie(), text: await response.text() }
}
const pair = ({ cookies }: Visit, name: string) => cookies.find((set) => set.startsWith(name))?.split(';')[0] ?? ''

/** Goes to the issuer and returns the address of its answer, with the cookie of the attempt. */
async function attempt(query = ''): Promise<{ answer: string; cookie: string }> {
  const left = await visit(`${daemon.url}/oidc/login${query}`)
  const { location } = await visit(left.location)
  return { answer: location, cookie: pair(left, 'palimpsest-attempt') }
}
async function signedIn(): Promise<string> {
  const { answer, cookie } = await attempt()
  return pair(await visit(answer, cookie), 'palimpsest-session')
}
const OWN = { 'sec-fetch-site': 'same-origin' }
const call = (method: string, path: string, cookie: string, headers: Record<string, string> = OWN) =>
  daemon.call(method, path, { key: null, headers: { cookie, ...headers } })

test('[13] a person signs in with code, PKCE, state and nonce, and the audit log names them', async () => {
  const left = await visit(`${daemon.url}/oidc/login`)
  expect(left.status).toBe(303)
  const asked = new URL(left.location).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    ...{ response_type: 'code', client_id: 'dashboard', scope: 'openid profile email', code_challenge_method: 'S256' },
    redirect_uri: `${daemon.url}/oidc/callback`,
  })
  expect(left.cookies[0]).toMatch(/; HttpOnly; SameSite=Lax; /)
  expect(left.cookies[0]).not.toContain(asked.get('state'))
  const { location } = await visit(left.location)
  const back = await visit(location, pair(left, 'palimpsest-attempt'))
  expect([back.status, back.location]).toEqual([303, `${daemon.url}/`])
  const set = back.cookies.find((cookie) => cookie.startsWith('palimpsest-session'))
  expect(set).toMatch(/; HttpOnly; SameSite=Strict; /)
  const session = pair(back, 'palimpsest-session')
  expect(session).not.toContain('ada')
  const made = await daemon.client.call('createKey', { body: { appId: 'default', role: 'viewer' } })
  expect((await call('DELETE', `/v1/keys/${made.id}`, session)).status).toBe(204)
  const { entries } = await daemon.client.call('listAuditLog', { query: { action: 'key-deleted' } })
  expect(entries[0]).toMatchObject({ actor: { keyId: 'oidc:ada@example.com', role: 'admin' } })
})

test('[P11] [13] the roles may be in the access token only, and a viewer who signed in never writes', async () => {
  issuer.person = { sub: 'user-2', email: 'bo@example.com', roles: ['team'] }
  issuer.claimsInAccessToken = true
  // The name must be in the ID token, which the issuer signs for us.
  issuer.idClaims = { email: 'bo@example.com' }
  const session = await signedIn()
  expect((await call('GET', '/v1/sessions', session)).status).toBe(200)
  expect((await call('GET', '/v1/keys', session)).status).toBe(403)
  const made = await daemon.call('POST', '/v1/sessions', { key: null, headers: { cookie: session, ...OWN }, body: {} })
  expect(made.status).toBe(403)
})

test('[13] an answer without its attempt, with another state, or for the second time signs no one in', async () => {
  const [mine, theirs] = [await attempt(), await attempt()]
  const fetched = issuer.count('/token')
  const noState = new URL(mine.answer)
  noState.searchParams.delete('state')
  const otherIssuer = new URL(mine.answer)
  otherIssuer.searchParams.set('iss', 'https://other.example')
  const wrong: [string, string][] = [
    [mine.answer, ''],
    [mine.answer, theirs.cookie],
    [mine.answer, `${mine.cookie.slice(0, -4)}AAAA`],
    [noState.href, mine.cookie],
    [otherIssuer.href, mine.cookie],
  ]
  for (const [answer, cookie] of wrong) {
    const refused = await visit(answer, cookie)
    expect([refused.status, pair(refused, 'palimpsest-session'), refused.location]).toEqual([401, '', ''])
    expect(refused.text).toContain('<h1>Not signed in</h1>')
  }
  expect(issuer.count('/token')).toBe(fetched)
  expect((await visit(mine.answer, mine.cookie)).status).toBe(303)
  expect((await visit(mine.answer, mine.cookie)).status).toBe(401)
  expect(issuer.count('/token')).toBe(fetched + 1)
  // The attempt of another sign-in with its own state, and a code that was redeemed before.
  const replay = new URL(theirs.answer)
  replay.searchParams.set('code', new URL(mine.answer).searchParams.get('code')!)
  expect((await visit(replay.href, theirs.cookie)).status).toBe(401)
})

test('[13] a sign-in leads to the dashboard only, whatever the request says', async () => {
  const { answer, cookie } = await attempt('?next=https://evil.example&redirect_uri=https://evil.example')
  const back = await visit(`${answer}&next=https://evil.example`, cookie)
  expect(back.location).toBe(`${daemon.url}/`)
})

test('[13] ID tokens of another sign-in, client or issuer, and people without a role, are refused', async () => {
  const wrong = [
    ...[{ nonce: 'another' }, { nonce: undefined }, { aud: 'palimpsest' }, { aud: ['dashboard', 'x'], azp: 'x' }],
    ...[{ iss: 'https://other.example' }, { exp: 1 }, { email: undefined }, { email_verified: false }],
  ]
  for (const claims of wrong) {
    issuer.idClaims = claims
    const { answer, cookie } = await attempt()
    const { status, cookies } = await visit(answer, cookie)
    expect([claims, status, cookies.filter((set) => set.startsWith('palimpsest-session'))]).toEqual([claims, 401, []])
  }
  issuer.idClaims = {}
  issuer.person = { sub: 'user-3', email: 'cy@example.com', roles: ['<script>'] }
  const stranger = await attempt()
  const refused = await visit(stranger.answer, stranger.cookie)
  expect([refused.status, refused.text.includes('OIDC_ROLES')]).toEqual([403, true])
  issuer.person = null
  const canceled = await attempt()
  expect((await visit(canceled.answer, canceled.cookie)).text).toContain('access_denied')
})

test('[13] a cookie counts only for pages of this service, and no page of another site signs out', async () => {
  const session = await signedIn()
  const from = (headers: Record<string, string>) => call('GET', '/v1/keys', session, headers)
  expect((await from(OWN)).status).toBe(200)
  expect((await from({ origin: daemon.url })).status).toBe(200)
  const foreignPages: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://a.example' },
    {},
  ]
  for (const headers of foreignPages) expect((await from(headers)).status).toBe(401)
  expect((await call('POST', '/oidc/logout', session, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const out = await call('POST', '/oidc/logout', session)
  expect([out.status, out.headers.get('set-cookie')]).toEqual([
    204,
    expect.stringMatching(/^palimpsest-session=;.*1970/),
  ])
  const foreign = new WebSocket(`${daemon.url.replace('http', 'ws')}/v1/events`, {
    headers: { cookie: session, origin: 'http://a.example' },
  })
  expect(
    await new Promise((resolve) => foreign.once('unexpected-response', (_, { statusCode }) => resolve(statusCode))),
  ).toBe(401)
})

test('[13] a session ends in time, and a changed one, an attempt, or a token in its place is none', async () => {
  const session = await signedIn()
  const token = await issuer.token({ aud: 'dashboard', roles: ['ops'], email: 'ada@example.com' })
  const { cookie } = await attempt()
  const name = 'palimpsest-session='
  for (const wrong of [
    `${name}${cookie.split('=')[1]}`,
    `${name}${token}`,
    `${session.slice(0, -6)}AAAAAA`,
    `${name}x`,
  ])
    expect([wrong, (await call('GET', '/v1/keys', wrong)).status]).toEqual([wrong, 401])
  laterMs = HOUR_MS - 2_000
  const { json } = await call('POST', '/v1/tickets', session)
  const socket = await openSocket(`${daemon.url}/v1/events?ticket=${json.ticket}`, null)
  expect(await socket.closed()).toBe(4001)
  laterMs = HOUR_MS + 1_000
  expect((await call('GET', '/v1/keys', session)).status).toBe(401)
})

test('[13] while the issuer is down, a person reads why, sessions go on, and no secret is logged', async () => {
  const session = await signedIn()
  const { answer, cookie } = await attempt()
  issuer.scenario = 'status-500'
  const down = await visit(answer, cookie)
  expect([down.status, down.text.includes('Keys work')]).toEqual([503, true])
  expect((await call('GET', '/v1/keys', session)).status).toBe(200)
  const logged = daemon.logged().join('\n')
  expect(logged).toContain('issuer did not redeem a code')
  const secrets = [issuer.clientSecret, session.split('=')[1]!, new URL(answer).searchParams.get('code')!, ADMIN_KEY]
  for (const secret of secrets) expect(logged).not.toContain(secret)
})

test('[13] without OIDC no route of it appears, and a token is a wrong key', async () => {
  const plain = await startDaemon()
  try {
    for (const [method, path] of [
      ['GET', '/oidc/login'],
      ['GET', '/oidc/callback'],
      ['POST', '/oidc/logout'],
    ] as const)
      expect((await plain.call(method, path, { key: null })).status).toBe(404)
    expect((await plain.call('GET', '/')).json.signIn).toBeUndefined()
    expect((await daemon.call('GET', '/')).json.signIn).toBe('oidc/login')
    const token = await issuer.token({ roles: ['ops'] })
    expect((await plain.call('GET', '/v1/keys', { key: token })).status).toBe(401)
  } finally {
    await plain.stop()
  }
})
