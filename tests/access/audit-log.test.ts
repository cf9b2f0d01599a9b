import { afterAll, beforeAll, expect, test } from 'vitest'
import { trimAuditLog } from '../../src/app/access/trim-audit-log.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

const DAY_MS = 24 * 60 * 60_000
let laterMs = 0
let daemon: Daemon
beforeAll(async () => {
  const now = () => new Date(Date.now() + laterMs)
  daemon = await startDaemon({
    env: { ACCESS_LOG: 'on', AUDIT_LOG_DAYS: '30' },
    ports: (ports) => ({ ...ports, clock: { now, monotonicMs: () => ports.clock.monotonicMs() } }),
  })
})
afterAll(() => daemon.stop())

const entriesOf = async (query: { appId?: string; action?: 'key-deleted'; keyId?: string }) =>
  (await daemon.client.call('listAuditLog', { query })).entries

test('[13] the audit log names who did what to which app, key, policy, snapshot and session', async () => {
  const { id: appId } = await daemon.client.call('createApp', { body: { name: 'support' } })
  const key = await daemon.client.call('createKey', { body: { appId, role: 'app' } })
  await daemon.client.call('rotateKey', { params: { keyId: key.id }, body: { graceSeconds: 60 } })
  const mine = daemon.client.as(key.key)
  await mine.call('updateApp', { params: { appId }, body: { retentionDays: 90, policy: { tail: { tokens: 900 } } } })
  const session = await daemon.openSession({}, { key: key.key })
  await session.append(talk(2))
  const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
  await session.append(talk(1, 3))
  await mine.call('restoreSnapshot', { params: { sessionId: session.id, snapshotId } })
  await mine.call('updateSession', { params: { sessionId: session.id }, body: { policy: { tail: { tokens: 700 } } } })
  await mine.call('updateSession', { params: { sessionId: session.id }, body: { metadata: { note: 'no policy' } } })
  await daemon.call('DELETE', `/v1/sessions/${session.id}`, {
    key: key.key,
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'request-1' },
  })
  await daemon.client.call('deleteKey', { params: { keyId: key.id } })

  const entries = (await entriesOf({ appId })).toReversed()
  expect(entries.map(({ action, target, actor }) => [action, target, actor.keyId, actor.role])).toEqual([
    ['app-created', appId, 'admin', 'admin'],
    ['key-created', key.id, 'admin', 'admin'],
    ['key-rotated', key.id, 'admin', 'admin'],
    ['app-updated', appId, key.id, 'app'],
    ['snapshot-restored', session.id, key.id, 'app'],
    ['session-updated', session.id, key.id, 'app'],
    ['session-deleted', session.id, key.id, 'app'],
    ['key-deleted', key.id, 'admin', 'admin'],
  ])
  expect(entries[3]!.details).toEqual({ retentionDays: 90, policy: ['tail'] })
  expect(entries[6]).toMatchObject({
    actor: { address: expect.stringMatching(/127\.0\.0\.1$/), forwardedFor: '203.0.113.9', requestId: 'request-1' },
    details: { messages: talk(2).length + talk(1, 3).length },
  })
  expect((await entriesOf({ appId, action: 'key-deleted' })).length).toBe(1)
  expect((await entriesOf({ keyId: key.id })).length).toBe(4)
})

test('[13] an act that fails or changes nothing leaves no entry', async () => {
  const before = await entriesOf({})
  expect((await daemon.call('DELETE', '/v1/keys/key_unknown')).status).toBe(404)
  expect((await daemon.call('DELETE', `/v1/sessions/ses_${'0'.repeat(26)}`)).status).toBe(404)
  const { app } = await daemon.newApp()
  const made = await entriesOf({})
  expect((await daemon.client.as(app).send('createApp', { body: { name: 'no' } })).status).toBe(403)
  expect(await entriesOf({})).toEqual(made)
  expect(made.length).toBe(before.length + 3)
})

