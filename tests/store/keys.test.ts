import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../src/app/ports/ports.js'
import { openStore } from '../../src/store/index.js'
import { testDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await testDatabase()
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
  await store.insertKey(one, 'hash-1')
  await store.insertKey(two, 'hash-2')
  expect(await store.keyByHash('hash-2')).toEqual(two)
  expect(await store.keyByHash('hash-3')).toBeNull()
  expect(await store.keys('app_a', { limit: 9 })).toEqual([one])
  expect(await store.keys(null, { limit: 9, after: 'key_1' })).toEqual([two])
  expect(await store.deleteKey('key_2')).toBe(true)
  expect(await store.deleteKey('key_2')).toBe(false)
  expect(await store.keyByHash('hash-2')).toBeNull()
})

test('a ticket is given once, even to many at a time, and never after its time', async () => {
  const ticket = { appId: 'app_a', role: 'viewer' as const }
  await store.insertTicket('t1', ticket, new Date(+at + 1_000))
  await store.insertTicket('t2', ticket, new Date(+at - 1_000))
  const taken = await Promise.all(Array.from({ length: 8 }, () => store.takeTicket('t1', at)))
  expect(taken.filter(Boolean)).toEqual([ticket])
  expect(await store.takeTicket('t2', at)).toBeNull()
})
