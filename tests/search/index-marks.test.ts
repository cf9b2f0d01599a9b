import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../src/store/index.js'
import type { Store } from '../../src/ports/ports.js'
import { append, aSession } from '../store/builders.js'
import { migratedDatabase, select, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'

let database: TestDatabase
let stores: [Store, Store]
beforeAll(async () => {
  database = await migratedDatabase()
  const open = () => openStore({ url: database.url, log: quietLog() })
  stores = [await open(), await open()]
})
afterAll(async () => {
  for (const store of stores ?? []) await store.close()
  await database?.drop()
})

const WAITING = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

test('[R7] a message stored while its session is indexed waits for the next run of the index', async () => {
  const [writer, indexer] = stores
  const { id, appId } = await writer.insertSession(aSession(), [])
  await writer.change(id, null, (tx) => append(tx))
  const [session] = await indexer.unindexed({ appId, sessionId: id }, 1)
  let marked: Promise<string> | undefined
  await writer.change(id, null, async (tx) => {
    await append(tx)
    // The other process has read one message, and says so while the second is not committed.
    marked = indexer.markIndexed(session!, 1, 0).then(() => 'marked')
    const waits = until('the index waits', async () => (await select(database.url, WAITING)).length > 0 && 'waits')
    expect(await Promise.race([marked, waits])).toBe('waits')
  })
  await marked
  expect(await indexer.unindexed({ appId, sessionId: id }, 1)).toMatchObject([{ indexedSeq: 1, lastSeq: 2 }])
  await indexer.markIndexed(session!, 2, 0)
  expect(await indexer.unindexed({ appId, sessionId: id }, 1)).toEqual([])
  await writer.change(id, null, (tx) => append(tx))
  expect(await indexer.unindexed({ appId, sessionId: id }, 1)).toMatchObject([{ indexedSeq: 2, lastSeq: 3 }])
})
