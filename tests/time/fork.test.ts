/** Forks: sessions that continue from an earlier state of another one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event } from '../../src/domain/event.js'
import { talk } from '../support/coding-talk.js'
import { daemonByHand, formatsOf, Played, randomNumbers, sentOf, type ByHand } from './played.js'
import { some } from '../support/long-run.js'

let by: ByHand
beforeAll(async () => {
  by = await daemonByHand()
})
afterAll(() => by.daemon.stop())

for (const seed of some([21, 22], 2)) {
  test(`[R3] [P2] a fork of any state sends the very same, knows every context before, and goes on without its parent ${seed}`, async () => {
    const policy = { snapshots: { keep: 100 } }
    const session = await by.daemon.openSession({
      contextSize: seed % 2 ? '4K' : '8K',
      systemPrompt: 'Be brief.',
      policy,
    })
    const random = randomNumbers(seed)
    const played = new Played(session, by.work, random)
    for (let step = 0; step < 35; step++) {
      await played.step()
      if (random() < 0.2) await played.travel()
    }
    const forks = [await played.fork(), await played.fork()]
    const history = await session.received()
    for (const { fork, seq, sent } of forks) {
      expect(await sentOf(fork, undefined, formatsOf(sent))).toEqual(sent)
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
      expect(await sentOf(fork, undefined, formatsOf(sent))).toEqual(sent)
      const before = [...played.sent].filter(([at]) => at < seq)
      for (const [at, then] of before.filter((_, index) => index % 5 === 0))
        expect(await sentOf(fork, at, formatsOf(then)), `at=${at}`).toEqual(then)
      const own = await fork.offloads()
      if (offload && own.some(({ id }) => id === offload.id)) {
        const { content } = await fork.offload(offload.id)
        expect(content!.length).toBeGreaterThan(0)
      }
      const more = new Played(fork, by.work, random)
      for (let step = 0; step < 8; step++) await more.step()
      await more.travel()
      expect(await fork.audit()).toMatchObject({ ok: true, violations: [] })
      for (const [at, then] of more.sent) expect(await sentOf(fork, at, formatsOf(then)), `at=${at}`).toEqual(then)
    }
  })
}

const repeatable = (key: string) => ({ headers: { 'idempotency-key': key } })

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
  const named = (externalId: string) => session.send('forkSession', { body: { externalId } }, repeatable(externalId))
  expect(await named('small')).toMatchObject({ status: 409, problem: { sessionId: made.id } })
  expect((await named('new')).body.id).toBe((await named('new')).body.id)
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

test('[R3] [S2] [S4] a fork is flagged if its prompt exceeds the tier, or its fixed part takes more than half of the limit', async () => {
  const session = await by.daemon.openSession({ contextSize: '8K', systemPrompt: ' word'.repeat(2_000) })
  await session.append([
    { role: 'system', content: ' note'.repeat(300) },
    { role: 'user', content: 'Go on.' },
  ])
  const forkTo = async (contextSize: string) => {
    const { id } = await session.call('forkSession', { body: { contextSize } })
    const isForked = (events: readonly Event[]) => events.some(({ type }) => type === 'session-forked')
    const events = await session.sibling(id).eventsWhen('the fork', isForked)
    return events.flatMap(({ type, data }) => {
      if (type === 'system-prompt-over-budget') return [['prompt', Math.floor(data.tokens / 100), data.budget]]
      return type === 'fixed-part-over-budget' ? [['all', Math.floor(data.tokens / 100), data.budget]] : []
    })
  }
  expect(await forkTo('8K')).toEqual([['prompt', 20, 500]])
  expect(await forkTo('4K')).toEqual([
    ['prompt', 20, 200],
    ['all', 23, 1_700],
  ])
})

test('[R3] [P2] a fork from the middle of messages that were appended together covers none of its own with their checkpoint', async () => {
  const session = await by.daemon.openSession({ contextSize: '2K', policy: { makeRoom: 'copy' } })
  for (const from of [1, 7, 13, 19]) await session.append(talk(6, from))
  await session.context()
  for (const seq of [40, 47, 56, 63]) {
    const fork = session.sibling((await session.call('forkSession', { body: { seq } })).id)
    const sent = await sentOf(session, seq)
    expect(await sentOf(fork)).toEqual(sent)
    for (const checkpoint of await fork.checkpoints()) expect(checkpoint.covered.at(-1)!.to).toBeLessThanOrEqual(seq)
    await fork.append(talk(8, 50))
    expect((await fork.send('readContext', {})).status).toBe(200)
    expect(await fork.audit()).toMatchObject({ ok: true, violations: [], messages: seq + 25 })
    // And a fork of that one, from a message of its own.
    const second = session.sibling((await fork.call('forkSession', { body: { seq: seq + 9 } })).id)
    await second.append(talk(2, 70))
    expect(await second.audit()).toMatchObject({ ok: true, violations: [], messages: seq + 16 })
  }
})