test('[P11] [13] only an admin reads the audit log, and pages do not overlap', async () => {
  const { app, viewer } = await daemon.newApp()
  for (const key of [app, viewer]) expect((await daemon.client.as(key).send('listAuditLog', {})).status).toBe(403)
  const all = await entriesOf({})
  const seen: string[] = []
  for (let after: string | undefined; ;) {
    const page = await daemon.client.call('listAuditLog', { query: { limit: '3', ...(after && { after }) } })
    seen.push(...page.entries.map(({ id }) => id))
    if (page.nextAfter === null) break
    after = page.nextAfter
  }
  expect(seen).toEqual(all.map(({ id }) => id))
  expect((await daemon.call('GET', '/v1/audit-log?after=x')).status).toBe(400)
})

test('[13] the name of a scope is in the audit log as a hash only', async () => {
  const { app, appId } = await daemon.newApp()
  const scope = 'jane.roe@example.org'
  await daemon.client.as(app).call('deleteScope', { params: { scope } })
  const [entry] = await entriesOf({ appId })
  expect(entry).toMatchObject({ action: 'scope-deleted', target: expect.stringMatching(/^sha256:[\da-f]{64}$/) })
  expect(JSON.stringify(entry)).not.toContain('jane')
})

test('[13] entries are deleted after AUDIT_LOG_DAYS, and the oldest beyond the greatest number', async () => {
  await daemon.newApp()
  laterMs = 29 * DAY_MS
  expect(await trimAuditLog(daemon.ports)).toBe(0)
  await daemon.newApp()
  laterMs = 31 * DAY_MS
  expect(await trimAuditLog(daemon.ports)).toBeGreaterThan(0)
  expect((await entriesOf({})).length).toBe(3)
  expect(await daemon.ports.store.trimAuditLog(new Date(0), 2, 100)).toBe(1)
  expect((await entriesOf({})).length).toBe(2)
  laterMs = 0
})

test('[13] ACCESS_LOG writes a line for each request, without its query, a secret, or the name of a scope', async () => {
  const { app, appId } = await daemon.newApp()
  const { keys } = await daemon.client.call('listKeys', { query: { appId } })
  await daemon.call('GET', '/v1/search?q=very-private-words', { key: app })
  await daemon.call('DELETE', '/v1/scopes/jane-roe', { key: app })
  await daemon.call('GET', `/with-key/${app}/ollama/api/version`, { key: null })
  // In an order that no door has.
  await daemon.call('GET', `/in-session/jane-roe/with-key/${app}/ollama/api/version`, { key: null })
  await daemon.call('GET', '/v1/sessions', { key: 'a wrong one' })
  const lines = () =>
    daemon.logged().flatMap((text) => {
      const line = JSON.parse(text)
      return line.msg === 'request' ? [line] : []
    })
  await until('the last line is written', async () => lines().some(({ status }) => status === 401))
  const one = (path: string) => lines().findLast((line) => line.path === path)
  expect(one('/v1/search')).toMatchObject({ method: 'GET', status: 200, appId })
  expect(keys.map(({ id }) => id)).toContain(one('/v1/search').keyId)
  expect(one('/v1/search').ms).toBeGreaterThanOrEqual(0)
  expect(one('/v1/scopes/[scope]')).toMatchObject({ method: 'DELETE', status: 200, appId })
  expect(one('/with-key/[key]/ollama/api/version')).toMatchObject({ appId })
  expect(one('/in-session/[name]/with-key/[key]/ollama/api/version')).toMatchObject({ status: 404 })
  expect(lines().findLast(({ status }) => status === 401)).toMatchObject({ keyId: null, appId: null })
  const log = daemon.logged().join('\n')
  for (const secret of [ADMIN_KEY, app, 'very-private-words', 'jane-roe', 'a wrong one'])
    expect(log).not.toContain(secret)
})

test('[13] without ACCESS_LOG no request is logged', async () => {
  const quiet = await startDaemon()
  try {
    await quiet.call('GET', '/v1/sessions')
    expect(quiet.logged().filter((text) => JSON.parse(text).msg === 'request')).toEqual([])
  } finally {
    await quiet.stop()
  }
})
