/** Reading the event log from a time on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

interface Logged {
  at: string
  cursor: string
}

test('[P10] events since any time are exactly those of the log from then on, in order', async () => {
  const empty = await daemon.client.call('readEvents', { query: { since: '2026-01-01T00:00:00Z' } })
  expect(empty.events).toEqual([])
  const session = await daemon.openSession()
  for (let n = 0; n < 12; n++) await session.append([{ role: 'user', content: `Message ${n}` }])
  const all = (await daemon.client.call('readEvents', { query: { limit: 500 } })).events as Logged[]
  const times = [...new Set(all.map(({ at }) => at))]
  expect(times.length).toBeGreaterThan(5)
  for (const since of ['2026-01-01T00:00:00Z', ...times, '9999-01-01T00:00:00Z']) {
    const page = await daemon.client.call('readEvents', { query: { since, limit: 500 } })
    const expected = all.filter(({ at }) => Date.parse(at) >= Date.parse(since))
    expect(
      (page.events as Logged[]).map(({ cursor }) => cursor),
      since,
    ).toEqual(expected.map(({ cursor }) => cursor))
    // The cursor continues the log.
    const rest = await daemon.client.call('readEvents', { query: { after: page.cursor } })
    expect(rest.events, since).toEqual([])
  }
})

test('[13] a time that is none, and a time together with a cursor, are refused by name', async () => {
  for (const query of [{ since: 'yesterday' }, { since: '2026-01-01T00:00:00Z', after: '0' }]) {
    const { status, problem } = await daemon.client.send('readEvents', { query })
    expect([status, (problem.errors as { path: string }[])[0]!.path]).toEqual([400, 'since'])
  }
})
