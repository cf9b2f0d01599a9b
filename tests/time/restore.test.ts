/** Snapshots, and what a session is after it returned to one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seqsOf } from '../../src/domain/ranges.js'
import { talk } from '../support/coding-talk.js'
import { type ByHand, daemonByHand, formatsOf, Played, randomNumbers, sentOf } from './played.js'
import { some } from '../support/long-run.js'

let by: ByHand
beforeAll(async () => {
  by = await daemonByHand()
})
afterAll(() => by.daemon.stop())

for (const seed of some([11, 12], 2)) {
  test(`[R1] [R2] [R3] [P2] [P4] random snapshots and restores bring back the very context, and every other moment stays readable ${seed}`, async () => {
    // All snapshots of this test stay, those before restores included.
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
      if (random() < 0.3) await played.travel()
    }
    const kinds = (await by.daemon.ports.store.cuts(session.id)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'restore').length).toBeGreaterThan(1)
    for (const [seq, sent] of played.sent)
      expect(await sentOf(session, seq, formatsOf(sent)), `at=${seq}`).toEqual(sent)
    for (const [snapshotId, sent] of played.saved) {
      await session.call('restoreSnapshot', { params: { snapshotId } })
      expect(await sentOf(session), snapshotId).toEqual(sent)
      expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
    }
  })
}

test('[R1] [R2] a snapshot lists what it saved, a restore evicts later messages by a recorded cut, and saves the state before', async () => {
  const session = await by.daemon.openSession({ mode: 'DEVELOPER' })
  await session.append(talk(2))
  const snapshot = await session.call('createSnapshot', { body: { name: 'before' } })
  const { contextStatus, ...rest } = snapshot
  expect(rest).toMatchObject({
    ...{ name: 'before', purpose: 'manual', auto: false, tokenCount: contextStatus.used, messageCount: 7, seq: 7 },
    ...{ checkpointCount: 0, model: 'gpt-4o:7b', tier: 'TIER_3_STANDARD', mode: 'DEVELOPER' },
  })
  const sent = await sentOf(session)
  await session.append(talk(2, 10))
  const later = await sentOf(session)
  const { rollbackId, seq } = await session.call('restoreSnapshot', { params: { snapshotId: snapshot.id } })
  expect(seq).toBe(7)
  expect(await sentOf(session)).toEqual(sent)
  expect(await session.audit()).toMatchObject({ ok: true, messages: 14, raw: 7, evicted: 7 })
  expect(await session.received()).toEqual([...talk(2), ...talk(2, 10)])
  const [restored] = await session.eventsOf('snapshot-restored')
  expect(restored!.data).toMatchObject({ snapshotId: snapshot.id, seq: 7, rollbackId })
  const cut = (await by.daemon.ports.store.cuts(session.id)).at(-1)!
  expect(cut.kind).toBe('restore')
  expect(seqsOf(cut.evicted)).toEqual([8, 9, 10, 11, 12, 13, 14])
  const { snapshots } = await session.call('listSnapshots', {})
  expect(snapshots.map(({ id, purpose, auto }) => [id, purpose, auto])).toEqual([
    [rollbackId, 'rollback', true],
    [snapshot.id, 'manual', false],
  ])
  // What comes after a restore continues from it.
  await session.append([{ role: 'user', content: 'And now?' }])
  const { messages } = await session.context('openai')
  expect(messages.at(-1)).toEqual({ role: 'user', content: 'And now?' })
  expect(messages.length).toBe(8)
  await session.call('restoreSnapshot', { params: { snapshotId: rollbackId! } })
  expect(await sentOf(session)).toEqual(later)
  await session.send('deleteSnapshot', { params: { snapshotId: snapshot.id } })
  expect((await session.send('getSnapshot', { params: { snapshotId: snapshot.id } })).status).toBe(404)
  expect((await session.send('restoreSnapshot', { params: { snapshotId: snapshot.id } })).status).toBe(404)
})
