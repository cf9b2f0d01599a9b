import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { until } from '../support/until.js'

/** Two processes on one database, because quotas are shared. */
let database: TestDatabase
let first: Daemon
let second: Daemon
beforeAll(async () => {
  database = await migratedDatabase()
  first = await startDaemon({ env: { DATABASE_URL: database.url } })
  second = await startDaemon({ env: { DATABASE_URL: database.url } })
})
afterAll(async () => {
  await first.stop()
  await second.stop()
  await database.drop()
})

type Quotas = Partial<Record<string, number | null>>
const setQuotas = (appId: string, quotas: Quotas) => first.call('PATCH', `/v1/apps/${appId}`, { body: { quotas } })
const appWith = async (quotas: Quotas) => {
  const app = await first.newApp()
  expect((await setQuotas(app.appId, quotas)).status).toBe(200)
  return app
}
const open = (daemon: Daemon, key: string, body: object = {}) =>
  daemon.call('POST', '/v1/sessions', { key, body: { model: 'gpt-4o:7b', contextSize: '16K', ...body } })
const append = (daemon: Daemon, key: string, id: string, text = 'hello', headers: Record<string, string> = {}) =>
  daemon.call('POST', `/v1/sessions/${id}/messages`, {
    key,
    headers,
    body: { messages: [{ role: 'user', content: text }] },
  })
const quotasOf = async (appId: string) => (await first.call('GET', `/v1/apps/${appId}`)).json.quotas

test('[P11] an app shows limit and use of every quota, and only an admin changes them', async () => {
  const { appId, app } = await appWith({ messages: 10 })
  const { id } = (await open(first, app)).json
  await append(first, app, id, 'twelve bytes')
  const quotas = await quotasOf(appId)
  expect(quotas.messages).toEqual({ limit: 10, used: 1 })
  expect(quotas.sessions).toEqual({ limit: null, used: 1 })
  const history = await first.call('GET', `/v1/sessions/${id}/messages`, { key: app })
  expect(history.status).toBe(200)
  const exact = '{"role":"user","content":"twelve bytes"}'
  expect(quotas.bytes).toEqual({ limit: null, used: Buffer.byteLength(exact) })
  expect(quotas.subscribers).toEqual({ limit: null, used: 0 })

  const refused = await first.call('PATCH', `/v1/apps/${appId}`, { key: app, body: { quotas: { messages: null } } })
  expect(refused).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  // Those that are not given stay.
  await setQuotas(appId, { bytes: 5 })
  expect(await quotasOf(appId)).toMatchObject({ messages: { limit: 10 }, bytes: { limit: 5 } })
  const wrong = await setQuotas(appId, { messages: -1 })
  expect(wrong).toMatchObject({ status: 400, json: { errors: [{ path: 'quotas.messages' }] } })
})

test('[P11] an app at its quota of messages is refused with the figures; others are not, and reads go on', async () => {
  const { appId, app } = await appWith({ messages: 3 })
  const other = await first.newApp()
  const { id } = (await open(first, app)).json
  for (let i = 0; i < 3; i++) expect((await append(first, app, id)).status).toBe(201)
  const refused = await append(first, app, id)
  expect(refused).toMatchObject({
    status: 403,
    json: { code: 'storage_quota_exceeded', quota: 'messages', limit: 3, used: 3, wanted: 1 },
  })
  expect(refused.headers.get('retry-after')).toBeNull()
  expect((await first.call('GET', `/v1/sessions/${id}/context`, { key: app })).status).toBe(200)
  const theirs = (await open(first, other.app)).json
  expect((await append(first, other.app, theirs.id)).status).toBe(201)
  // The other process sees what this one stored.
  expect((await append(second, app, id)).status).toBe(403)

  expect((await first.call('DELETE', `/v1/sessions/${id}`, { key: app })).status).toBe(200)
  const again = (await open(first, app)).json
  await until('the deletion frees the quota', async () => (await append(first, app, again.id)).status === 201)
  expect((await quotasOf(appId)).messages).toEqual({ limit: 3, used: 1 })
})

