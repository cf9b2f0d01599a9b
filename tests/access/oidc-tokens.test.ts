import { createHmac } from 'node:crypto'
import { exportSPKI, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ScriptedIssuer, type IssuerScenario } from '../../testing/scripted-issuer.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { openSocket } from '../support/socket.js'

/** Tokens of an issuer as keys of the API. The issuer is a real server with real keys; the clock of the daemon is ours. */

const AUDIENCE = 'palimpsest'
const COOLDOWN_MS = 30_000
const issuer = new ScriptedIssuer('dashboard', AUDIENCE)
const env = {
  OIDC_AUDIENCE: AUDIENCE,
  OIDC_ROLES_CLAIM: 'realm_access.roles',
  OIDC_ROLES: 'admins=admin; writers=app chat; readers=viewer chat; elsewhere=app other; lost=app no such app',
}
let daemon: Daemon
let chat = ''

const start = () =>
  startDaemon({
    env: { ...env, OIDC_ISSUER: issuer.url, OPENAI_BASE_URL: `${issuer.url}/upstream` },
    ports: (ports) => ({
      ...ports,
      clock: {
        now: () => new Date(Date.now() + issuer.laterMs),
        monotonicMs: () => ports.clock.monotonicMs() + issuer.laterMs,
      },
    }),
  })
const roles = (...names: string[]) => ({ realm_access: { roles: names } })
const sessions = (key: string, by = daemon) => by.call('GET', '/v1/sessions', { key })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

beforeAll(async () => {
  await issuer.listen()
  await issuer.rotate()
  daemon = await start()
  chat = (await daemon.client.call('createApp', { body: { name: 'chat' } })).id
  await daemon.client.call('createApp', { body: { name: 'other' } })
})
afterAll(async () => {
  await daemon?.stop()
  await issuer.close()
})
beforeEach(() => void (issuer.scenario = 'well'))

test('[P11] [13] a token has the role and the app of the first row that matches, and the audit log its subject', async () => {
  const writer = await issuer.token(roles('unknown', 'writers', 'readers'))
  const made = await daemon.call('POST', '/v1/sessions', { key: writer, body: { model: 'm', contextSize: '8K' } })
  expect(made.status).toBe(201)
  const reader = await issuer.token({ sub: 'user-2', ...roles('readers') })
  expect((await sessions(reader)).json.sessions.map(({ id }: { id: string }) => id)).toEqual([made.json.id])
  const refused = await daemon.call('DELETE', `/v1/sessions/${made.json.id}`, { key: reader })
  expect([refused.status, refused.json.code]).toEqual([403, 'forbidden'])
  expect((await sessions(await issuer.token(roles('elsewhere')))).json.sessions).toEqual([])
  expect((await daemon.call('GET', '/v1/queue', { key: writer })).status).toBe(403)
  expect((await daemon.call('GET', '/v1/queue', { key: await issuer.token(roles('admins')) })).status).toBe(200)
  expect((await daemon.call('DELETE', `/v1/sessions/${made.json.id}`, { key: writer })).status).toBe(200)
  const { entries } = await daemon.client.call('listAuditLog', { query: { appId: chat } })
  expect(entries[0]).toMatchObject({ action: 'session-deleted', actor: { keyId: 'oidc:user-1', role: 'app' } })
  expect(JSON.stringify([entries, daemon.logged()])).not.toContain(writer.split('.')[2])
})

test('[P11] a token acts as no other app, whatever it claims, and without a role it does nothing', async () => {
  const writer = await issuer.token({ ...roles('writers'), app: 'other', appId: 'default' })
  const other = await daemon.call('GET', '/v1/sessions', { key: writer, headers: { 'x-app-id': 'other' } })
  expect([other.status, other.json.code]).toEqual([403, 'forbidden'])
  for (const claims of [roles(), roles('Admins', 'admin', 'chat', 'app chat'), { roles: ['admins'] }, roles('lost')])
    expect((await sessions(await issuer.token(claims))).status).toBe(403)
})

