import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { appendReal, realMessages, replayedSession } from '../support/replayed-session.js'
import type { TestSession } from '../support/session.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

/** Sizes and cuts as the event log has them. */
async function recorded({ id }: TestSession) {
  const read = async (type: string) =>
    (await daemon.client.call('readEvents', { query: { sessionId: id, types: type, limit: 500 } })).events
  return { sizes: await read('budget-updated'), cuts: await read('context-rewritten') }
}

test('[R5] the budget over time has each recorded size and cut once, and later only what is new', async () => {
  const session = await replayedSession(daemon, 40)
  await session.compressionEnded()
  const { sizes, cuts } = await recorded(session)
  expect(cuts.length).toBeGreaterThan(1)
  const first = await session.call('readBudget', {})
  expect(first.points.map(({ seq, used }) => [seq, used])).toEqual(
    sizes.map(({ seq, data }) => [seq, (data as { used: number }).used]),
  )
  expect(first.cuts.map(({ seq, version }) => [seq, version])).toEqual(
    cuts.map(({ seq, data }) => [seq, (data as { version: number }).version]),
  )
  for (const { used, breakdown } of first.points)
    expect(Object.values(breakdown).reduce((sum, tokens) => sum + tokens, 0)).toBeGreaterThanOrEqual(used)
  expect(first.points.at(-1)!.message).toBeLessThanOrEqual(40)

  await appendReal(session, realMessages().slice(40, 44))
  await session.compressionEnded()
  const whole = await session.call('readBudget', {})
  const more = await session.call('readBudget', { query: { after: first.seq } })
  expect(more.points.length).toBeGreaterThan(0)
  expect([...first.points, ...more.points]).toEqual(whole.points)
  expect([...first.cuts, ...more.cuts]).toEqual(whole.cuts)
  expect((await session.call('readBudget', { query: { after: whole.seq } })).points).toEqual([])
})

test('[R5] a session without messages has no sizes, and one that does not exist has no budget', async () => {
  const session = await daemon.openSession({ externalId: 'nothing yet' })
  expect(await session.call('readBudget', {})).toMatchObject({ points: [], cuts: [] })
  expect((await daemon.call('GET', '/v1/sessions/ses_none/budget')).status).toBe(404)
})
