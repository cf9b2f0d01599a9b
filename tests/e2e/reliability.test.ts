import { afterEach, expect, test } from 'vitest'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { RequestBody, TestSession } from '../support/session.js'
import { until } from '../support/until.js'

let daemon: Daemon
afterEach(() => daemon.stop())
const append = async (session: TestSession, body: RequestBody<'appendMessages'>) =>
  await session.call('appendMessages', { body })
const reliability = async (session: TestSession) => (await session.read()).contextStatus.reliability
const patch = (session: TestSession, policy: object) => session.send('updateSession', { body: { policy } })

interface LevelChange {
  type: string
  data: { from: string; to: string; score: number; compressions: number }
}

test('[Q1] [Q2] every change of level is reported once, with its cause, whatever changed it', async () => {
  daemon = await startDaemon({ works: true })
  const session = await daemon.openSession({ model: 'llama3.1:70b', policy: { mask: null } })
  const seen = [await reliability(session)]
  expect(seen[0]).toMatchObject({ score: 0.903, level: 'High' })
  for (let n = 0; n < 3; n++) {
    await append(session, { format: 'openai', messages: talk(12, 1 + 20 * n) })
    const done = await session.send('requestCompression', { body: { strategy: 'extractive', waitMs: 30_000 } })
    expect(done.body.status).toBe('completed')
    seen.push(await reliability(session))
  }
  expect((await patch(session, { reliability: { penalty: 'geometric' } })).status).toBe(200)
  seen.push(await reliability(session))
  expect(seen.at(-1)!.score).toBeGreaterThan(seen.at(-2)!.score)
  const levels = seen.map(({ level }) => level)
  const changes = levels.filter((level, n) => n > 0 && level !== levels[n - 1])
  // The log shows an event once no older transaction can still come before it.
  const { events, reported } = await until('an event for each change of level', async () => {
    const { events } = (await daemon.client.call('readEvents', { query: { sessionId: session.id, limit: 500 } })) as {
      events: LevelChange[]
    }
    const found = events.filter(({ type }) => type === 'reliability-changed')
    return found.length >= changes.length ? { events, reported: found } : null
  })
  // From one that was seen to the next: nothing is reported twice, nothing is left out.
  expect(reported.map(({ data }) => data.to)).toEqual(changes)
  expect(reported.map(({ data }) => data.from)).toEqual(['High', ...reported.slice(0, -1).map(({ data }) => data.to)])
  expect(reported.length).toBeGreaterThan(1)
  expect(reported[0]!.data).toMatchObject({ compressions: 1, score: seen[1]!.score, reasons: seen[1]!.reasons })
  // With the checkpoint that caused it, not after it.
  const types = events.map(({ type }) => type)
  const [started, changed, created] = ['compression-started', 'reliability-changed', 'checkpoint-created'].map((type) =>
    types.indexOf(type),
  )
  expect(changed).toBeGreaterThan(started!)
  expect(changed).toBeLessThan(created!)
})

test('[Q1] counts that reports confirm are worth more, and the change of level is reported', async () => {
  daemon = await startDaemon()
  const session = await daemon.openSession({ model: 'command-r:35b' })
  expect(await reliability(session)).toMatchObject({ score: 0.808, level: 'Medium' })
  await append(session, { messages: [{ role: 'user', content: 'word '.repeat(2_000) }] })
  for (let n = 0; n < 3; n++) {
    await append(session, { messages: [{ role: 'user', content: `and ${n}` }], usage: { promptTokens: 2_400 } })
  }
  expect(await reliability(session)).toEqual({
    ...{ score: 0.85, level: 'High', reachable: 0.85, factsKept: null },
    reasons: ['model size 35B: × 0.85'],
  })
  const events = await until('the change of level', async () => {
    const path = `/v1/events?sessionId=${session.id}&types=reliability-changed`
    const { events: found } = (await daemon.call('GET', path)).json as { events: LevelChange[] }
    return found.length > 0 ? found : null
  })
  expect(events.map(({ data }) => [data.from, data.to])).toEqual([['Medium', 'High']])
})

test('[Q1] the penalty is part of the policy, and nothing else is taken for one', async () => {
  daemon = await startDaemon()
  const session = await daemon.openSession()
  expect((await session.read()).policy.reliability).toEqual({ penalty: 'linear' })
  const chosen = await daemon.openSession({ preset: 'tiered', policy: { reliability: { penalty: 'geometric' } } })
  expect((await chosen.read()).policy.reliability).toEqual({ penalty: 'geometric' })
  for (const reliability of [{ penalty: 'none' }, null, { penalty: 'linear', floor: 0 }]) {
    expect((await patch(session, { reliability })).status).toBe(400)
  }
  expect((await patch(session, { reliability: {} })).body.policy.reliability).toEqual({ penalty: 'linear' })
})
