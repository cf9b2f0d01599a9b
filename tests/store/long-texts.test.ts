import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../src/ports/ports.js'
import { stringPieces } from '../../src/domain/formats/index.js'
import { openStore } from '../../src/store/index.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { append, aSession } from './builders.js'
import { often } from '../support/long-run.js'

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

test('[P1] [13] a long text is byte-equal although characters span the pieces it is read in', async () => {
  const { id } = await store.insertSession(aSession(), [])
  // One to four leading bytes shift the multi-byte characters across every piece border.
  const raws = ['', 'a', 'ab', 'abc'].map((shift) => JSON.stringify(`${shift}${'語🙂é x'.repeat(90_000)}`))
  for (const raw of raws) await store.change(id, null, (tx) => append(tx, 1, { raw }))
  const fresh = await openStore({ url: database.url, log: quietLog() })
  try {
    const read = await fresh.messages(id, [1, 2, 3, 4])
    expect(read.map(({ raw }, at) => raw === raws[at])).toEqual([true, true, true, true])
  } finally {
    await fresh.close()
  }
})

test('[P1] [T1] a long string is written in pieces as JSON.stringify writes it', () => {
  const long = fc
    .tuple(fc.string({ unit: 'binary' }), fc.constantFrom(1, 40_000))
    .map(([text, times]) => text.repeat(times))
  fc.assert(
    fc.property(long, (text) => [...stringPieces(text)].join('') === JSON.stringify(text)),
    { seed: 20_261_122, numRuns: often(60, 150) },
  )
})
