import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../src/ports/ports.js'
import { LEASE_MS } from '../../src/domain/compression/compression.js'
import { snapshotOf } from '../../src/domain/time/snapshot.js'
import { openStore } from '../../src/store/index.js'
import { execute, migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { aCheckpoint, aCompression, append, aReduction, aSession, sessionCreated } from './builders.js'

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

const opened = async (changes = {}) => store.insertSession(aSession(changes), [sessionCreated()])

describe('[P2] every message is in one state', () => {
  test('reduced, covered and evicted are seen at once in the transaction, after it, and by others', async () => {
    const { id } = await opened()
    const reduction = aReduction(4, { placeholder: 'NUL \0 \ud800' })
    const checkpoint = aCheckpoint(id)
    const cut = {
      id: `cut_${id}`,
      kind: 'evict' as const,
      version: 9,
      reason: 'why',
      evicted: [{ from: 5, to: 6 }],
      tokensBefore: 9,
      tokensAfter: 1,
      checkpointId: null,
      compressionId: null,
    }
    await store.change(id, null, (tx) => append(tx, 8))
    await other.records(id, null)
    const seen = await store.change(id, null, async (tx) => {
      expect(await tx.entries()).toHaveLength(8)
      await tx.insertReductions([reduction])
      expect(await tx.cover([{ from: 1, to: 3 }])).toBe(3)
      expect(await tx.cover([{ from: 2, to: 4 }])).toBe(1)
      await tx.insertReductions([])
      expect(
        await tx.evict([
          { from: 5, to: 6 },
          { from: 90, to: 99 },
        ]),
      ).toBe(2)
      await tx.insertCheckpoint(checkpoint)
      await tx.insertCut(cut)
      return { entries: await tx.entries(), reductions: await tx.reductions(), checkpoints: await tx.checkpoints() }
    })
    expect(seen.entries.map(({ seq }) => seq)).toEqual([7, 8])
    expect(seen.reductions).toEqual([]) // its message left
    expect(seen.checkpoints).toEqual([checkpoint])
    for (const from of [store, other]) {
      expect(await from.records(id, null)).toMatchObject(seen)
      expect((await from.states(id)).map(({ state }) => state)).toEqual([
        'covered',
        'covered',
        'covered',
        'covered',
        'evicted',
        'evicted',
        'raw',
        'raw',
      ])
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
    await store.change(id, null, (tx) =>
      tx.insertReductions([aReduction(1, { kind: 'covered', placeholder: null, tokensBefore: 4, tokensAfter: 0 })]),
    )
    for (const from of [store, other]) {
      const records = await from.records(id, null)
      expect(records?.entries.map(({ state, viewTokens }) => [state, viewTokens])).toEqual([
        ['reduced', 4],
        ['raw', 14],
      ])
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
    expect(await store.checkpoints(id, { limit: 9, superseded: true })).toEqual([
      newer,
      { ...older, supersededBy: newer.id },
    ])
    await expect(store.change(id, null, (tx) => tx.supersede([older.id], newer.id))).rejects.toThrow(/are live/)
  })
})

test('[I33] [P1] history cannot be edited or thinned out, not even by SQL', async () => {
  const { id } = await opened()
  await store.change(id, null, async (tx) => {
    await append(tx)
    await tx.insertCheckpoint(aCheckpoint(id))
  })
  const refused = (sql: string) =>
    expect(execute(database.url, `SET search_path = palimpsest; ${sql}`)).rejects.toMatchObject({ code: '23001' })
  await refused(`UPDATE messages SET raw = '"x"' WHERE session_id = '${id}'`)
  await refused(`UPDATE messages SET tokens = 1 WHERE session_id = '${id}'`)
  await refused(`DELETE FROM messages WHERE session_id = '${id}'`)
  await refused(`TRUNCATE messages CASCADE`)
  await refused(`UPDATE checkpoints SET body = '{}' WHERE session_id = '${id}'`)
  await refused(`DELETE FROM checkpoints WHERE session_id = '${id}'`)
  await refused(`UPDATE events SET data = '{}' WHERE session_id = '${id}'`)
})

test('[I31] [C7] at most one compression of a session is queued or running, and leases decide which worker runs it', async () => {
  const { id } = await opened()
  const [one, two] = [aCompression(id), aCompression(id)]
  await store.change(id, null, (tx) => tx.insertCompression(one))
  const second = other.change(id, null, async (tx) => {
    await tx.insertCompression(two)
  })
  await expect(second).rejects.toMatchObject({ code: 'compression_running' })
  const isPending = async () =>
    (await store.pending(100)).some(({ compressionId, sessionId }) => compressionId === one.id && sessionId === id)
  expect(await isPending()).toBe(true)
  const now = await store.change(id, null, async (tx) => tx.now)
  const running = {
    ...one,
    runs: 1,
    state: {
      status: 'running' as const,
      stage: 'summarize' as const,
      startedAt: now,
      leaseUntil: new Date(+now + LEASE_MS),
    },
  }
  await store.change(id, null, (tx) => tx.updateCompression(running))
  expect(await isPending()).toBe(false)
  expect(await store.compression(id, one.id)).toEqual(running)
  await execute(
    database.url,
    `UPDATE palimpsest.compressions SET lease_until = now() - interval '1 second' WHERE id = '${one.id}'`,
  )
  expect(await isPending()).toBe(true)
  expect(await store.extendLease({ sessionId: id, compressionId: one.id, runs: 1 })).toBe(true)
  expect(await isPending()).toBe(false)
  const failed = {
    ...running,
    state: { status: 'failed' as const, reason: 'internal' as const, detail: 'NUL \0', finishedAt: now },
  }
  await store.change(id, null, (tx) => tx.updateCompression(failed))
  expect(await store.extendLease({ sessionId: id, compressionId: one.id, runs: 1 })).toBe(false)
  expect(await store.change(id, null, (tx) => tx.activeCompression())).toBeNull()
  await store.change(id, null, (tx) => tx.insertCompression(two))
  expect(await store.compressions(id, { limit: 9 })).toEqual([two, failed])
})

test('[R1] [R4] an automatic snapshot stays while a live checkpoint names it, however few are kept', async () => {
  const session = await opened()
  const { id } = session
  const saved = async (name: string) => {
    const made = {
      id: `snp_${name}_${id}`,
      name: null,
      purpose: 'recovery' as const,
      auto: true,
      createdAt: new Date(),
    }
    await store.change(id, null, (tx) => tx.insertSnapshot(snapshotOf(tx.session, made), 1))
    return made.id
  }
  const kept = async () => (await store.snapshots(id, { limit: 10 })).map((snapshot) => snapshot.id)
  const first = await saved('a')
  const epoch = { ...aCheckpoint(id), text: `A new epoch began here; snapshot ${first} holds the state before it.` }
  await store.change(id, null, (tx) => tx.insertCheckpoint(epoch))
  await saved('b')
  const third = await saved('c')
  expect(await kept()).toEqual([third, first])
  await store.change(id, null, async (tx) => {
    const next = aCheckpoint(id)
    await tx.insertCheckpoint(next)
    await tx.supersede([epoch.id], next.id)
  })
  expect(await kept()).toEqual([third, first])
  const fourth = await saved('d')
  expect(await kept()).toEqual([fourth])
})
