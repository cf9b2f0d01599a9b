import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { select, testDatabase, type TestDatabase } from '../support/database.js'

let daemon: Daemon
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
})
afterAll(async () => {
  await daemon.stop()
  await database.drop()
})

const MESSAGES = 6_000

test('[R7] among thousands of passages, frequent words find the newest and rare ones every place', async () => {
  const session = await daemon.openSession({ contextSize: 4_000_000 }, { format: 'native' })
  const text = (at: number) =>
    [
      `the ferry leaves pier${at % 50}`,
      ...(at % 2 === 0 ? ['lantern'] : []),
      ...(at === 7 ? ['gannet and puffin'] : []),
      ...(at % 100 === 9 ? ['heron'] : []),
    ].join(' ')
  for (let from = 1; from <= MESSAGES; from += 1_000)
    await session.append(Array.from({ length: 1_000 }, (_, at) => ({ role: 'user', content: text(from + at) })))
  await indexPending(daemon.ports)
  await select(database.url, 'ANALYZE palimpsest.search_passages')
  // The statistics are read once a minute.
  const later = await startDaemon({ env: { DATABASE_URL: database.url } })
  onTestFinished(() => later.stop())
  const found = async (q: string, limit = 10) =>
    (await later.client.call('searchMessages', { query: { q, limit } })).hits.map(({ seq }) => seq)
  expect(Math.min(...(await found('ferry')))).toBeGreaterThan(MESSAGES - 2_500)
  expect(Math.min(...(await found('ferry lantern')))).toBeGreaterThan(MESSAGES - 2_500)
  expect(await found('gannet')).toEqual([7])
  expect((await found('gannet ferry'))[0]).toBe(7)
  expect((await found('ferry lantern puffin gannet'))[0]).toBe(7)
  const herons = await found('heron', 50)
  expect(herons).toHaveLength(50)
  expect(new Set(herons.map((seq) => seq % 100))).toEqual(new Set([9]))
  // Both words are frequent, but together only in old messages.
  expect(new Set((await found('pier7 heron gannet', 50)).slice(0, 1))).toEqual(new Set([7]))
})
