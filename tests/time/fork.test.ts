/** Forks: sessions that continue from an earlier state of another one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { talk } from '../support/coding-talk.js'
import { daemonByHand, Played, randomNumbers, sentOf, type ByHand } from './played.js'

let by: ByHand
beforeAll(async () => {
  by = await daemonByHand()
})
afterAll(() => by.daemon.stop())

for (const seed of [21, 22]) {
  test(
    `[R3] [P2] a fork of any state sends the very same, knows every context before, and goes on without its parent ${seed}`,
    { timeout: 240_000 },
    async () => {
      const policy = { snapshots: { keep: 100 } }
      const session = await by.daemon.openSession({
        contextSize: seed % 2 ? '4K' : '8K',
        systemPrompt: 'Be brief.',
        policy,
      })
      const random = randomNumbers(seed)
      const played = new Played(session, by.work, random)
      for (let step = 0; step < 50; step++) {
        await played.step()
        if (random() < 0.2) await played.travel()
      }
      const forks = [await played.fork(), await played.fork(), await played.fork(), await played.fork()]
      const history = await session.received()
      for (const { fork, seq, sent } of forks) {
        expect(await sentOf(fork)).toEqual(sent)
        expect(await fork.audit()).toMatchObject({ ok: true, violations: [], messages: seq })
        expect(await fork.received()).toEqual(history.slice(0, seq))
        const [forked] = await fork.eventsOf('session-forked')
        expect(forked!.data).toMatchObject({ parentId: session.id, seq })
      }
      const [offload] = await session.offloads()
      const parent = session
      await by.daemon.call('DELETE', `/v1/sessions/${parent.id}`)
      expect((await parent.send('getSession', {})).status).toBe(404)
      for (const { fork, seq, sent } of forks) {
        expect(await sentOf(fork)).toEqual(sent)
        const before = [...played.sent].filter(([at]) => at < seq)
        for (const [at, then] of before.filter((_, index) => index % 5 === 0))
          expect(await sentOf(fork, at), `at=${at}`).toEqual(then)
        const own = await fork.offloads()
        if (offload && own.some(({ id }) => id === offload.id)) {
          const { content } = await fork.offload(offload.id)
          expect(content!.length).toBeGreaterThan(0)
        }
        const more = new Played(fork, by.work, random)
        for (let step = 0; step < 12; step++) await more.step()
        await more.travel()
        expect(await fork.audit()).toMatchObject({ ok: true, violations: [] })
        for (const [at, then] of more.sent) expect(await sentOf(fork, at), `at=${at}`).toEqual(then)
      }
    },
  )
}

test('[R3] [S1] a fork may have another model and size, and then fits them; the parent stays as it is', async () => {
  const session = await by.daemon.openSession({ metadata: { ticket: 7 } })
  await session.append(talk(12))
  const before = await sentOf(session)
  const made = await session.call('forkSession', {
    body: { contextSize: '4K', model: 'qwen2.5:7b', externalId: 'small', metadata: { ticket: 8 } },
  })
  expect(made).toMatchObject({ model: 'qwen2.5:7b', contextSize: '4K', limit: 3_400, externalId: 'small' })
  expect(made.metadata).toEqual({ ticket: 8 })
  const fork = session.sibling(made.id)
  const { tokens } = await fork.context('openai')
  expect(tokens).toBeLessThanOrEqual(3_400 - 510)
  expect(await fork.audit()).toMatchObject({ ok: true })
  expect(await sentOf(session)).toEqual(before)
  expect((await session.call('forkSession', { body: { seq: 4 } })).metadata).toEqual({ ticket: 7 })
  const taken = await session.send('forkSession', { body: { externalId: 'small' } })
  expect([taken.status, taken.problem.code]).toEqual([409, 'external_id_taken'])
  const outside = await session.send('forkSession', { body: { seq: 38 } })
  expect(outside.problem).toMatchObject({ errors: [{ path: 'seq', expected: 'a message number from 1 to 37' }] })
  const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
  expect((await session.send('forkSession', { body: { seq: 4, snapshotId } })).status).toBe(400)
  const key = { headers: { 'idempotency-key': 'once' } }
  const once = await session.call('forkSession', { body: { seq: 4 } }, key)
  expect((await session.call('forkSession', { body: { seq: 4 } }, key)).id).toBe(once.id)
  const empty = await by.daemon.openSession()
  expect(await empty.call('forkSession', { body: {} })).toMatchObject({ messageCount: 0 })
})
