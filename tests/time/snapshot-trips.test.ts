import { afterEach, expect, test } from 'vitest'
import { startDaemon } from '../support/daemon.js'
import { watchStatements } from '../support/watch-statements.js'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

test('[R1] a snapshot waits twice for the database: for the locks with its limit, and for the commit', async () => {
  const trips = watchStatements()
  const daemon = await startDaemon({})
  opened.push(() => daemon.stop())
  const session = await daemon.openSession()
  await session.append([{ role: 'user', content: 'Hello.' }])
  await session.call('createSnapshot', { body: {} })
  trips.length = 0
  const { contextStatus } = await session.call('createSnapshot', { body: {} })
  const { client } = trips.find(({ names }) => names.includes('count-snapshots'))!
  // A read of the session has a connection of its own.
  const waits = trips
    .filter((trip) => trip.client === client || trip.names.includes('session'))
    .map(({ names }) => names)
  expect(waits).toEqual([
    expect.arrayContaining(['lock-session', 'count-snapshots']),
    expect.arrayContaining(['insert-snapshots-1', 'COMMIT']),
  ])
  expect(contextStatus).toEqual((await session.read()).contextStatus)
})