test('[13] forged, foreign and ended tokens are refused with 401', async () => {
  const now = Math.floor((Date.now() + issuer.laterMs) / 1_000)
  const good = { iss: issuer.url, aud: AUDIENCE, sub: 'user-1', exp: now + 300, ...roles('admins') }
  const [publicKey] = (await issuer.publicKeys()) as [JWK & { kid: string }]
  const pem = await exportSPKI((await importJWK(publicKey, 'RS256')) as Parameters<typeof exportSPKI>[0])
  const head = part({ alg: 'HS256', kid: publicKey.kid })
  const hmac = (secret: string) =>
    createHmac('sha256', secret)
      .update(`${head}.${part(good)}`)
      .digest('base64url')
  const stranger = await generateKeyPair('RS256')
  const valid = await issuer.token(roles('admins'))
  const [validHead, , signature] = valid.split('.') as [string, string, string]
  const forged: Record<string, string> = {
    none: `${part({ alg: 'none' })}.${part(good)}.`,
    'HS256 with the public key as text': `${head}.${part(good)}.${hmac(pem)}`,
    'HS256 with the modulus': `${head}.${part(good)}.${hmac(publicKey.n!)}`,
    'another key under the same id': await new SignJWT(good)
      .setProtectedHeader({ alg: 'RS256', kid: publicKey.kid })
      .sign(stranger.privateKey),
    'a key that the token brings': await new SignJWT(good)
      .setProtectedHeader({ alg: 'RS256', jwk: publicKey, jku: `${issuer.url}/keys` })
      .sign(stranger.privateKey),
    'changed claims': `${validHead}.${part(good)}.${signature}`,
    issuer: await issuer.token({ ...roles('admins'), iss: 'https://other.example' }),
    'issuer with a slash': await issuer.token({ ...roles('admins'), iss: `${issuer.url}/` }),
    audience: await issuer.token({ ...roles('admins'), aud: 'another-service' }),
    'no audience': await issuer.token({ ...roles('admins'), aud: undefined }),
    expired: await issuer.token({ ...roles('admins'), exp: now - 60 }),
    'no end': await issuer.token({ ...roles('admins'), exp: undefined }),
    'not yet valid': await issuer.token({ ...roles('admins'), nbf: now + 120 }),
    'no subject': await issuer.token({ ...roles('admins'), sub: undefined }),
    huge: await issuer.token({ ...roles('admins'), x: 'x'.repeat(10_000) }),
  }
  const fetched = issuer.count('/keys')
  for (const [name, token] of Object.entries(forged)) {
    const { status, json } = await sessions(token)
    expect([name, status, json?.code]).toEqual([name, 401, 'unauthorized'])
    // The same token in a query is no ticket.
    expect([name, (await daemon.call('GET', `/v1/events?ticket=${token}`, { key: null })).status]).toEqual([name, 401])
  }
  expect(issuer.count('/keys')).toBeLessThanOrEqual(fetched + 1)
  expect((await sessions(await issuer.token({ ...roles('admins'), exp: now - 10 }))).status).toBe(200)
})

test('[13] a new key is found by its id, and invented ids cause one request per cooldown', async () => {
  expect((await sessions(await issuer.token(roles('readers')))).status).toBe(200)
  issuer.laterMs += COOLDOWN_MS + 1
  await issuer.rotate('ES256')
  expect((await sessions(await issuer.token(roles('readers')))).status).toBe(200)
  issuer.laterMs += COOLDOWN_MS + 1
  const fetched = issuer.count('/keys')
  const flood = Array.from({ length: 60 }, async (_, at) =>
    sessions(await issuer.token(roles('readers'), { kid: `${at}` })),
  )
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401]))
  expect(issuer.count('/keys')).toBe(fetched + 1)
})

test.each(['status-500', 'html', 'redirects', 'huge', 'hangs'] satisfies IssuerScenario[])(
  '[13] an issuer that answers with %s: keys work, known tokens work, others get 503 with Retry-After',
  async (scenario) => {
    issuer.scenario = scenario
    const fresh = await start()
    try {
      const token = await issuer.token(roles('admins'))
      const before = issuer.requests.length
      const [refused, again] = [await sessions(token, fresh), await sessions(token, fresh)]
      for (const { status, json, headers } of [refused, again]) {
        expect([status, json.code]).toEqual([503, 'issuer_unavailable'])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(issuer.requests.length).toBe(before + 1)
      expect(issuer.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
      expect((await fresh.client.send('listSessions', {})).status).toBe(200)
      expect((await sessions(token)).status).toBe(200)
      issuer.laterMs += COOLDOWN_MS + 1
      const unknown = await sessions(await issuer.token(roles('admins'), { kid: 'unknown' }))
      expect([unknown.status, unknown.json.code]).toEqual([503, 'issuer_unavailable'])
      issuer.scenario = 'well'
      issuer.laterMs += COOLDOWN_MS + 1
      expect((await sessions(token, fresh)).status).toBe(200)
    } finally {
      await fresh.stop()
    }
  },
)

test('[13] event streams end with their token, also those of its ticket', async () => {
  const exp = Math.floor((Date.now() + issuer.laterMs) / 1_000) + 3
  const token = await issuer.token({ ...roles('readers'), exp })
  const { json } = await daemon.call('POST', '/v1/tickets', { key: token })
  const sockets = [
    await openSocket(`${daemon.url}/v1/events`, token),
    await openSocket(`${daemon.url}/v1/events?ticket=${json.ticket}`, null),
  ]
  const changed = await daemon.call('POST', '/v1/tickets', { key: token })
  const later = changed.json.ticket.replace(/\.\d+$/, `.${Date.now() + 9_000_000}`)
  expect((await daemon.call('GET', `/v1/events?ticket=${later}`, { key: null })).status).toBe(401)
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
  const stream = await fetch(`${daemon.url}/v1/events`, { headers })
  expect(stream.status).toBe(200)
  expect(await Promise.all(sockets.map((socket) => socket.closed()))).toEqual([4001, 4001])
  expect(await stream.text()).toContain('retry:')
})

test('[13] a door takes a token of the issuer, and never sends it to its upstream, valid or not', async () => {
  const sent = () =>
    issuer.requests.filter(({ path }) => path.startsWith('/upstream/')).map(({ headers }) => headers.authorization)
  const models = (key: string) => daemon.call('GET', '/openai/v1/models', { key })
  const now = Math.floor((Date.now() + issuer.laterMs) / 1_000)
  expect((await models(await issuer.token({ ...roles('writers'), exp: now - 60 }))).status).toBe(401)
  expect((await models(await issuer.token(roles('readers')))).status).toBe(403)
  expect(sent()).toEqual([])
  await models(await issuer.token(roles('writers')))
  // A token of another issuer may be the credential of the upstream.
  const foreign = await issuer.token({ iss: 'https://provider.example' })
  await models(foreign)
  expect(sent()).toEqual([undefined, `Bearer ${foreign}`])
})
