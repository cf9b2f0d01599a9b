import { afterAll, beforeAll, expect, test } from 'vitest'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

test('[B4] 70% of the limit is a warning, 85% advises a fresh session, each once for each crossing', async () => {
  const session = await daemon.openSession({ preset: 'off', model: 'gpt-4o' })
  for (let from = 1; (await session.contextStatus()).utilization < 0.88; from++) await session.append(talk(1, from))
  const { used, limit } = await session.contextStatus()
  const [advice, ...more] = await session.eventsOf('fresh-session-advised')
  expect(more).toEqual([])
  expect(advice!.data.utilization).toBeGreaterThanOrEqual(0.85)
  expect(advice!.data.used).toBeLessThanOrEqual(used)
  expect(advice!.data).toMatchObject({ limit, recommendation: expect.stringContaining('fresh session') })
  const warnings = await session.eventsOf('budget-warning')
  expect(warnings).toHaveLength(1)
  expect(warnings[0]!.data.utilization).toBeLessThan(0.85)
  const { freshSession, recommendations } = await session.status()
  expect(freshSession.advised).toBe(true)
  expect(recommendations[0]).toContain('hand-over')
})

test('[Q2] a model of 3B, Critical from the start, is warned after 3 compressions by an event', async () => {
  const session = await daemon.openSession({ model: 'llama3.2:3b', policy: { mask: null } })
  for (let n = 0; n < 4; n++) {
    await session.append(talk(12, 1 + 20 * n))
    expect((await session.compress({ strategy: 'extractive' })).status).toBe('completed')
  }
  const warnings = await session.eventsOf('reliability-warning')
  expect(warnings.map(({ data }) => [data.cause, data.compressions])).toEqual([['compressions', 3]])
  expect(warnings[0]!.data).toMatchObject({ model: 'llama3.2:3b', level: 'Critical' })
  expect(warnings[0]!.data.recommendation).toMatch(/llama3\.2:3b of size 3B: continue while it makes good progress/)
  expect((await session.contextStatus()).reliability.warning).toContain('4 compressions')
})

test('[Q2] a 7B model whose score falls under 40% gets advice that does not restart it at every compression', async () => {
  const session = await daemon.openSession({ model: 'qwen2.5:7b', policy: { mask: null } })
  for (let n = 0; n < 3; n++) {
    await session.append(talk(12, 1 + 20 * n))
    await session.compress({ strategy: 'extractive' })
  }
  const warnings = await session.eventsOf('reliability-warning')
  expect(warnings.map(({ data }) => data.cause)).toEqual(['score'])
  expect(warnings[0]!.data.recommendation).toContain('Continue while the model makes good progress')
  const { freshSession, recommendations } = await session.status()
  expect(freshSession.advised).toBe(false)
  expect(recommendations.join()).toContain('When the present task is done')
  for (let n = 3; n < 7; n++) {
    await session.append(talk(12, 1 + 20 * n))
    await session.compress({ strategy: 'extractive' })
  }
  const later = await session.status()
  expect(later.recommendations[0]).toMatch(
    /^7 compressions with qwen2\.5:7b of size 7B: continue while it makes good progress; at the next finished step, start/,
  )
  expect(later.recommendations.join()).not.toContain('Start a fresh session')
  const events = await session.eventsOf('reliability-warning')
  expect(events.map(({ data }) => [data.cause, data.compressions])).toEqual([
    ['score', 1],
    ['compressions', 5],
  ])
})

test('[Q1a] [B4] while a compression is pending, no fresh session is advised; if it cannot help, one is', async () => {
  const quiet = await startDaemon()
  try {
    const session = await quiet.openSession({ contextSize: '16K', model: 'gpt-4o', policy: { mask: null } })
    for (let from = 1; (await session.contextStatus()).utilization < 0.86; from++) await session.append(talk(1, from))
    expect((await session.contextStatus()).compressor.state).toBe('queued')
    expect((await session.events()).filter(({ type }) => type === 'fresh-session-advised')).toEqual([])
    expect((await session.status()).freshSession.advised).toBe(false)
  } finally {
    await quiet.stop()
  }
  const session = await daemon.openSession({ contextSize: '16K', model: 'gpt-4o' })
  const words = { role: 'user' as const, content: 'remember every single word of this '.repeat(90) }
  while ((await session.contextStatus()).utilization < 0.86) await session.append([words])
  expect(await session.eventsOf('fresh-session-advised')).toHaveLength(1)
})
