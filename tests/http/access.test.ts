import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/http/operations/index.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

const addressOf = (path: string) => path.replace(/\{\w+\}/g, 'x')
const guarded = OPERATIONS.filter((operation) => operation.role !== 'public')

test('[13] every operation but the public ones refuses a missing or wrong key with 401', async () => {
  for (const { method, path } of guarded) {
    for (const key of [null, 'pal_wrong']) {
      const reply = await daemon.call(method.toUpperCase(), addressOf(path), { key })
      expect([path, reply.status, reply.json?.code]).toEqual([path, 401, 'unauthorized'])
      expect(reply.headers.get('content-type')).toContain('application/problem+json')
      expect(reply.headers.get('www-authenticate')).toContain('Bearer')
    }
  }
})

test('[P11] a viewer key never writes, and an app key is no admin', async () => {
  const { app, viewer } = await daemon.newApp()
  for (const { method, path, role } of guarded) {
    if (role !== 'viewer')
      expect((await daemon.call(method.toUpperCase(), addressOf(path), { key: viewer })).status).toBe(403)
    if (role === 'admin')
      expect((await daemon.call(method.toUpperCase(), addressOf(path), { key: app })).status).toBe(403)
  }
  expect((await daemon.client.send('listSessions', {}, { key: viewer })).status).toBe(200)
})

/** What an operation must be sent at least. */
const BODIES: Record<string, object> = {
  messages: { messages: [{ role: 'user', content: 'x' }] },
  watermark: { seq: 1 },
  withdraw: { fromSeq: 1 },
  call: { name: 'recall', arguments: {} },
  goals: { description: 'x' },
  items: { kind: 'next', text: 'x' },
}

test('[P11] one app never reads, counts or hears another app’s sessions', async () => {
  const [one, two] = [await daemon.newApp(), await daemon.newApp()]
  const { id } = await daemon.openSession({}, { key: one.app })
  await daemon.client.send(
    'appendMessages',
    { params: { sessionId: id }, body: { messages: [{ role: 'user', content: 'mine' }] } },
    { key: one.app },
  )
  const inSession = OPERATIONS.filter(({ path }) => path.startsWith('/v1/sessions/{sessionId}'))
  for (const { method, path } of inSession) {
    const address =
      path
        .replace('{sessionId}', id)
        .replace('{version}', '1')
        .replace(/\{\w+\}/g, 'x') + (path.endsWith('search') ? '?q=mine' : '')
    const body = method === 'post' ? BODIES[path.split('/').at(-1)!] : undefined
    const reply = await daemon.call(method.toUpperCase(), address, { key: two.app, body })
    expect([address, reply.status, reply.json?.code]).toEqual([address, 404, 'session_not_found'])
  }
  expect((await daemon.client.call('listSessions', {}, { key: two.app })).sessions).toEqual([])
  expect((await daemon.client.call('readEvents', {}, { key: two.app })).events).toEqual([])
  expect((await daemon.client.call('readEvents', { query: { sessionId: id } }, { key: two.viewer })).events).toEqual([])
  expect(
    (await daemon.client.call('getSession', { params: { sessionId: id } }, { key: one.viewer })).messageCount,
  ).toBe(1)
})

test('[P11] an admin sees all, acts as default, or as the app it names; others may name only their own', async () => {
  const { appId, app } = await daemon.newApp()
  const other = await daemon.newApp()
  expect((await daemon.client.call('createSession', { body: { model: 'm' } })).appId).toBe('default')
  const as = { 'x-app-id': appId }
  const { id } = await daemon.client.call('createSession', { body: { model: 'm' } }, { headers: as })
  expect((await daemon.client.call('getSession', { params: { sessionId: id } }, { key: app })).appId).toBe(appId)
  expect((await daemon.client.send('getSession', { params: { sessionId: id } })).status).toBe(200)
  expect((await daemon.client.call('listSessions', {}, { headers: as })).sessions).toHaveLength(1)
  expect(
    (await daemon.client.send('getSession', { params: { sessionId: id } }, { headers: { 'x-app-id': other.appId } }))
      .status,
  ).toBe(404)
  expect((await daemon.client.send('listSessions', {}, { key: app, headers: as })).status).toBe(200)
  expect(
    (await daemon.client.send('listSessions', {}, { key: app, headers: { 'x-app-id': other.appId } })).status,
  ).toBe(403)
  expect((await daemon.client.send('listSessions', {}, { headers: { 'x-app-id': 'app_nope' } })).status).toBe(404)
})

