import { afterAll, beforeAll, expect, test } from 'vitest'
import { talk } from '../support/coding-talk.js'
import { often } from '../support/long-run.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

/** What the events and the log say about checkpoints that are written again. */

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

test('[C4] [R5] an event of aging says from which level, and how many lines came back; only these make it grow', async () => {
  const session = await daemon.openSession({ contextSize: '8K', model: 'gpt-4o' })
  for (let turn = 1; turn < often(220, 600); turn += 10) {
    await session.append(talk(10, turn))
    await session.compress({ strategy: 'extractive' })
  }
  const events = await session.events()
  const all = new Map((await session.checkpoints({ superseded: true, limit: 200 })).map((one) => [one.id, one]))
  let checked = 0
  for (const { type, data } of events) {
    if (type !== 'checkpoint-aged' && type !== 'checkpoint-merged') continue
    const { replaces, levelBefore, level, tokensBefore, tokensAfter, returned, lines } = data
    if (tokensAfter > tokensBefore) expect(returned).toBeGreaterThan(0)
    expect(returned).toBeLessThanOrEqual(lines)
    expect(level).toBeLessThanOrEqual(levelBefore)
    const replaced = replaces.flatMap((id: string) => all.get(id) ?? [])
    if (replaced.length === replaces.length)
      expect(levelBefore).toBe(Math.max(...replaced.map((one: { level: number }) => one.level)))
    checked += 1
  }
  expect(checked).toBeGreaterThan(3)
  const { lines } = await daemon.client.call('readLog', { params: { sessionId: session.id }, query: { limit: 500 } })
  const aged = lines.filter(({ type }) => type === 'checkpoint-aged' || type === 'checkpoint-merged')
  for (const { line } of aged)
    expect(line).toMatch(
      /^(Checkpoint aged from level \d to \d|Checkpoint of level \d|Merged \d+ checkpoints into one)/,
    )
  const grown = events.some(
    ({ type, data }) => /aged|merged/.test(type) && (data as { returned?: number }).returned! > 0,
  )
  expect(aged.some(({ line }) => / lines? came back$/.test(line))).toBe(grown)
})
