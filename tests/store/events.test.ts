import { setMaxListeners } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventFilter, Store } from '../../src/ports/ports.js'
import type { Event } from '../../src/domain/event.js'
import { openStore } from '../../src/store/index.js'
import type { Notifier, Topic } from '../../src/store/notifier.js'
import { execute, migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'
import { append, aSession, sessionCreated } from './builders.js'

let database: TestDatabase
let store: Store
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

const EVERYTHING: EventFilter = { appId: null }

/** Longer than a test may take: who waits so long was not woken. */
const NOT_WOKEN_MS = 600_000

/** Reads on from a cursor as a subscriber does, until `enough` says so.
 * @param waitMs time after which the subscriber looks without a wake-up */
async function follow(
  from: Store,
  after: string,
  filter: EventFilter,
  enough: (events: Event[]) => boolean,
  { page = 7, waitMs = 1_000 } = {},
): Promise<Event[]> {
  const seen: Event[] = []
  // Ends only what hangs.
  const signal = AbortSignal.timeout(240_000)
  setMaxListeners(0, signal)
  let cursor = after
  while (!enough(seen) && !signal.aborted) {
    const notifier = from.untilEvents(signal, waitMs)
    const { events, head } = await from.events(cursor, filter, page)
    seen.push(...events)
    if (head === cursor) await notifier
    cursor = head
  }
  return seen
}

test('[P10] followers miss nothing and hear nothing twice while many write at once', async () => {
  const sessions = await Promise.all(
    Array.from({ length: 12 }, () => store.insertSession(aSession(), [sessionCreated()])),
  )
  const appends = 20
  const expected = sessions.length * (1 + appends * 2)
  const start = Array.from({ length: 4 }, (_, i) =>
    follow(i % 2 ? store : other, '0', EVERYTHING, (seen) => seen.length >= expected),
  )
  const writers = sessions.flatMap(({ id }) =>
    Array.from({ length: appends }, (_, i) =>
      (i % 2 ? store : other).change(id, null, async (tx) => {
        // Transactions of different length end in another order than they began.
        if (i % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 15))
        await append(tx, 2)
      }),
    ),
  )
  await Promise.all(writers)
  const followed = await Promise.all(start)
  const whole = await follow(store, '0', EVERYTHING, (seen) => seen.length >= expected, { page: 1_000 })
  for (const events of followed) {
    expect(events.map(({ cursor }) => cursor)).toEqual(whole.map(({ cursor }) => cursor))
  }
  expect(whole).toHaveLength(expected)
  expect(new Set(whole.map(({ id }) => id)).size).toBe(expected)
  expect(whole.map(({ cursor }) => cursor)).toEqual(whole.map(({ cursor }) => cursor).sort())
  for (const { id } of sessions) {
    expect(whole.filter(({ sessionId }) => sessionId === id).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 1 + appends * 2 }, (_, i) => i + 1),
    )
  }
})

test('[P10] an event waits for an older transaction that is still at work, and is delivered when that ends without an event', async () => {
  const { id } = await store.insertSession(aSession(), [])
  const older = new pg.Client({ connectionString: database.url })
  older.on('error', () => {})
  await older.connect()
  await older.query('BEGIN; SELECT pg_current_xact_id()')
  await store.change(id, null, (tx) => append(tx))
  const filter = { appId: null, sessionIds: [id] }
  expect((await store.events('0', filter, 10)).events).toEqual([])
  const heard = follow(store, '0', filter, (seen) => seen.length > 0, { waitMs: NOT_WOKEN_MS })
  await older.query('COMMIT')
  expect(await heard).toHaveLength(1)
  await older.end()
})

test('[P10] who waits for published events reads what was committed before, once older transactions end', async () => {
  const { id } = await store.insertSession(aSession(), [])
  const older = new pg.Client({ connectionString: database.url })
  older.on('error', () => {})
  await older.connect()
  await older.query('BEGIN; SELECT pg_current_xact_id()')
  await store.change(id, null, (tx) => append(tx))
  const filter = { appId: null, sessionIds: [id] }
  await store.untilPublished()
  expect((await store.events('0', filter, 10)).events, 'the wait has an end').toEqual([])
  const read = store.untilPublished().then(() => store.events('0', filter, 10))
  await older.query('COMMIT')
  expect((await read).events).toHaveLength(1)
  await older.end()
})

test('[P10] filters let through what they name; the head moves past the rest', async () => {
  const mine = await store.insertSession(aSession({ appId: 'app_filter' }), [sessionCreated({ model: '\0 \ud800' })])
  const theirs = await store.insertSession(aSession({ appId: 'app_theirs' }), [sessionCreated()])
  await store.change(mine.id, null, (tx) => append(tx, 3))
  const all = await follow(store, '0', { appId: 'app_filter' }, (seen) => seen.length >= 4)
  expect(all.map(({ type, seq }) => [type, seq])).toEqual([
    ['session-created', 1],
    ['message-appended', 2],
    ['message-appended', 3],
    ['message-appended', 4],
  ])
  expect(all[0]).toMatchObject({
    appId: 'app_filter',
    sessionId: mine.id,
    data: { model: '\0 \ud800' },
    at: '2026-01-02T03:04:05.678Z',
  })
  const typed = await store.events(
    '0',
    { appId: 'app_filter', sessionIds: [mine.id, theirs.id], types: ['message-appended'] },
    2,
  )
  expect(typed.events.map(({ seq }) => seq)).toEqual([2, 3])
  expect(typed.head).toBe(typed.events[1]?.cursor)
  const untyped = await store.events('0', { appId: 'app_filter', types: ['decision-locked'] }, 2)
  expect(untyped).toMatchObject({ events: [], head: all[3]!.cursor, more: false })
})

