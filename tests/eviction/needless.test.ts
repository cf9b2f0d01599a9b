import { afterAll, beforeAll, expect, test } from 'vitest'
import { drainPending } from '../../src/app/compression/drain.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { plainTalk } from '../support/filled-session.js'

let daemon: Daemon
beforeAll(async () => {
  // Nothing takes jobs from the queue until the test does.
  daemon = await startDaemon({ env: { SUMMARY_MODEL: '' } })
})
afterAll(() => daemon.stop())

test('[P12] a queued compression is skipped once the context had to shrink without it', async () => {
  const session = await daemon.openSession({ contextSize: '8K', model: 'gpt-4o' })
  const talk = plainTalk(200)
  const stateOf = async () => (await session.read()).contextStatus.compressor.state
  let at = 0
  for (; (await stateOf()) !== 'queued'; at += 2) await session.append(talk.slice(at, at + 2))
  expect(at).toBeLessThan(talk.length / 2)
  while ((await session.events()).every(({ type }) => type !== 'emergency')) {
    await session.append(talk.slice(at, at + 2))
    await session.context('openai')
    at += 2
  }
  expect(at).toBeLessThan(talk.length)
  expect(await stateOf()).toBe('queued')
  const before = await session.context('openai')

  await drainPending(daemon.ports, new AbortController().signal)
  expect(await session.compressions()).toMatchObject([
    { trigger: 'emergency', status: 'completed' },
    { trigger: 'budget', status: 'skipped', reason: 'below-trigger' },
  ])
  const after = await session.context('openai')
  expect([after.version, after.messages]).toEqual([before.version, before.messages])
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})