test('[P1] a repeated append and a repeated opening are answered although the quota is full', async () => {
  const { app } = await appWith({ messages: 1, sessions: 1 })
  const openKey = { 'idempotency-key': 'open' }
  const body = { model: 'gpt-4o:7b', contextSize: '16K', externalId: 'mine' }
  const opened = await first.call('POST', '/v1/sessions', { key: app, body, headers: openKey })
  const { id } = opened.json
  const key = { 'idempotency-key': 'once' }
  const stored = await append(first, app, id, 'hello', key)
  expect(stored.status).toBe(201)
  expect((await append(first, app, id, 'hello', key)).json.messages).toEqual(stored.json.messages)
  expect((await append(first, app, id, 'more', { 'idempotency-key': 'twice' })).status).toBe(403)
  expect((await first.call('POST', '/v1/sessions', { key: app, body, headers: openKey })).json.id).toBe(id)
  expect((await open(first, app, { externalId: 'mine' })).json.id).toBe(id)
  expect((await open(first, app)).json).toMatchObject({ code: 'storage_quota_exceeded', quota: 'sessions', used: 1 })
})

test('[P11] concurrent appends of two sessions do not exceed the quota of bytes in one process', async () => {
  const size = Buffer.byteLength(JSON.stringify({ role: 'user', content: 'x'.repeat(1_000) }))
  const { appId, app } = await appWith({ bytes: 5 * size })
  const ids = [(await open(first, app)).json.id, (await open(first, app)).json.id]
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => append(first, app, ids[i % 2], 'x'.repeat(1_000))),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(replies.filter(({ status }) => status === 403)).toHaveLength(15)
  expect((await quotasOf(appId)).bytes).toEqual({ limit: 5 * size, used: 5 * size })
})

test('[P11] a fork counts its own copy of the messages', async () => {
  const { appId, app } = await appWith({ messages: 5 })
  const { id } = (await open(first, app)).json
  for (let i = 0; i < 2; i++) await append(first, app, id)
  const before = (await quotasOf(appId)).bytes.used
  const fork = (body: object) => first.call('POST', `/v1/sessions/${id}/fork`, { key: app, body })
  expect((await fork({})).status).toBe(201)
  expect((await quotasOf(appId)).bytes.used).toBe(2 * before)
  expect(await fork({})).toMatchObject({ status: 403, json: { quota: 'messages', used: 4, wanted: 2 } })
})

test('[13] requests per minute are shared by all processes and reported in RateLimit', async () => {
  const limit = 8
  const { appId, app } = await appWith({ requestsPerMinute: limit })
  const get = (daemon: Daemon) => daemon.call('GET', '/v1/sessions', { key: app })
  // A window may end meanwhile; then the count starts again.
  const { replies } = await until('a whole window', async () => {
    const startedAt = Math.floor(Date.now() / 60_000)
    const replies = []
    for (let i = 0; i < limit + 2; i++) replies.push(await get(i % 2 === 0 ? first : second))
    return Math.floor(Date.now() / 60_000) === startedAt && replies[0]!.status === 200 ? { replies } : null
  })
  expect(replies.map(({ status }) => status)).toEqual([...Array(limit).fill(200), 429, 429])
  expect(replies[0]!.headers.get('ratelimit-policy')).toBe(`"app";q=${limit};w=60`)
  const remaining = replies.map(({ headers }) => Number(/^"app";r=(\d+);t=\d+$/.exec(headers.get('ratelimit')!)![1]))
  expect(remaining).toEqual([7, 6, 5, 4, 3, 2, 1, 0, 0, 0])
  const refused = replies.at(-1)!
  expect(refused.json).toMatchObject({ code: 'quota_exceeded', quota: 'requestsPerMinute', limit })
  const retryAfter = Number(refused.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThanOrEqual(1)
  expect(retryAfter).toBeLessThanOrEqual(60)
  // An admin is not refused, and removes the limit.
  await setQuotas(appId, { requestsPerMinute: null })
  expect((await get(first)).status).toBe(200)
})

test('[13] open event streams are counted over all processes, and closing one frees its place', async () => {
  const { appId, app } = await appWith({ subscribers: 1 })
  const stop = new AbortController()
  const stream = (daemon: Daemon, signal?: AbortSignal) =>
    fetch(`${daemon.url}/v1/events`, {
      headers: { authorization: `Bearer ${app}`, accept: 'text/event-stream' },
      ...(signal && { signal }),
    })
  expect((await stream(first, stop.signal)).status).toBe(200)
  expect((await quotasOf(appId)).subscribers).toEqual({ limit: 1, used: 1 })
  const refused = await stream(second)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await refused.json()).toMatchObject({ code: 'quota_exceeded', quota: 'subscribers', limit: 1, used: 1 })
  stop.abort()
  await until('the place of the closed stream', async () => {
    const again = await stream(second)
    await again.body?.cancel()
    return again.status === 200
  })
})
