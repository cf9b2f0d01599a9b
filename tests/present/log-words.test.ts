/** The session log is read by people: names instead of ids, words instead of codes, and a way to what a compression changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUDGET_LEVELS } from '../../src/domain/session/budget.js'
import { levelText } from '../../src/present/log-words.js'
import { chatter } from '../support/chatter.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

async function linesOf(session: TestSession) {
  const reply = await daemon.client.call('readLog', { params: { sessionId: session.id }, query: { limit: 500 } })
  return reply.lines
}

test('[Q1a] a change of level is a share of the limit, never a color', () => {
  expect(levelText('GREEN', 'YELLOW')).toBe('Passed 25% of the limit')
  expect(levelText('YELLOW', 'CRITICAL')).toBe('Passed 85% of the limit')
  expect(levelText('CRITICAL', 'RED')).toBe('Fell below 85% of the limit')
  expect(levelText('RED', 'GREEN')).toBe('Fell below 25% of the limit')
  for (const from of BUDGET_LEVELS)
    for (const to of BUDGET_LEVELS)
      if (from !== to) expect(levelText(from, to)).toMatch(/^(Passed|Fell below) (25|50|75|85)% of the limit$/)
})

test('[R5] [G4] goals, items and locked decisions are in the log in their own words, not by their ids', async () => {
  const session = await daemon.openSession()
  const params = { sessionId: session.id }
  await daemon.client.call('addGoal', {
    params,
    body: {
      description: 'Ship the importer',
      items: [
        { kind: 'decision', text: 'Keep the old format', locked: true },
        { kind: 'next', text: `Measure ${'it '.repeat(100)}` },
      ],
    },
  })
  const texts = (await linesOf(session)).map(({ line }) => line)
  expect(texts).toContainEqual(
    expect.stringMatching(/^Goals changed by the app: goal “Ship the importer” added \(active\)/),
  )
  expect(texts).toContain('Locked decision “Keep the old format”')
  expect(texts.join('\n')).toMatch(/next step “Measure (it )+…” added/)
  expect(texts.join('\n')).not.toMatch(/itm_|goal_/)
})

test('[R5] the line of a compression leads to its cut, and no line has a code of a level or reason', async () => {
  const session = await daemon.openSession({ contextSize: '4K' })
  await session.append(chatter(22))
  await session.compress({ strategy: 'extractive' })
  await session.compress({ strategy: 'extractive' })
  const lines = await linesOf(session)
  const compressed = lines.find(({ type }) => type === 'compressed')!
  const report = await session.call('readCut', { params: { version: `${compressed.cut}` } })
  expect(report.cuts.at(-1)?.kind).toBe('compression')
  const texts = lines.map(({ line }) => line).join('\n')
  expect(texts).toMatch(/^Compression queued at [\d,]+ of 3,400 tokens: it was asked for$/m)
  expect(texts).toMatch(/^(Passed|Fell below) \d\d% of the limit: /m)
  expect(texts).not.toMatch(/\b(GREEN|YELLOW|ORANGE|RED|CRITICAL|gain-too-small|nothing-to-compress)\b/)
})
