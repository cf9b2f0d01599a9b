import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/store/database.js'
import { openStore } from '../../src/store/index.js'
import { migrate, unapplied } from '../../src/store/migrate.js'
import { MIGRATIONS } from '../../src/store/migrations/index.js'
import { execute, select, testDatabase, type TestDatabase } from '../support/database.js'
import { freePort } from '../support/port.js'
import { quietLog } from '../support/quiet-log.js'
import { append, aSession } from './builders.js'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.url, quietLog())
  db = openDatabase({ url: database.url, log: quietLog() })
  await execute(
    database.url,
    'CREATE TABLE palimpsest.pots (id integer PRIMARY KEY, n integer NOT NULL); INSERT INTO palimpsest.pots VALUES (1, 0), (2, 0)',
  )
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

test('deadlocks and serialisation failures are tried again', async () => {
  const add = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await tx.query({ text: 'UPDATE pots SET n = n + 1 WHERE id = $1', values: [first] })
      await new Promise((resolve) => setTimeout(resolve, 30))
      await tx.query({ text: 'UPDATE pots SET n = n + 1 WHERE id = $1', values: [second] })
    })
  await Promise.all([add(1, 2), add(2, 1)])
  let tries = 0
  await db.transaction(async (tx) => {
    tx.send({ text: 'UPDATE pots SET n = n + 1' })
    if (++tries < 3) await tx.query({ text: `DO $$ BEGIN RAISE SQLSTATE '40001'; END $$` })
  })
  expect(tries).toBe(3)
  expect(await db.query({ text: 'SELECT n FROM pots ORDER BY id' })).toEqual([{ n: 3 }, { n: 3 }])
})

test('the failure that is reported is the first one, not what it led to', async () => {
  const work = db.transaction(async (tx) => {
    tx.send({ text: 'INSERT INTO pots VALUES (1, 1)' })
    await tx.query({ text: 'SELECT 1 AS one' })
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
})

test('[P1] an unreachable database is store_unavailable, and back again it works', async () => {
  const unreachable = openDatabase({ url: `postgres://none@127.0.0.1:${await freePort()}/none`, log: quietLog() })
  await expect(unreachable.query({ text: 'SELECT 1' })).rejects.toMatchObject({ code: 'store_unavailable' })
  await expect(unreachable.transaction(async () => 1)).rejects.toMatchObject({ code: 'store_unavailable' })
  await unreachable.close()
  await expect(
    openStore({ url: `postgres://none@127.0.0.1:${await freePort()}/none`, log: quietLog() }),
  ).rejects.toMatchObject({
    code: 'store_unavailable',
  })

  const store = await openStore({ url: database.url, log: quietLog() })
  const { id } = await store.insertSession(aSession(), [])
  const cut = store.change(id, null, async (tx) => {
    await append(tx)
    await execute(
      database.url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await tx.entries()
  })
  await expect(cut).rejects.toMatchObject({ code: 'store_unavailable' })
  await store.ping()
  expect(await store.session(id, null)).toMatchObject({ lastSeq: 0 })
  await store.change(id, null, (tx) => append(tx))
  expect(await store.session(id, null)).toMatchObject({ lastSeq: 1 })
  await store.close()
})

test('migrations run once, by the first process, and refuse a newer or an edited schema', async () => {
  const fresh = await testDatabase()
  await Promise.all(Array.from({ length: 4 }, () => migrate(fresh.url, quietLog())))
  expect(await select(fresh.url, 'SELECT id FROM palimpsest.migrations')).toEqual(MIGRATIONS.map(({ id }) => ({ id })))
  await execute(fresh.url, `INSERT INTO palimpsest.migrations (id, name, checksum) VALUES (999, 'future', '')`)
  await expect(migrate(fresh.url, quietLog())).rejects.toThrow(/newer version/)
  await fresh.drop()
  expect(() => unapplied([{ id: 1, checksum: 'other' }])).toThrow(/differs/)
})

test('[13] a full disk is named, and the store is not ready for a while although it still reads', async () => {
  const full = await testDatabase()
  const store = await openStore({ url: full.url, log: quietLog() })
  try {
    const session = await store.insertSession(aSession(), [])
    await execute(
      full.url,
      `CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER no_space BEFORE INSERT ON palimpsest.messages FOR EACH ROW EXECUTE FUNCTION no_space()`,
    )
    await store.ping()
    const write = store.change(session.id, null, (tx) => append(tx))
    await expect(write).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('The disk of the database is full'),
    })
    expect(await store.session(session.id, null)).toMatchObject({ lastSeq: 0 })
    await expect(store.ping()).rejects.toMatchObject({ message: expect.stringContaining('disk') })
  } finally {
    await store.close()
    await full.drop()
  }
})
