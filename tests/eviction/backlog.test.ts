/** A history many times as large as its context, which arrives at once. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isHuman } from '../../src/domain/message.js'
import { planBacklog, planHumanBacklog } from '../../src/domain/eviction/backlog.js'
import { question, talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { stateOf, type Turn } from './views.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const [LIMIT, RESERVE] = [51_000, 1_000]
const FIT = LIMIT - RESERVE
const turns = (kinds: Turn['kind'][]) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      tokens: fc.integer({ min: 40, max: 5_000 }),
      isCall: fc.boolean(),
    }),
    { minLength: 20, maxLength: 400, size: 'max' },
  )

test('[R4] [P4] [P13] what leaves a backlog is old and not a person’s, and the newest two contexts stay whole', () => {
  let shed = 0
  fc.assert(
    fc.property(turns(['human', 'answer', 'app', 'round', 'round']), (all) => {
      const { session, entries } = stateOf(LIMIT, RESERVE, all)
      const backlog = planBacklog(session, entries)
      const before = entries.reduce((sum, { viewTokens }) => sum + viewTokens, 0)
      expect(backlog === null).toBe(before <= 6 * FIT)
      if (backlog === null) return
      shed += 1
      const leaving = new Set(backlog.plan?.seqs)
      const left = entries.filter(({ seq }) => !leaving.has(seq))
      expect(entries.filter(({ seq }) => leaving.has(seq)).filter(isHuman)).toEqual([])
      const after = left.reduce((sum, { viewTokens }) => sum + viewTokens, 0)
      if (backlog.humanTokens === 0) expect(after).toBeLessThanOrEqual(4 * FIT)
      const oldest = Math.max(...leaving, 0)
      const newest = entries.filter(({ seq }) => seq > oldest).reduce((sum, { viewTokens }) => sum + viewTokens, 0)
      expect(newest).toBeGreaterThanOrEqual(2 * FIT - 10_100)
      // Whole pairs. [P5]
      for (const { seq, shape } of entries)
        for (const part of shape)
          if (part.kind === 'tool_result' && part.callSeq !== null)
            expect(leaving.has(part.callSeq)).toBe(leaving.has(seq))
    }),
    { numRuns: 80 },
  )
  expect(shed).toBeGreaterThan(20)
})

test('[R4] of a backlog of a person’s words alone, the first and the newest stay', () => {
  fc.assert(
    fc.property(turns(['human']), (all) => {
      const { session, entries } = stateOf(LIMIT, RESERVE, all)
      const seqs = planHumanBacklog(session, entries, 10 * FIT, new Map(entries.map(({ seq }) => [seq, seq % 7])))
      expect(seqs).not.toContain(1)
      expect(seqs).not.toContain(entries.length)
    }),
  )
})

test('[R4] a few giants are no backlog: the small messages before them stay', () => {
  const small = Array.from({ length: 40 }, (): Turn => ({ kind: 'answer', tokens: 400, isCall: false }))
  const giant: Turn = { kind: 'round', tokens: 30 * FIT, isCall: false }
  const { session, entries } = stateOf(LIMIT, RESERVE, [{ kind: 'human', tokens: 50, isCall: false }, ...small, giant])
  expect(planBacklog(session, entries)).toBeNull()
})

test('[P2] [P3] [P12] 1,000 messages in one append: the context fits, coverage holds, and later appends shed nothing again', async () => {
  const session = await daemon.openSession({ contextSize: '8K', model: 'gpt-4o' })
  const report = (at: number) =>
    `Part ${at} is done: the module parses each line, keeps its order, and writes what it found to out/${at}.json. `.repeat(
      30,
    )
  const log = Array.from({ length: 1_000 }, (_, at) =>
    at % 20 === 0 ? question(at) : { role: 'assistant', content: report(at) },
  )
  await session.append(log)
  const context = await session.context('openai')
  expect(context.tokens).toBeLessThanOrEqual(context.limit)
  const shown = context.messages as { role: string; content: string | null }[]
  expect(shown.map(({ content }) => content)).toContain((log[0] as { content: string }).content)
  expect(shown.at(-1)?.content).toBe(report(999))
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  const backlogs = async () =>
    (await session.events()).filter(
      (event) => event.type === 'messages-evicted' && event.data.reason.includes('arrived at once'),
    ).length
  const before = await backlogs()
  expect(before).toBe(1)
  for (let at = 0; at < 10; at++) await session.append(talk(1, 1_000 + at))
  expect(await backlogs()).toBe(before)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})
