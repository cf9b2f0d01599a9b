/** The context at any message is the one that was handed out then. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ByHand, daemonByHand, formatsOf, Played, randomNumbers, sentOf } from './played.js'
import { some } from '../support/long-run.js'

let by: ByHand
beforeAll(async () => {
  by = await daemonByHand()
})
afterAll(() => by.daemon.stop())

for (const seed of some([1, 2], 2)) {
  test(`[R3] [P12] every context that was handed out is read again byte for byte, under random changes ${seed}`, async () => {
    const session = await by.daemon.openSession({ contextSize: seed % 2 ? '4K' : '8K', systemPrompt: 'Be brief.' })
    const played = new Played(session, by.work, randomNumbers(seed))
    for (let step = 0; step < 55; step++) await played.step()
    const { messageCount } = await session.read()
    const cuts = await by.daemon.ports.store.cuts(session.id)
    expect(new Set(cuts.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(3)
    expect(played.sent.size).toBeGreaterThan(15)
    for (const [seq, sent] of played.sent)
      expect(await sentOf(session, seq, formatsOf(sent)), `at=${seq}`).toEqual(sent)
    // Messages that arrived together have a context each as well. Each test reads every second one.
    for (let seq = seed; seq <= messageCount; seq += 2) {
      const { contextStatus, tokens, entries } = await session.context('openai', { at: `${seq}`, explain: 'true' })
      expect(tokens, `at=${seq}`).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
      expect(entries!.length).toBeGreaterThan(0)
    }
    expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  })
}

test('[R3] [13] a message number out of range is refused with the range', async () => {
  const session = await by.daemon.openSession()
  await session.append([{ role: 'user', content: 'Hello' }])
  for (const at of ['0', '2']) {
    const { status, problem } = await session.send('readContext', { query: { at } })
    expect(status).toBe(400)
    expect(problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'at', expected: 'a message number from 1 to 1', received: at }],
    })
  }
  expect((await session.send('readContext', { query: { at: '1', reserve: '10' } })).status).toBe(400)
  expect((await session.send('readContext', { query: { at: 'x' } })).status).toBe(400)
})
