import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../src/ports/ports.js'
import { openStore } from '../../src/store/index.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
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

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const MIB = 1024 * 1024
const heapMib = () => {
  collect()
  return process.memoryUsage().heapUsed / MIB
}

test('[13] a short message that is kept in memory does not keep the large body it came in', async () => {
  const { id } = await store.insertSession(aSession(), [])
  const before = heapMib()
  for (let number = 0; number < 20; number++) {
    const body = Buffer.alloc(8 * MIB, `body ${number} `).toString('latin1')
    const raw = `"${body}"`.slice(4 * MIB, 4 * MIB + 200)
    await store.change(id, null, (tx) => append(tx, 1, { raw }))
  }
  const grownMib = heapMib() - before
  console.log(`heap grown by ${grownMib.toFixed(1)} MiB after 20 bodies of 8 MiB`)
  expect(grownMib).toBeLessThan(40)
  expect(await store.history(id, { from: 1, to: 20, limit: 20 })).toHaveLength(20)
})
