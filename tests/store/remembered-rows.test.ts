import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { SessionTx, Store } from '../../src/ports/ports.js'
import { DomainError } from '../../src/domain/errors.js'
import { openStore } from '../../src/store/index.js'
import { select, migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'
import { watchStatements } from '../support/watch-statements.js'
import { addMessage, aSession, sessionCreated } from './builders.js'

/** A store remembers the sessions that it changes, and compares them when it writes. */

let database: TestDatabase
let store: Store
/** A second process in effect. */
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
afterEach(() => void vi.restoreAllMocks())

const write = (by: Store, id: string, work: (tx: SessionTx) => Promise<number> = addMessage) =>
  by.change(id, 'app_one', work, { isWrite: true })

/** Opens a session that the store remembers. It has four messages. */
async function remembered(): Promise<string> {
  const { id } = await store.insertSession(aSession(), [sessionCreated()])
  for (let i = 0; i < 4; i++) await write(store, id)
  return id
}

/** Numbers that are stored: of the messages and events, and the counters of the session. */
async function stored(id: string) {
  const text = `SELECT last_seq, event_seq,
    (SELECT array_agg(m.seq ORDER BY m.seq) FROM messages m WHERE m.session_id = s.id) AS messages,
    (SELECT array_agg(e.seq ORDER BY e.tx, e.n) FROM events e WHERE e.session_id = s.id AND e.type = 'message-appended') AS events
    FROM palimpsest.sessions s WHERE id = $1`.replaceAll(/FROM (messages|events)/g, 'FROM palimpsest.$1')
  const [row] = await select<{ last_seq: number; event_seq: number; messages: number[]; events: number[] }>(
    database.url,
    text,
    [id],
  )
  return row!
}
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

test('[P1] an append to a session that this process changed before is one round trip', async () => {
  const id = await remembered()
  const trips = watchStatements()
  expect(await write(store, id)).toBe(5)
  const names = trips.map((trip) => trip.names).filter((trip) => !trip.some((name) => name.startsWith('NOTIFY')))
  expect(names).toEqual([['update-remembered', 'insert-messages-1', 'mark-unindexed', 'insert-events']])
  expect(await stored(id)).toMatchObject({ last_seq: 5, messages: upTo(5) })
})

test('[P1] [P10] what another process changed is found before anything is stored, and the work runs again', async () => {
  const id = await remembered()
  await write(other, id)
  const seen: number[] = []
  const seq = await write(store, id, (tx) => {
    seen.push(tx.session.lastSeq)
    return addMessage(tx)
  })
  expect(seen).toEqual([4, 5])
  expect(seq).toBe(6)
  const { last_seq, messages, events, event_seq } = await stored(id)
  expect({ last_seq, messages }).toEqual({ last_seq: 6, messages: upTo(6) })
  expect(events).toEqual(upTo(events.length + 1).slice(1))
  expect(event_seq).toBe(events.at(-1))
})

test('[P1] [P10] two processes that append at once lose nothing and double nothing', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, remembered))
  await Promise.all(
    ids.flatMap((id) =>
      [store, other].map(async (by) => {
        for (let i = 0; i < 40; i++) await write(by, id)
      }),
    ),
  )
  for (const id of ids) {
    const { last_seq, messages, events } = await stored(id)
    expect({ last_seq, messages }).toEqual({ last_seq: 84, messages: upTo(84) })
    expect(events).toEqual(upTo(85).slice(1))
  }
})

test('a refusal by what is remembered is made again by what is stored', async () => {
  const id = await remembered()
  await write(other, id)
  const onlyAfterFive = async (tx: SessionTx) => {
    if (tx.session.lastSeq < 5) throw new DomainError('version_mismatch', 'Too early.')
    return addMessage(tx)
  }
  expect(await write(store, id, onlyAfterFive)).toBe(6)
  const never = () => Promise.reject(new DomainError('version_mismatch', 'Never.'))
  await expect(write(store, id, never)).rejects.toMatchObject({ code: 'version_mismatch' })
  expect((await stored(id)).last_seq).toBe(6)
})

