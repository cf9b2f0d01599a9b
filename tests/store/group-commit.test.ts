import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { SessionTx, Store } from '../../src/ports/ports.js'
import { openStore } from '../../src/store/index.js'
import { select, migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'
import { watchStatements } from '../support/watch-statements.js'
import { addMessage, aSession, sessionCreated } from './builders.js'

/** Appends of different sessions that wait at once share a transaction. */

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

const write = (id: string, by = store, work = addMessage) => by.change(id, 'app_one', work, { isWrite: true })

/** Opens sessions that the store remembers. Each has four messages. */
const remembered = (count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { id } = await store.insertSession(aSession(), [sessionCreated()])
      for (let i = 0; i < 4; i++) await write(id)
      return id
    }),
  )

interface Stored {
  last_seq: number
  messages: number[]
  events: number[]
  /** Transaction of the newest event. */
  tx: string
}
async function stored(id: string): Promise<Stored> {
  const text = `SELECT last_seq,
    (SELECT array_agg(m.seq ORDER BY m.seq) FROM palimpsest.messages m WHERE m.session_id = s.id) AS messages,
    (SELECT array_agg(e.seq ORDER BY e.tx, e.n) FROM palimpsest.events e WHERE e.session_id = s.id) AS events,
    (SELECT max(e.tx)::text FROM palimpsest.events e WHERE e.session_id = s.id) AS tx
    FROM palimpsest.sessions s WHERE id = $1`
  return (await select<Stored>(database.url, text, [id]))[0]!
}
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

/** Expects every session to have `last` messages and their events, each once. */
async function expectStored(ids: readonly string[], last: number): Promise<string[]> {
  const rows = await Promise.all(ids.map(stored))
  for (const { last_seq, messages, events } of rows) {
    expect({ last_seq, messages }).toEqual({ last_seq: last, messages: upTo(last) })
    expect(events).toEqual(upTo(last + 1))
  }
  return rows.map(({ tx }) => tx)
}

/** Holds what a statement locks until it is released, or the test ends. */
async function holding(text: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  let isHeld = true
  const release = async () => {
    if (isHeld) await client.end()
    isHeld = false
  }
  onTestFinished(release)
  await client.query('BEGIN')
  await client.query(text, values)
  return release
}

test('[P1] appends that wait at once are committed together, each once and in order', async () => {
  const ids = await remembered(12)
  const trips = watchStatements()
  expect(await Promise.all(ids.map((id) => write(id)))).toEqual(ids.map(() => 5))
  const appends = trips.filter(({ names }) => names.includes('insert-messages-1'))
  expect(appends.flatMap(({ names }) => names).filter((name) => name === 'update-remembered')).toHaveLength(12)
  expect(appends.length).toBeLessThanOrEqual(3)
  expect(new Set(await expectStored(ids, 5)).size).toBe(appends.length)
})

test('[P1] [R2] followers receive the events of sessions that share a transaction, page by page', async () => {
  const ids = await remembered(6)
  // The head is behind what is not published yet.
  await store.untilPublished()
  const from = await store.head('app_one')
  await Promise.all(ids.map((id) => write(id)))
  await store.untilPublished()
  const seen: string[] = []
  for (let after = from, more = true; more;) {
    const page = await store.events(after, { appId: 'app_one' }, 1)
    for (const { sessionId } of page.events) if (sessionId !== null) seen.push(sessionId)
    after = page.head
    more = page.more
  }
  expect(seen.toSorted()).toEqual(ids.toSorted())
})

test('[P1] [P10] an append whose session moved runs again, and those beside it are stored once', async () => {
  const ids = await remembered(5)
  await write(ids[2]!, other)
  expect(await Promise.all(ids.map((id) => write(id)))).toEqual([5, 5, 6, 5, 5])
  await expectStored(
    ids.filter((_, at) => at !== 2),
    5,
  )
  await expectStored([ids[2]!], 6)
})

test('[P1] an append whose statement fails leaves nothing, and those beside it are stored', async () => {
  const ids = await remembered(5)
  const failing = async (tx: SessionTx) => {
    const seq = await addMessage(tx)
    tx.emit({ type: 'not \0 storable' as 'message-appended', data: {} as never })
    return seq
  }
  const results = await Promise.allSettled(ids.map((id, at) => write(id, store, at === 3 ? failing : addMessage)))
  expect(results.map(({ status }) => status)).toEqual(ids.map((_, at) => (at === 3 ? 'rejected' : 'fulfilled')))
  await expectStored(ids.toSpliced(3, 1), 5)
  await expectStored([ids[3]!], 4)
  expect(await write(ids[3]!)).toBe(5)
})

test('[P11] an append waits for another process that changes its session, and those beside it do not', async () => {
  const ids = await remembered(4)
  const release = await holding('SELECT pg_advisory_xact_lock(hashtextextended($1, 7420))', [ids[0]])
  let isDone = false
  const first = write(ids[0]!).finally(() => (isDone = true))
  await Promise.all(ids.slice(1).map((id) => write(id)))
  await expectStored(ids.slice(1), 5)
  expect(isDone).toBe(false)
  await release()
  expect(await first).toBe(5)
  await expectStored(ids, 5)
})

test('[P1] when the connection of a group is lost, every append of it is refused, and nothing is stored', async () => {
  const ids = await remembered(4)
  const release = await holding('LOCK TABLE palimpsest.events IN SHARE MODE', [])
  const writes = Promise.allSettled(ids.map((id) => write(id)))
  const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'palimpsest.events'::regclass`
  await until('a group waits', async () => (await select(database.url, waiting)).length > 0)
  const ended = await select<{ pid: number }>(
    database.url,
    `SELECT pid, pg_terminate_backend(pid) FROM (${waiting}) AS waits`,
  )
  const alive = 'SELECT FROM pg_stat_activity WHERE pid = ANY($1)'
  const pids = ended.map(({ pid }) => pid)
  await until('they end', async () => (await select(database.url, alive, [pids])).length === 0)
  await release()
  const results = await writes
  const refused = results.flatMap(({ status }, at) => (status === 'rejected' ? [ids[at]!] : []))
  expect(refused.length).toBeGreaterThan(0)
  await expectStored(refused, 4)
  expect(await Promise.all(refused.map((id) => write(id)))).toEqual(refused.map(() => 5))
})
