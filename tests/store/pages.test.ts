import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../src/ports/ports.js'
import { openStore } from '../../src/store/index.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'
import { append, aSession } from './builders.js'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await migratedDatabase()
  store = await openStore({ url: database.url, log: quietLog() })
})
afterAll(async () => {
  await store?.close()
  await database?.drop()
})

const MIB = 1024 * 1024
const openWith = async (sizes: readonly number[]) => {
  const { id } = await store.insertSession(aSession(), [])
  for (const size of sizes)
    await store.change(id, null, (tx) => append(tx, 1, { raw: JSON.stringify('x'.repeat(size - 2)) }))
  return id
}
const seqs = (messages: readonly { seq: number }[]) => messages.map(({ seq }) => seq)

test('[13] a page of history ends at its bytes, and a message larger than a page is alone in one', async () => {
  const id = await openWith([100, 100, 500, 100, 100, 100])
  const page = (from: number, maxBytes: number, limit = 100) => store.history(id, { from, to: 6, limit, maxBytes })
  expect(seqs(await page(1, 250))).toEqual([1, 2])
  expect(seqs(await page(3, 250))).toEqual([3])
  expect(seqs(await page(4, 250))).toEqual([4, 5])
  expect(seqs(await page(4, 300))).toEqual([4, 5, 6])
  expect(seqs(await page(1, 10_000, 3))).toEqual([1, 2, 3])
  expect(seqs(await store.history(id, { seqs: [6, 2, 3], limit: 9, maxBytes: 600 }))).toEqual([2, 3])
  expect(await store.measureHistory(id, { from: 1, to: 6, limit: 9, maxBytes: 250 })).toEqual({ last: 2, bytes: 200 })
  expect(await store.measureHistory(id, { from: 7, to: 9, limit: 9 })).toBeNull()
})

test('[13] a page of history holds 16 MiB of text unless said', async () => {
  const id = await openWith([6 * MIB, 6 * MIB, 6 * MIB, 10])
  expect(seqs(await store.history(id, { from: 1, to: 4, limit: 100 }))).toEqual([1, 2])
  expect(seqs(await store.history(id, { from: 3, to: 4, limit: 100 }))).toEqual([3, 4])
})

test('[13] [P10] a page of events ends at its bytes, says that there is more, and nothing is skipped', async () => {
  const { id } = await store.insertSession(aSession({ appId: 'app_events' }), [])
  const dataOf = (chars: number) => ({ changed: ['e'.repeat(chars)], version: 1 })
  const large = dataOf(900 * 1024)
  for (let i = 0; i < 6; i++) {
    await store.change(id, null, async (tx) =>
      tx.emit({ type: 'session-updated', data: i === 3 ? dataOf(3 * MIB) : large }),
    )
  }
  const filter = { appId: 'app_events' }
  await until('six events', async () => (await store.lastEvents(id, ['session-updated'], 1))[0]?.seq === 6)
  const read = async () => {
    const pages: number[][] = []
    for (let after = '0', more = true; more;) {
      const page = await store.events(after, filter, 100)
      pages.push(page.events.map(({ seq }) => seq))
      after = page.head
      more = page.more
    }
    return pages
  }
  expect(await read()).toEqual([[1, 2], [3], [4], [5, 6]])
  expect((await store.lastEvents(id, ['session-updated'], 9)).map(({ seq }) => seq)).toEqual([5, 6])
  const cursor = await store.head(null)
  await store.events(cursor, filter, 1) // the window of newest events begins here at the latest
  for (let i = 0; i < 4; i++)
    await store.change(id, null, async (tx) => tx.emit({ type: 'session-updated', data: large }))
  await until('four more', async () => (await store.lastEvents(id, ['session-updated'], 1))[0]?.seq === 10)
  const first = await store.events(cursor, filter, 100)
  expect(first.events.map(({ seq }) => seq)).toEqual([7, 8])
  expect(first.more).toBe(true)
  const second = await store.events(first.head, filter, 100)
  expect(second.events.map(({ seq }) => seq)).toEqual([9, 10])
  expect(second.more).toBe(false)
})