test('work that reads does so behind the lock, and work that writes nothing is compared, too', async () => {
  const id = await remembered()
  const read = async (tx: SessionTx) => {
    const known = await tx.messages([1, 2, 3, 4])
    return (await addMessage(tx)) + known.length
  }
  expect(await write(store, id, read)).toBe(9)
  await write(other, id)
  expect(await write(store, id, async ({ session }) => session.lastSeq)).toBe(6)
  await write(other, id)
  expect(await write(store, id, read)).toBe(12)
  expect((await stored(id)).messages).toEqual(upTo(8))
})

test('[P1] a repeated Idempotency-Key is found in the one batch, and stores nothing again', async () => {
  const id = await remembered()
  const append = (bodyDigest: string) =>
    write(store, id, async (tx) => {
      const earlier = await tx.rememberedReply('key')
      if (earlier) return Number(earlier.reply)
      const seq = await addMessage(tx)
      await tx.rememberReply('key', bodyDigest, String(seq))
      return seq
    })
  const trips = watchStatements()
  expect(await append('d1')).toBe(5)
  expect(trips.filter(({ names }) => names.includes('insert-messages-1'))).toHaveLength(1)
  expect(trips.flatMap(({ names }) => names)).not.toContain('lock-session')
  expect(await append('d1')).toBe(5)
  expect(await write(store, id)).toBe(6)
  expect(await append('d1')).toBe(5)
  expect((await stored(id)).messages).toEqual(upTo(6))
})

test('[P1] a write that fails in the one batch leaves nothing behind', async () => {
  const id = await remembered()
  const failing = async (tx: SessionTx) => {
    const seq = await addMessage(tx)
    tx.emit({ type: 'not \0 storable' as 'message-appended', data: {} as never })
    return seq
  }
  await expect(write(store, id, failing)).rejects.toBeDefined()
  expect(await stored(id)).toMatchObject({ last_seq: 4, messages: upTo(4) })
  expect(await write(store, id)).toBe(5)
})

test('[P11] a remembered session is not there for another app, nor after it was deleted', async () => {
  const id = await remembered()
  await expect(store.change(id, 'app_two', addMessage, { isWrite: true })).rejects.toMatchObject({
    code: 'session_not_found',
  })
  await other.deleteSession(id, 'app_one')
  await expect(write(store, id)).rejects.toMatchObject({ code: 'session_not_found' })
})

test('[P1] after a connection was lost, nothing is remembered: a standby that takes over may have lost commits', async () => {
  const id = await remembered()
  const lost = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
  await select(database.url, lost)
  await until('the store has a connection again', () =>
    store.ping().then(
      () => true,
      () => false,
    ),
  )
  const trips = watchStatements()
  expect(await write(store, id)).toBe(5)
  expect(trips.flatMap(({ names }) => names)).toEqual(expect.arrayContaining(['lock-session']))
})

test('the time of a remembered session is that of the database, and after a minute it is read again', async () => {
  const id = await remembered()
  const real = performance.now.bind(performance)
  const nowAfter = async (ms: number) => {
    vi.spyOn(performance, 'now').mockImplementation(() => real() + ms)
    let now = 0
    await write(store, id, (tx) => {
      now = tx.now.getTime()
      return addMessage(tx)
    })
    return now
  }
  const first = await nowAfter(0)
  expect(first).toBeLessThanOrEqual(await databaseMs())
  expect(await nowAfter(5_000)).toBeGreaterThanOrEqual(first + 5_000)
  const later = await nowAfter(61_000)
  expect(later).toBeGreaterThanOrEqual(first)
  expect(later).toBeLessThanOrEqual(await databaseMs())
})

const databaseMs = async () =>
  (await select<{ ms: number }>(database.url, 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms'))[0]!
    .ms
