import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../src/ports/ports.js'
import { openStore } from '../../src/store/index.js'
import { knownSetup, sessionOf, setupText, stateText } from '../../src/store/tables/session-row.js'
import { select, migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'
import { aCheckpoint, aCompression, aMessage, append, aReduction, aSession, sessionCreated } from './builders.js'

let database: TestDatabase
let store: Store
/** A second process in effect: its own pool and caches on the same database. */
let other: Store
beforeAll(async () => {
  database = await migratedDatabase()
  store = await openStore({ url: database.url, log: quietLog() })
  other = await openStore({ url: database.url, log: quietLog() })
})
afterAll(async () => {
  await Promise.all([store?.close(), other?.close()])
  await database?.drop()
})

/** Events are given out once no older transaction is at work, on the whole server: other tests may hold them up for a moment. */
const settledEvents = (id: string, count: number) =>
  until(`${count} events of ${id}`, async () => {
    const { events } = await store.events('0', { appId: 'app_one', sessionIds: [id] }, 1_000)
    return events.length >= count && events
  })

const opened = async (changes = {}) => store.insertSession(aSession(changes), [sessionCreated()])

test('[P1] a session comes back as it was stored, odd characters and all', async () => {
  const odd = aSession({
    systemPrompt: 'NUL \0, half a pair \udfff, 漢字 👩‍🚀',
    tools: '[ {"b":1, "a":1, "a":2} ]',
    metadata: '{"z":"\\u0000","y":1.0e5}',
    compressor: { state: 'stuck', reason: 'full \0' },
    openCalls: [{ seq: 1, callId: '\ud800', name: 'x' }],
  })
  const made = await store.insertSession(odd, [])
  expect(made).toEqual(odd)
  expect(await other.session(odd.id, null)).toEqual(odd)
  expect(await store.session(odd.id, odd.appId)).toEqual(odd)
})

test("[P11] another app's session is not there", async () => {
  const { id } = await opened()
  expect(await store.session(id, 'app_two')).toBeNull()
  expect(await store.records(id, 'app_two')).toBeNull()
  expect(await store.deleteSession(id, 'app_two')).toBeNull()
  await expect(store.change(id, 'app_two', async () => 1)).rejects.toMatchObject({ code: 'session_not_found' })
  await expect(store.change('ses_\0', null, async () => 1)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('sessions are listed newest first, page by page, for one app or all', async () => {
  const appId = 'app_pages'
  const ids = []
  for (let i = 0; i < 5; i++) ids.push((await opened({ appId })).id)
  ids.reverse()
  const { sessions: first } = await store.sessions(appId, { limit: 3 })
  const { sessions: second } = await store.sessions(appId, { limit: 3, after: first.at(-1)?.id })
  expect([...first, ...second].map(({ id }) => id)).toEqual(ids)
  expect((await store.sessions(null, { limit: 100 })).sessions.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
})

test('[13] a page of large sessions is bounded before their rows are read, and says that more follow', async () => {
  const appId = 'app_large'
  for (let i = 0; i < 4; i++) await opened({ appId, metadata: JSON.stringify({ a: 'x'.repeat(3_000_000) }) })
  const last = await opened({ appId, metadata: JSON.stringify({ a: 'x'.repeat(9_000_000) }) })
  const first = await store.sessions(appId, { limit: 50 })
  expect(first).toMatchObject({ sessions: [{ id: last.id }], more: true })
  const second = await store.sessions(appId, { limit: 50, after: last.id })
  expect([second.sessions.length, second.more]).toEqual([2, true])
  const third = await store.sessions(appId, { limit: 50, after: second.sessions.at(-1)!.id })
  expect([third.sessions.length, third.more]).toEqual([2, false])
  expect(await store.sessions(appId, { limit: 50, after: third.sessions.at(-1)!.id })).toEqual({
    sessions: [],
    more: false,
  })
})

test('the branch that was active last is found by its metadata', async () => {
  const appId = 'app_branches'
  const at = (hours: number) => ({ lastActivityAt: new Date(Date.UTC(2026, 0, 1, hours)) })
  const metadata = '{"conversation":"trip"}'
  await opened({ appId, metadata, ...at(1) })
  const { id } = await opened({ appId, metadata, ...at(3) })
  await opened({ appId, metadata, ...at(2) })
  await opened({ appId, metadata: '{"conversation":"other"}', ...at(4) })
  await opened({ appId: 'app_elsewhere', metadata, ...at(5) })
  expect((await store.latestSessions(appId, { conversation: 'trip' }, 1)).map((one) => one.id)).toEqual([id])
  expect(await store.latestSessions(appId, { conversation: 'none' }, 1)).toEqual([])
})

test('[P1] the same Idempotency-Key makes one session, however many ask at once', async () => {
  const key = { key: 'key \0 of any kind', bodyDigest: 'd1' }
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, i) => (i % 2 ? store : other).insertSession(aSession(), [], key)),
  )
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  await expect(store.insertSession(aSession(), [], { ...key, bodyDigest: 'd2' })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  })
})

test('[P1] raw text, shapes and external ids come back exactly; what UTF-8 cannot say is refused', async () => {
  const { id } = await opened()
  const raw = '{ "content" : "\\u0000 \\ud800 é 漢字 👩‍🚀 \u0001\u2028", "a":1, "a":1.0 }'
  const shape = [{ kind: 'tool_call' as const, tokens: 3, callId: '\0\ud800', name: 'say "hi" \\ {x}' }]
  const [stored] = await store.change(id, null, (tx) => append(tx, 1, { raw, shape, externalId: 'ext \0' }))
  for (const from of [store, other]) {
    const [message] = await from.messages(id, [1, 99])
    expect(message).toMatchObject({ raw, shape, externalId: 'ext \0', digest: stored?.digest, sessionId: id })
    expect(await from.history(id, { from: 1, to: 9, limit: 9 })).toEqual([message])
    expect((await from.records(id, null))?.entries[0]?.shape).toEqual(shape)
  }
  await expect(store.change(id, null, (tx) => append(tx, 1, { raw: '"\ud800"' }))).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('[P2] concurrent appends through two processes are numbered without gaps, events too', async () => {
  const { id } = await opened()
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => (i % 2 ? store : other).change(id, null, (tx) => append(tx, 1 + (i % 3)))),
  )
  const history = await store.history(id, { from: 1, to: 1_000, limit: 1_000 })
  expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1))
  const events = await settledEvents(id, 121)
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 121 }, (_, i) => i + 1))
  for (const from of [store, other]) {
    const records = await from.records(id, null)
    expect(records?.session).toMatchObject({ lastSeq: 120, eventSeq: 121 })
    expect(records?.entries.map(({ seq }) => seq)).toEqual(history.map(({ seq }) => seq))
  }
})

