import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedOllama } from '../../testing/scripted-ollama.js'
import { nominalSize } from '../../src/domain/session/model-size.js'
import { warnsAfter } from '../../src/domain/session/reliability.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { often } from '../support/long-run.js'

/** When a session warns, and when it advises a fresh one. */

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

test('[Q2] sizes that servers measure count as the sizes in the names', () => {
  const named: [measured: number, nominal: number, warnedAfter: number][] = [
    [0.135, 0.135, 3],
    [0.99989, 1, 3],
    [1.54, 1, 3],
    [2.61, 2, 3],
    [3.21, 3, 3],
    [3.82, 4, 5],
    [6.74, 7, 5],
    [7.25, 7, 5],
    [7.62, 7, 5],
    [8.19, 8, 7],
    [12.2, 12, 7],
    [12.85, 13, 7],
    [13.02, 13, 7],
    [14.77, 15, 10],
    [32.8, 33, 10],
    [70.55, 70, 10],
  ]
  for (const [measured, nominal, warnedAfter] of named) {
    expect([measured, nominalSize(measured)]).toEqual([measured, nominal])
    const quality = { parameters: measured, verification: 1, extractiveShare: 0 }
    expect([measured, warnsAfter({ quality })]).toEqual([measured, warnedAfter])
  }
})

test('[Q2] a model that its server reports as 3.2B is warned after three compressions, like its name says', async () => {
  const ollama = await scriptedOllama({ model: 'llama3.2:3b', parameterSize: '3.2B', contextLength: 32_768 })
  const other = await startDaemon({ env: { OLLAMA_HOST: ollama.url }, works: true })
  const session = await other.openSession({ model: 'llama3.2:3b', policy: { mask: null } })
  for (let n = 0; n < 4; n++) {
    await session.append(talk(12, 1 + 20 * n))
    expect((await session.compress({ strategy: 'extractive' })).status).toBe('completed')
  }
  const warnings = await session.eventsOf('reliability-warning')
  expect(warnings.filter(({ data }) => data.cause === 'compressions').map(({ data }) => data.compressions)).toEqual([3])
  await other.stop()
  await ollama.close()
})

test('[Q1a] [B4] a session that compressions keep small never advises a fresh one', async () => {
  const session = await daemon.openSession({ contextSize: '8K', model: 'gpt-4o' })
  let highest = 0
  for (let turn = 1; turn < often(120, 400); turn++) {
    await session.append(talk(1, turn))
    const { utilization } = await session.contextStatus()
    highest = Math.max(highest, utilization)
  }
  const compressed = await session.eventsWith('compressed')
  expect(compressed.filter(({ type }) => type === 'compressed').length).toBeGreaterThan(2)
  expect(highest).toBeGreaterThan(0.6)
  const types = (await session.events()).map(({ type }) => type)
  expect(types).not.toContain('fresh-session-advised')
  expect((await session.status()).freshSession.advised).toBe(false)
})

test('[Q1a] [B4] when nothing can be compressed, a fresh session is advised once, until the context is small again', async () => {
  const session = await daemon.openSession({ contextSize: '8K', model: 'gpt-4o', reserve: 200 })
  const content = `Note: ${'the garden has a gate and a wall. '.repeat(12)}`
  // Pinned words never leave.
  while ((await session.contextStatus()).utilization < 0.88)
    await session.append([{ role: 'user', content, pinned: true }], { format: 'native' })
  expect(await session.eventsOf('fresh-session-advised')).toHaveLength(1)
  expect((await session.status()).freshSession.advised).toBe(true)
})
