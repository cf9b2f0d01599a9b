import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../src/app/ports.js'
import { openStore } from '../../src/store/index.js'
import { execute, select, testDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'
import { aCheckpoint, aCompression, aMessage, append, aReduction, aSession } from './builders.js'

let database: TestDatabase
let store: Store
/** A second process in effect: its own pool and caches on the same database. */
let other: Store
beforeAll(async () => {
  database = await testDatabase()
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

const opened = async (changes = {}) => store.insertSession(aSession(changes), [{ type: 'session-created', data: {} }])

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

test('[P11] another app\'s session is not there', async () => {
  const { id } = await opened()
  expect(await store.session(id, 'app_two')).toBeNull()
  expect(await store.records(id, 'app_two')).toBeNull()
  expect(await store.deleteSession(id, 'app_two')).toBe(false)
  await expect(store.change(id, 'app_two', async () => 1)).rejects.toMatchObject({ code: 'session_not_found' })
  await expect(store.change('ses_\0', null, async () => 1)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('sessions are listed newest first, page by page, for one app or all', async () => {
  const appId = 'app_pages'
  const ids = []
  for (let i = 0; i < 5; i++) ids.push((await opened({ appId })).id)
  ids.reverse()
  const first = await store.sessions(appId, { limit: 3 })
  const second = await store.sessions(appId, { limit: 3, after: first.at(-1)?.id })
  expect([...first, ...second].map(({ id }) => id)).toEqual(ids)
  expect((await store.sessions(null, { limit: 100 })).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
})

test('[P1] the same Idempotency-Key makes one session, however many ask at once', async () => {
  const key = { key: 'key \0 of any kind', bodyDigest: 'd1' }
  const made = await Promise.all(Array.from({ length: 8 }, (_, i) => (i % 2 ? store : other).insertSession(aSession(), [], key)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  await expect(store.insertSession(aSession(), [], { ...key, bodyDigest: 'd2' })).rejects.toMatchObject({ code: 'idempotency_conflict' })
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
  await expect(store.change(id, null, (tx) => append(tx, 1, { raw: '"\ud800"' }))).rejects.toMatchObject({ code: 'invalid_request' })
})

test('[P2] concurrent appends through two processes are numbered without gaps, events too', async () => {
  const { id } = await opened()
  await Promise.all(Array.from({ length: 60 }, (_, i) => (i % 2 ? store : other).change(id, null, (tx) => append(tx, 1 + (i % 3)))))
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

test('[P1] work that fails leaves nothing, in tables or caches', async () => {
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
  await expect(store.change(id, null, (tx) => tx.insertMessages([aMessage(2)]))).rejects.toThrow(/last message/)
  await expect(store.change(id, null, (tx) => tx.insertMessages([aMessage(9)]))).rejects.toThrow(/should have been/)
  // A write that fails unseen takes the commit with it.
  const twice = aReduction(1)
  await expect(store.change(id, null, (tx) => tx.insertReductions([twice, twice]))).rejects.toMatchObject({ code: '23505' })
  expect(await store.records(id, null)).toEqual(before)
})

describe('[P2] every message is in one state', () => {
  test('reduced, covered and set aside are seen at once in the transaction, after it, and by others', async () => {
    const { id } = await opened()
    const reduction = aReduction(4, { standIn: 'NUL \0 \ud800' })
    const checkpoint = aCheckpoint(id)
    const cut = { id: `cut_${id}`, kind: 'set-aside' as const, version: 9, reason: 'why', setAside: [{ from: 5, to: 6 }], tokensBefore: 9, tokensAfter: 1, checkpointId: null, compressionId: null }
    await store.change(id, null, (tx) => append(tx, 8))
    await other.records(id, null)
    const seen = await store.change(id, null, async (tx) => {
      expect(await tx.entries()).toHaveLength(8)
      await tx.insertReductions([reduction])
      expect(await tx.cover([{ from: 1, to: 3 }])).toBe(3)
      expect(await tx.cover([{ from: 2, to: 4 }])).toBe(1)
      await tx.insertReductions([])
      expect(await tx.setAside([{ from: 5, to: 6 }, { from: 90, to: 99 }])).toBe(2)
      await tx.insertCheckpoint(checkpoint)
      await tx.insertCut(cut)
      return { entries: await tx.entries(), reductions: await tx.reductions(), checkpoints: await tx.checkpoints() }
    })
    expect(seen.entries.map(({ seq }) => seq)).toEqual([7, 8])
    expect(seen.reductions).toEqual([]) // its message left
    expect(seen.checkpoints).toEqual([checkpoint])
    for (const from of [store, other]) {
      expect(await from.records(id, null)).toMatchObject(seen)
      expect((await from.states(id)).map(({ state }) => state)).toEqual(['covered', 'covered', 'covered', 'covered', 'aside', 'aside', 'raw', 'raw'])
      expect(await from.cuts(id)).toEqual([cut])
      expect(await from.reductions(id, { limit: 9 })).toEqual([reduction])
      expect(await from.reduction(id, reduction.id)).toEqual(reduction)
      expect(await from.checkpoint(id, checkpoint.id)).toEqual(checkpoint)
    }
  })

  test('a reduced message keeps its place, smaller; a part may be reduced again', async () => {
    const { id } = await opened()
    await store.change(id, null, (tx) => append(tx, 2))
    await store.records(id, null)
    await store.change(id, null, (tx) => tx.insertReductions([aReduction(1)]))
    await store.change(id, null, (tx) => tx.insertReductions([aReduction(1, { kind: 'covered', standIn: null, tokensBefore: 4, tokensAfter: 0 })]))
    for (const from of [store, other]) {
      const records = await from.records(id, null)
      expect(records?.entries.map(({ state, viewTokens }) => [state, viewTokens])).toEqual([['reduced', 4], ['raw', 14]])
      expect(records?.reductions.map(({ kind }) => kind)).toEqual(['offload', 'covered'])
    }
  })

  test('superseded checkpoints leave the context and stay readable', async () => {
    const { id } = await opened()
    const [older, newer] = [aCheckpoint(id), aCheckpoint(id, { level: 2 })]
    await store.change(id, null, (tx) => tx.insertCheckpoint(older))
    await store.change(id, null, async (tx) => {
      await tx.supersede([older.id], newer.id)
      await tx.insertCheckpoint(newer)
      expect(await tx.checkpoints()).toEqual([newer])
    })
    expect(await store.checkpoints(id, { limit: 9 })).toEqual([newer])
    expect(await store.checkpoints(id, { limit: 9, superseded: true })).toEqual([newer, { ...older, supersededBy: newer.id }])
    await expect(store.change(id, null, (tx) => tx.supersede([older.id], newer.id))).rejects.toThrow(/were live/)
  })
})

test('[P1] history cannot be edited or thinned out, not even by SQL', async () => {
  const { id } = await opened()
  await store.change(id, null, async (tx) => {
    await append(tx)
    await tx.insertCheckpoint(aCheckpoint(id))
  })
  const refused = (sql: string) => expect(execute(database.url, `SET search_path = palimpsest; ${sql}`)).rejects.toMatchObject({ code: '23001' })
  await refused(`UPDATE messages SET raw = '"x"' WHERE session_id = '${id}'`)
  await refused(`UPDATE messages SET tokens = 1 WHERE session_id = '${id}'`)
  await refused(`DELETE FROM messages WHERE session_id = '${id}'`)
  await refused(`TRUNCATE messages CASCADE`)
  await refused(`UPDATE checkpoints SET body = '{}' WHERE session_id = '${id}'`)
  await refused(`DELETE FROM checkpoints WHERE session_id = '${id}'`)
  await refused(`UPDATE events SET data = '{}' WHERE session_id = '${id}'`)
})

test('[P1] a remembered reply comes back; a key is remembered once', async () => {
  const { id } = await opened()
  await store.change(id, null, (tx) => tx.rememberReply('k \0', 'digest', '{"odd":"\ud800"}'))
  expect(await other.change(id, null, (tx) => tx.rememberedReply('k \0'))).toEqual({ bodyDigest: 'digest', reply: '{"odd":"\ud800"}' })
  expect(await store.change(id, null, (tx) => tx.rememberedReply('k'))).toBeNull()
  await expect(store.change(id, null, (tx) => tx.rememberReply('k \0', 'd', 'r'))).rejects.toMatchObject({ code: '23505' })
})

test('[C7] at most one compression of a session is queued or running, and leases decide who owes it', async () => {
  const { id } = await opened()
  const [one, two] = [aCompression(id), aCompression(id)]
  await store.change(id, null, (tx) => tx.insertCompression(one))
  const second = other.change(id, null, async (tx) => {
    await tx.insertCompression(two)
  })
  await expect(second).rejects.toMatchObject({ code: 'compression_running' })
  const now = new Date('2026-01-02T04:00:00Z')
  const owes = async () => (await store.owed(now, 100)).some(({ compressionId, sessionId }) => compressionId === one.id && sessionId === id)
  expect(await owes()).toBe(true)
  const running = { ...one, runs: 1, state: { status: 'running' as const, stage: 'summarise' as const, startedAt: now, leaseUntil: new Date(+now + 1) } }
  await store.change(id, null, (tx) => tx.updateCompression(running))
  expect(await owes()).toBe(false)
  expect(await store.compression(id, one.id)).toEqual(running)
  expect(await store.extendLease(one.id, new Date(+now - 1))).toBe(true)
  expect(await owes()).toBe(true)
  expect(await store.change(id, null, (tx) => tx.activeCompression())).toMatchObject({ id: one.id, state: { leaseUntil: new Date(+now - 1) } })
  const failed = { ...one, state: { status: 'failed' as const, reason: 'internal' as const, detail: 'NUL \0', finishedAt: now } }
  await store.change(id, null, (tx) => tx.updateCompression(failed))
  expect(await store.extendLease(one.id, now)).toBe(false)
  expect(await store.change(id, null, (tx) => tx.activeCompression())).toBeNull()
  await store.change(id, null, (tx) => tx.insertCompression(two))
  expect(await store.compressions(id, { limit: 9 })).toEqual([two, failed])
})

test('a changed setup reaches other processes; an unchanged one is not written again', async () => {
  const { id } = await opened({ systemPrompt: 'x'.repeat(10_000) })
  await other.records(id, null)
  await store.change(id, null, (tx) => append(tx))
  await store.change(id, null, async ({ session }) => {
    session.policy.tail.messages = 77
    session.metadata = '{"a":1}'
  })
  for (const from of [store, other]) {
    expect((await from.records(id, null))?.session).toMatchObject({ metadata: '{"a":1}', policy: { tail: { messages: 77 } } })
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
  const [deleted, late] = await Promise.allSettled([store.deleteSession(id, 'app_one'), other.change(id, null, (tx) => append(tx))])
  expect(deleted).toMatchObject({ value: true })
  expect(['fulfilled', 'rejected']).toContain(late.status)
  expect(await store.deleteSession(id, null)).toBe(false)
  expect(await store.records(id, null)).toBeNull()
  expect(await store.messages(id, [1, 2, 3])).toEqual([])
  for (const table of ['messages', 'reductions', 'checkpoints', 'compressions', 'idempotency', 'cuts']) {
    expect(await select(database.url, `SELECT 1 FROM palimpsest.${table} WHERE session_id = $1`, [id])).toEqual([])
  }
  const events = await settledEvents(id, 1)
  expect(events.map(({ type }) => type)).toEqual(['session-deleted'])
})