test('[I32] [P1] work that fails leaves nothing, in tables or caches', async () => {
  const { id } = await opened()
  await store.change(id, null, (tx) => append(tx))
  const before = await store.records(id, null)
  const failing = store.change(id, null, async (tx) => {
    await append(tx, 2)
    expect(await tx.entries()).toHaveLength(3)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await store.records(id, null)).toEqual(before)
  expect(await store.messages(id, [2])).toEqual([])
  // Rows that contradict the session are a bug of the caller, and never committed.
  await expect(store.change(id, null, (tx) => tx.insertMessages([aMessage(2)]))).rejects.toThrow(/has lastSeq/)
  await expect(store.change(id, null, (tx) => tx.insertMessages([aMessage(9)]))).rejects.toThrow(
    /expected message \d+ next, received message 9/,
  )
  // A write that fails unseen takes the commit with it.
  const twice = aReduction(1)
  await expect(store.change(id, null, (tx) => tx.insertReductions([twice, twice]))).rejects.toMatchObject({
    code: '23505',
  })
  expect(await store.records(id, null)).toEqual(before)
})

test('[P1] a remembered reply comes back; a key is remembered once', async () => {
  const { id } = await opened()
  await store.change(id, null, (tx) => tx.rememberReply('k \0', 'digest', '{"odd":"\ud800"}'))
  expect(await other.change(id, null, (tx) => tx.rememberedReply('k \0'))).toEqual({
    bodyDigest: 'digest',
    reply: '{"odd":"\ud800"}',
  })
  expect(await store.change(id, null, (tx) => tx.rememberedReply('k'))).toBeNull()
  await expect(store.change(id, null, (tx) => tx.rememberReply('k \0', 'd', 'r'))).rejects.toMatchObject({
    code: '23505',
  })
})

test('a changed setup reaches other processes; an unchanged one is not written again', async () => {
  const { id } = await opened({ systemPrompt: 'x'.repeat(10_000) })
  await other.records(id, null)
  await store.change(id, null, (tx) => append(tx))
  await store.change(id, null, async (tx) => {
    const { policy } = tx.session
    tx.change({ policy: { ...policy, tail: { ...policy.tail, messages: 77 } }, metadata: '{"a":1}' })
  })
  for (const from of [store, other]) {
    expect((await from.records(id, null))?.session).toMatchObject({
      metadata: '{"a":1}',
      policy: { tail: { messages: 77 } },
    })
  }
  const rows = await select(database.url, 'SELECT setup_revision FROM palimpsest.sessions WHERE id = $1', [id])
  expect(rows).toEqual([{ setup_revision: 2 }])
})

test('[P1] deleting a session takes all of it but the event that says so', async () => {
  const { id } = await opened()
  await store.change(id, null, async (tx) => {
    await append(tx, 3)
    await tx.insertReductions([aReduction(2)])
    await tx.insertCheckpoint(aCheckpoint(id))
    await tx.insertCompression(aCompression(id))
    await tx.rememberReply('k', 'd', 'r')
  })
  const [deleted, late] = await Promise.allSettled([
    store.deleteSession(id, 'app_one'),
    other.change(id, null, (tx) => append(tx)),
  ])
  expect(deleted).toMatchObject({ value: { checkpoints: 1, compressions: 1, reductions: 1 } })
  expect(['fulfilled', 'rejected']).toContain(late.status)
  expect(await store.deleteSession(id, null)).toBeNull()
  expect(await store.records(id, null)).toBeNull()
  expect(await store.messages(id, [1, 2, 3])).toEqual([])
  for (const table of ['messages', 'reductions', 'checkpoints', 'compressions', 'idempotency', 'cuts']) {
    expect(await select(database.url, `SELECT 1 FROM palimpsest.${table} WHERE session_id = $1`, [id])).toEqual([])
  }
  const events = await settledEvents(id, 1)
  expect(events.map(({ type }) => type)).toEqual(['session-deleted'])
})

test('[Q1] a session from before its policy had a rule gets that of its preset', () => {
  const session = aSession()
  const { reliability, ...older } = session.policy
  const { id, appId: app_id, createdAt: created_at, lastActivityAt: last_activity_at } = session
  const setup = JSON.stringify({ ...JSON.parse(setupText(session)), policy: older })
  const numbers = { last_seq: 0, event_seq: 0, revision: 1, setup_revision: 1, shared_seq: 0 }
  const row = { id, app_id, created_at, last_activity_at, ...numbers, state: stateText(session), setup }
  expect(sessionOf(row, knownSetup(row, undefined)).policy).toEqual({ ...older, reliability })
})
