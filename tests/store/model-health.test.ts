import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../src/ports/ports.js'
import { admission, afterFailure } from '../../src/domain/model/breaker.js'
import type { ModelHealth } from '../../src/domain/model/model-health.js'
import { openStore } from '../../src/store/index.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'

const SERVER = 'http://model.test'
const NOW = new Date('2026-01-01T00:00:00Z')

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

const look = () =>
  store.changeModelHealth(SERVER, { model: null }, (health) => ({ health, result: admission(health.breaker, NOW) }))
const fail = () =>
  store.changeModelHealth(SERVER, { model: null }, (health) => {
    const breaker = afterFailure(health.breaker, 'unavailable', NOW, 0.5)
    return { health: { ...health, breaker }, result: undefined }
  })
const breakerNow = async () => {
  const [server]: ModelHealth[] = await store.modelHealth(SERVER, null, 10)
  return server?.breaker
}

test('[V6] who only looks at the health of a model does not wait for who changes it', async () => {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  try {
    await other.query('BEGIN')
    await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 7420))', [`model-care ${SERVER}`])
    expect(await look()).toBe('free')
    await other.query('ROLLBACK')
  } finally {
    await other.end()
  }
})

test('[V6] failures that are noted at the same time all count', async () => {
  await Promise.all([fail(), fail()])
  expect(await breakerNow()).toEqual({ state: 'closed', failures: 2 })
  await Promise.all([fail(), look(), fail()])
  expect(await breakerNow()).toMatchObject({ state: 'open', openings: 1 })
  expect(await look()).toBe('forbidden')
})