test('[13] keys are shown once, listed without what opens, and open nothing once deleted', async () => {
  const { appId, app } = await daemon.newApp()
  expect((await daemon.client.send('listSessions', {}, { key: app })).status).toBe(200)
  const { keys } = await daemon.client.call('listKeys', { query: { appId } })
  expect(keys).toHaveLength(2)
  expect(JSON.stringify(keys)).not.toContain(app)
  const id = keys.find((key) => key.role === 'app')!.id
  expect((await daemon.client.send('deleteKey', { params: { keyId: id } })).status).toBe(204)
  expect((await daemon.client.send('listSessions', {}, { key: app })).status).toBe(401)
  expect((await daemon.client.send('deleteKey', { params: { keyId: id } })).status).toBe(404)
  expect((await daemon.client.send('createKey', { body: { appId: 'app_nope', role: 'app' } })).status).toBe(404)
})

test('[13] too fast is 429 with Retry-After, for each key alone', async () => {
  const limited = await startDaemon({ http: { rateLimit: { requests: 5, perMs: 60_000 } } })
  try {
    const statuses = []
    for (let i = 0; i < 7; i++) statuses.push((await limited.client.send('listModels')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    const refused = await limited.client.send('listModels')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await limited.client.send('health', {}, { key: null })).status).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('[14] without authentication only loopback names and pages of this machine are answered', async () => {
  const open = await startDaemon({ http: { auth: 'off' } })
  try {
    expect((await open.client.send('listSessions', {}, { key: null })).status).toBe(200)
    const { port } = new URL(open.url)
    expect(await statusWith(open.url, { host: 'evil.example' })).toBe(403)
    expect(await statusWith(open.url, { host: `localhost:${port}` })).toBe(200)
    expect(await statusWith(open.url, { host: `127.0.0.1:${port}`, origin: 'http://evil.example' })).toBe(403)
    expect(await statusWith(open.url, { host: `127.0.0.1:${port}`, origin: 'null' })).toBe(403)
    expect(await statusWith(open.url, { host: `127.0.0.1:${port}`, origin: `http://localhost:${port}` })).toBe(200)
  } finally {
    await open.stop()
  }
})

test('[14] pages of configured origins may call, others get no leave', async () => {
  const shared = await startDaemon({ http: { corsOrigins: ['https://ours.example'] } })
  try {
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
    const ours = await shared.call('OPTIONS', '/v1/sessions', {
      key: null,
      headers: { origin: 'https://ours.example', ...preflight },
    })
    expect([ours.status, ours.headers.get('access-control-allow-origin')]).toEqual([204, 'https://ours.example'])
    // Official libraries in a page send headers of their own to a door.
    const asked = 'authorization,anthropic-version,x-stainless-lang,x-context-size'
    const door = await shared.call('OPTIONS', '/openai/v1/chat/completions', {
      key: null,
      headers: { origin: 'https://ours.example', ...preflight, 'access-control-request-headers': asked },
    })
    expect([door.status, door.headers.get('access-control-allow-headers')]).toEqual([204, asked])
    const theirs = await shared.client.send('listSessions', {}, { headers: { origin: 'https://theirs.example' } })
    expect(theirs.headers.get('access-control-allow-origin')).toBeNull()
  } finally {
    await shared.stop()
  }
})

/** `fetch` does not let a caller choose Host. */
function statusWith(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/v1/sessions`, { headers })
    call.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end()
  })
}
