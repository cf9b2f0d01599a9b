import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURSOR_START, type EventType, type SessionEvent } from '../../src/domain/event.js'
import type { Store } from '../../src/ports/ports.js'
import { openStore } from '../../src/store/index.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { append, aSession, sessionCreated } from './builders.js'

/** Events as reports read them, beside those that followers read. */

let database: TestDatabase
let store: Store
const ids: string[] = []
const TYPES: EventType[] = ['session-created', 'message-appended']

beforeAll(async () => {
  database = await migratedDatabase()
  store = await openStore({ url: database.url, log: quietLog() })
  for (let number = 0; number < 3; number++)
    ids.push((await store.insertSession(aSession(), [sessionCreated({ model: `\0 \ud800 ${number}` })])).id)
  for (let round = 0; round < 4; round++)
    for (const id of ids) await store.change(id, null, (tx) => append(tx, 1 + round))
  await store.untilPublished()
})
afterAll(async () => {
  await store?.close()
  await database?.drop()
})

/** Reads on from a cursor to the end. Returns the events of each page. */
async function pagesOf(sessionIds: string[], types: EventType[], limit: number, after = CURSOR_START) {
  const pages: SessionEvent[][] = []
  for (let [cursor, isMore] = [after, true]; isMore;) {
    const { events, head, more } = await store.sessionEvents(cursor, { sessionIds, types }, limit)
    pages.push(events)
    ;[cursor, isMore] = [head, more]
  }
  return pages
}

test('[R5] reports read the same events as followers, whatever the page', async () => {
  for (const [sessionIds, types] of [
    [[ids[0]!], TYPES],
    [ids, TYPES],
    [ids.slice(1), ['message-appended'] as EventType[]],
  ] as const) {
    const filter = { appId: null, sessionIds: [...sessionIds], types: [...types] }
    const { events } = await store.events(CURSOR_START, filter, 1_000)
    expect(events.length).toBeGreaterThanOrEqual(11)
    for (const limit of [1, 4, 1_000]) {
      const pages = await pagesOf([...sessionIds], [...types], limit)
      expect(pages.every((page) => page.length <= limit)).toBe(true)
      expect(pages.flat()).toEqual(
        events.map(({ sessionId, seq, at, type, data }) => ({ sessionId, seq, at, type, data })),
      )
    }
  }
})

test('[R5] a later read has only what is new, and without news the cursor stays', async () => {
  const filter = { sessionIds: [ids[0]!], types: ['message-appended'] as EventType[] }
  const { head } = await store.sessionEvents(CURSOR_START, filter, 1_000)
  expect(await store.sessionEvents(head, filter, 1_000)).toEqual({ events: [], head, more: false })
  await store.change(ids[0]!, null, (tx) => append(tx, 2))
  await store.untilPublished()
  const { events } = await store.sessionEvents(head, filter, 1_000)
  expect(events.map(({ sessionId, seq }) => [sessionId, seq])).toEqual([12, 13].map((seq) => [ids[0], seq]))
})

test('[13] a page ends after 2 MiB of text', async () => {
  const { id } = await store.insertSession(aSession(), [])
  const model = 'x'.repeat(900_000)
  for (let event = 0; event < 5; event++) await store.change(id, null, async (tx) => tx.emit(sessionCreated({ model })))
  await store.untilPublished()
  expect((await pagesOf([id], TYPES, 1_000)).map((page) => page.length)).toEqual([3, 2])
})

test('[P10] a cursor of another log is refused', async () => {
  const filter = { sessionIds: [ids[0]!], types: TYPES }
  const { head } = await store.sessionEvents(CURSOR_START, filter, 3)
  const position = head.slice(0, 29)
  for (const cursor of [`${position}-0badc0de`, `7${head.slice(1)}`])
    await expect(store.sessionEvents(cursor, filter, 3)).rejects.toMatchObject({ code: 'cursor_invalid' })
  await expect(store.sessionEvents('x', filter, 3)).rejects.toMatchObject({ code: 'invalid_request' })
})
