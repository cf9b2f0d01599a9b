import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../src/ports/ports.js'
import { openStore } from '../../src/store/index.js'
import { execute, migratedDatabase, select, type TestDatabase } from '../support/database.js'
import { aSession } from './builders.js'
import { quietLog } from '../support/quiet-log.js'

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
const at = new Date('2026-01-02T03:04:05.678Z')

test('apps are kept with their names exact, and paged', async () => {
  const apps = ['app_a', 'app_b', 'app_c'].map((id) => ({ id, name: `NUL \0 ${id}`, createdAt: at }))
  for (const app of apps) await store.insertApp(app)
  expect(await store.app('app_b')).toEqual(apps[1])
  expect(await store.app('app_x')).toBeNull()
  expect(await store.apps({ limit: 2 })).toEqual(apps.slice(0, 2))
  expect(await store.apps({ limit: 2, after: 'app_b' })).toEqual(apps.slice(2))
})

test('[P11] a key is found by its hash, listed for its app, and gone when deleted', async () => {
  const one = { id: 'key_1', appId: 'app_a', role: 'app' as const, createdAt: at }
  const two = { id: 'key_2', appId: 'app_b', role: 'viewer' as const, createdAt: at }
  const unused = { lastUsedAt: null, previousSecretUntil: null }
  await store.insertKey(one, 'hash-1')
  await store.insertKey(two, 'hash-2')
  const found = { id: 'key_2', appId: 'app_b', role: 'viewer', generation: 1, validMs: null }
  expect(await store.keyByHash('hash-2')).toEqual(found)
  expect(await store.keyByHash('hash-3')).toBeNull()
  expect(await store.keys('app_a', { limit: 9 })).toEqual([{ ...one, ...unused }])
  expect(await store.keys(null, { limit: 9, after: 'key_1' })).toEqual([{ ...two, ...unused }])
  expect(await store.deleteKey('key_2')).toBe(true)
  expect(await store.deleteKey('key_2')).toBe(false)
  expect(await store.keyByHash('hash-2')).toBeNull()
})

test('[P11] a rotated key has its new secret, and the one before for as long as was said', async () => {
  await store.insertKey({ id: 'key_r', appId: 'app_a', role: 'app', createdAt: at }, 'first')
  expect(await store.rotateKey('key_unknown', 'second', 60)).toBeNull()
  const rotated = await store.rotateKey('key_r', 'second', 60)
  expect(rotated?.previousSecretUntil).toBeInstanceOf(Date)
  expect(await store.keyByHash('second')).toMatchObject({ id: 'key_r', generation: 2, validMs: null })
  const before = await store.keyByHash('first')
  expect(before).toMatchObject({ id: 'key_r', generation: 1 })
  expect(before!.validMs!).toBeGreaterThan(0)
  expect(before!.validMs!).toBeLessThanOrEqual(60_000)
  const valid = (await store.validSecrets(['key_r', 'key_unknown'])).get('key_r')
  expect(valid).toMatchObject({ generation: 2, previousMs: expect.any(Number) })
  // A second rotation ends the first secret, whatever its grace, and without a grace the second one, too.
  expect((await store.rotateKey('key_r', 'third', 0))?.previousSecretUntil).toBeNull()
  expect([await store.keyByHash('first'), await store.keyByHash('second')]).toEqual([null, null])
  expect((await store.validSecrets(['key_r'])).get('key_r')).toEqual({ generation: 3, previousMs: 0 })
  // The time of the grace is over.
  await store.rotateKey('key_r', 'fourth', 60)
  await execute(database.url, "UPDATE palimpsest.keys SET previous_until = now() - interval '1 ms' WHERE id = 'key_r'")
  expect(await store.keyByHash('third')).toBeNull()
  expect((await store.validSecrets(['key_r'])).get('key_r')).toEqual({ generation: 4, previousMs: 0 })
})

test('[P11] the last use of a key is written at most once a minute', async () => {
  await store.insertKey({ id: 'key_u', appId: 'app_u', role: 'app', createdAt: at }, 'used')
  const lastUse = async () => (await store.keys('app_u', { limit: 9 }))[0]!.lastUsedAt
  await store.noteKeyUse('key_u')
  const first = await lastUse()
  expect(first).toBeInstanceOf(Date)
  const [{ xmin }] = (await select<{ xmin: string }>(database.url, ROW_VERSION)) as [{ xmin: string }]
  await store.noteKeyUse('key_u')
  expect(await select(database.url, ROW_VERSION)).toEqual([{ xmin }])
  await execute(database.url, "UPDATE palimpsest.keys SET last_used_at = now() - interval '61 s' WHERE id = 'key_u'")
  await store.noteKeyUse('key_u')
  expect((await lastUse())!.getTime()).toBeGreaterThanOrEqual(first!.getTime())
})

test('a ticket is given once, even to many at a time, and never after its time', async () => {
  const ticket = { appId: 'app_a', role: 'viewer' as const, credential: null }
  await store.insertTicket('t1', ticket, new Date(+at + 1_000))
  await store.insertTicket('t2', ticket, new Date(+at - 1_000))
  const taken = await Promise.all(Array.from({ length: 8 }, () => store.takeTicket('t1', at)))
  expect(taken.filter(Boolean)).toEqual([ticket])
  expect(await store.takeTicket('t2', at)).toBeNull()
})

test('[P11] a ticket ends with the secret that created it', async () => {
  await store.insertKey({ id: 'key_t', appId: 'app_a', role: 'app', createdAt: at }, 'of tickets')
  const later = new Date(+at + 1_000)
  const issue = (hash: string, generation: number) =>
    store.insertTicket(hash, { appId: 'app_a', role: 'app', credential: { keyId: 'key_t', generation } }, later)
  await Promise.all([issue('a', 1), issue('b', 1), issue('c', 1)])
  expect(await store.takeTicket('a', at)).toMatchObject({ credential: { keyId: 'key_t', generation: 1 } })
  await store.rotateKey('key_t', 'newer', 60)
  expect(await store.takeTicket('b', at)).not.toBeNull()
  await store.rotateKey('key_t', 'newest', 0)
  expect(await store.takeTicket('c', at)).toBeNull()
  await issue('d', 3)
  await store.deleteKey('key_t')
  expect(await store.takeTicket('d', at)).toBeNull()
})

const ROW_VERSION = "SELECT xmin::text FROM palimpsest.keys WHERE id = 'key_u'"

test('[P11] a change of another app’s session waits for no writer of that app', async () => {
  const { id } = await store.insertSession(aSession({ appId: 'app_a' }), [])
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let started = () => {}
  const isRunning = new Promise<void>((resolve) => (started = resolve))
  const writing = store.change(id, 'app_a', async () => {
    started()
    await released
  })
  await isRunning
  // Both would wait for the writer until the time-out of the test.
  await expect(store.change(id, 'app_b', async () => {})).rejects.toMatchObject({ code: 'session_not_found' })
  expect(await store.deleteSession(id, 'app_b')).toBeNull()
  release()
  await writing
})