test('[P11] an app gets the position of its newest event, and never one of another app', async () => {
  const { id } = await store.insertSession(aSession({ appId: 'app_heads' }), [sessionCreated()])
  const other = await store.insertSession(aSession({ appId: 'app_busy' }), [sessionCreated()])
  const [event] = await follow(store, '0', { appId: 'app_heads' }, (seen) => seen.length >= 1)
  expect(event!.sessionId).toBe(id)
  await store.change(other.id, null, (tx) => append(tx))
  await store.untilPublished()
  expect(await store.head('app_heads')).toBe(event!.cursor)
  expect(await store.head('app_none')).toBe('0')
  expect((await store.head(null)) > event!.cursor).toBe(true)
  expect(await store.events('0', { appId: 'app_none' }, 10)).toMatchObject({ events: [], head: '0' })
  expect((await store.events(event!.cursor, { appId: 'app_heads' }, 10)).head).toBe(event!.cursor)
})

test('[P10] what never was a cursor is refused', async () => {
  for (const cursor of ['', '1', 'x', '0'.repeat(16), `${'f'.repeat(16)}-${'0'.repeat(12)}`, "0' OR 1=1"]) {
    await expect(store.events(cursor, EVERYTHING, 10)).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('[P10] sleepers wake at a commit here, at a commit elsewhere, on abort and in time', async () => {
  const { id } = await store.insertSession(aSession(), [])
  const never = new AbortController().signal
  const here = store.untilEvents(never, NOT_WOKEN_MS)
  await store.change(id, null, (tx) => append(tx))
  await here
  // The listening connection may still be opening: a call may be lost, so there are several.
  const elsewhere = other.untilEvents(never, NOT_WOKEN_MS).then(() => 'woken')
  await until('woken from elsewhere', async () => {
    await store.change(id, null, (tx) => append(tx))
    return Promise.race([elsewhere, new Promise<null>((resolve) => setTimeout(() => resolve(null), 50))])
  })
  const abort = new AbortController()
  const aborted = store.untilEvents(abort.signal, NOT_WOKEN_MS)
  abort.abort()
  await aborted
  await store.untilEvents(abort.signal, NOT_WOKEN_MS)
  const from = performance.now()
  await store.untilEvents(never, 30)
  expect(performance.now() - from).toBeGreaterThanOrEqual(25)
})

test('[P10] a dump restored into a younger cluster keeps new events after the old ones', async () => {
  const restored = await migratedDatabase()
  const first = await openStore({ url: restored.url, log: quietLog() })
  const { id } = await first.insertSession(aSession(), [sessionCreated()])
  await first.close()
  // As if written by a cluster that had seen a million million transactions.
  await execute(
    restored.url,
    `SET session_replication_role = replica; UPDATE palimpsest.events SET tx = tx + 1000000000000`,
  )
  const second = await openStore({ url: restored.url, log: quietLog() })
  try {
    await second.change(id, null, (tx) => append(tx))
    const events = await follow(second, '0', EVERYTHING, (seen) => seen.length >= 2)
    expect(events.map(({ seq }) => seq)).toEqual([1, 2])
  } finally {
    await second.close()
    await restored.drop()
  }
})

test('[P10] a wake-up service of another kind may replace it', async () => {
  let notified = 0
  const subscribers = new Set<(topic: Topic) => void>()
  const notifier: Notifier = {
    notify: () => void notified++,
    subscribe: (fn) => (subscribers.add(fn), () => void subscribers.delete(fn)),
    close: () => {},
  }
  const third = await openStore({ url: database.url, log: quietLog(), notifier })
  const { id } = await third.insertSession(aSession(), [])
  await third.change(id, null, (tx) => append(tx))
  expect(notified).toBe(1)
  const sleeping = third.untilEvents(new AbortController().signal, 10_000)
  for (const fn of subscribers) fn('events')
  await sleeping
  await third.close()
  expect(subscribers.size).toBe(0)
})

test('[P10] a follower far behind, and one that comes after thousands went by unread, still miss nothing', async () => {
  const { id } = await store.insertSession(aSession({ appId: 'app_many' }), [])
  const filter = { appId: 'app_many' }
  const before = await store.head(null)
  await store.events(before, filter, 10) // the window begins here
  for (let i = 0; i < 9; i++) {
    await store.change(id, null, (tx) => append(tx, 300))
    // Some pages are read on the way, so that the window moves and is cut.
    if (i < 4) await store.events(await store.head(null), filter, 10)
  }
  for (const page of [7, 450]) {
    const events = await follow(store, before, filter, (seen) => seen.length >= 2_700, { page })
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 2_700 }, (_, i) => i + 1))
  }
})
