import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Batches } from '../../src/store/batches.js'
import { GroupCommit } from '../../src/store/group-commit.js'
import { openDatabase, type Database } from '../../src/store/database.js'
import { execute, testDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  await execute(database.url, 'CREATE SCHEMA palimpsest')
  await execute(database.url, 'CREATE TABLE palimpsest.jars (id integer PRIMARY KEY, label text)')
  db = openDatabase({ url: database.url, log: quietLog(), poolSize: 2 })
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

const insert = (id: number, label = '') => ({
  name: 'insert-jar',
  text: 'INSERT INTO jars VALUES ($1, $2)',
  values: [id, label],
})
const ids = async () =>
  (await db.query<{ id: number }>({ text: 'SELECT id FROM jars ORDER BY id' })).map(({ id }) => id)

/** Opens a client of its own, and counts the answers of Postgres: one per batch. */
async function watched(options: pg.ClientConfig = {}) {
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=palimpsest', max: 1, ...options })
  pool.on('error', () => {})
  const heard = { answers: 0 }
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.connection.on('readyForQuery', () => (heard.answers += 1))
  })
  const connect = () => pool.connect()
  const batches = new Batches(connect, new GroupCommit(connect))
  const close = async () => {
    batches.end(new Error('closed'))
    await batches.release(false)
    await pool.end()
  }
  return { batches, heard, close }
}

test('statements of one step get one answer, and each waiter gets its own rows', async () => {
  const { batches, heard, close } = await watched()
  try {
    batches.send({ text: 'BEGIN' })
    batches.send(insert(1, 'plum'))
    batches.send(insert(2, 'quince'))
    const labels = batches.query({ text: 'SELECT label FROM jars WHERE id = $1', values: [2] })
    const none = batches.query({ text: 'SELECT label FROM jars WHERE id = $1', values: [7] })
    batches.send({ text: 'SELECT * FROM jars' })
    const count = batches.query({ name: 'count-jars', text: 'SELECT count(*)::integer AS jars FROM jars' })
    expect(await Promise.all([labels, none, count])).toEqual([[{ label: 'quince' }], [], [{ jars: 2 }]])
    expect(heard.answers).toBe(1)
    const again = batches.query({ name: 'count-jars', text: 'SELECT count(*)::integer AS jars FROM jars' })
    const ended = batches.run({ text: 'ROLLBACK' })
    expect(await again).toEqual([{ jars: 2 }])
    expect((await ended).command).toBe('ROLLBACK')
    expect(heard.answers).toBe(2)
  } finally {
    await close()
  }
})

test('[P1] after a failure nothing later in the batch runs, and everything is rejected with the first failure', async () => {
  const seen: unknown[] = []
  const work = db.transaction(async (tx) => {
    const before = tx.query({ text: 'SELECT 1 AS one' })
    tx.send({ text: 'INSERT INTO jars SELECT 9 / 0' })
    tx.send(insert(10))
    const after = tx.query({ text: 'INSERT INTO jars VALUES ($1)', values: [11] })
    for (const { status, ...outcome } of await Promise.allSettled([before, after]))
      seen.push(status === 'rejected' && 'reason' in outcome && outcome.reason.code)
    // A caller that goes on cannot write any more, and cannot commit.
    await tx.query(insert(12)).catch((error: { code: string }) => seen.push(error.code))
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(seen).toEqual(['22012', '22012', '22012'])
  expect(await ids()).toEqual([])
})

test('[P1] what a failed change did not send yet is never written', async () => {
  const work = db.transaction((tx) => {
    tx.send(insert(20))
    return Promise.reject(new Error('changed its mind'))
  })
  await expect(work).rejects.toThrow('changed its mind')
  const later = db.transaction(async (tx) => {
    await tx.query(insert(21))
    tx.send(insert(22))
    throw new Error('changed its mind')
  })
  await expect(later).rejects.toThrow('changed its mind')
  await db.transaction(async (tx) => tx.send(insert(23)))
  expect(await ids()).toEqual([23])
})

test('[P1] a statement without an answer closes its connection, and everything behind it is rejected', async () => {
  const { batches, close } = await watched({ query_timeout: 50 })
  try {
    const slow = batches.query({ text: 'SELECT pg_sleep(600)' })
    const behind = batches.query({ text: 'SELECT 1 AS one' })
    await expect(slow).rejects.toThrow('Query read timeout')
    await expect(behind).rejects.toThrow('Query read timeout')
    await expect(batches.query({ text: 'SELECT 1 AS one' })).rejects.toThrow('Query read timeout')
  } finally {
    await close()
  }
})

test('the name of another statement is refused, before and after that one is prepared', async () => {
  for (const isPrepared of [true, false]) {
    const { batches, close } = await watched()
    try {
      const first = batches.query({ name: 'same', text: 'SELECT 1 AS jars' })
      if (isPrepared) expect(await first).toEqual([{ jars: 1 }])
      const second = batches.query({ name: 'same', text: 'SELECT 2 AS jars' })
      const outcomes = await Promise.allSettled([first, second])
      expect(outcomes.at(-1)).toMatchObject({ reason: new Error('Two statements have the name same.') })
    } finally {
      await close()
    }
  }
})

test('[R1] a failure after a savepoint is undone, and the transaction goes on', async () => {
  await db.transaction(async (tx) => {
    tx.send(insert(30))
    tx.send({ text: 'SAVEPOINT before' })
    await expect(tx.query(insert(30))).rejects.toMatchObject({ code: '23505' })
    await tx.recover({ text: 'ROLLBACK TO SAVEPOINT before' })
    tx.send(insert(31))
  })
  expect(await ids()).toEqual([23, 30, 31])
})

test('[P1] a failure that kept another statement from running cannot be undone', async () => {
  const work = db.transaction(async (tx) => {
    tx.send({ text: 'SAVEPOINT before' })
    const failed = tx.query(insert(30))
    tx.send(insert(40))
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    await tx.recover({ text: 'ROLLBACK TO SAVEPOINT before' }).catch(() => {})
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([23, 30, 31])
})

test('[T1] statements with many large values leave in several batches, in order', async () => {
  const { batches, heard, close } = await watched()
  try {
    const label = 'fig '.repeat(100_000)
    batches.send({ text: 'BEGIN' })
    for (let id = 1; id <= 6; id++) batches.send(insert(id, label))
    // One value of many megabytes, as bytes.
    batches.send({ ...insert(7), values: [7, Buffer.from('é'.repeat(2_000_000))] })
    const rows = batches.query({ text: 'SELECT id, length(label) FROM jars WHERE id < 8 ORDER BY id' })
    const seven = { id: 7, length: 2_000_000 }
    expect(await rows).toEqual([...[1, 2, 3, 4, 5, 6].map((id) => ({ id, length: label.length })), seven])
    expect(heard.answers).toBeGreaterThanOrEqual(4)
    await batches.run({ text: 'ROLLBACK' })
  } finally {
    await close()
  }
})

test('after a failure in one batch, no later batch is sent', async () => {
  const { batches, heard, close } = await watched()
  try {
    const label = 'fig '.repeat(200_000)
    batches.send({ text: 'BEGIN' })
    for (const id of [1, 1, 2, 3]) batches.send(insert(id, label))
    await expect(batches.query({ text: 'SELECT 1' })).rejects.toMatchObject({ code: '23505' })
    // The failure is known before the answer to its batch ends.
    await batches.release(true)
    // BEGIN with the first, the second, which fails, and ROLLBACK.
    expect(heard.answers).toBe(3)
  } finally {
    await close()
  }
})
