import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parametersFromName } from '../../src/domain/session/model-size.js'
import { reliabilityOf, warnsAfter, type ReliabilityInput } from '../../src/domain/session/reliability.js'
import { contextStatus } from '../../src/domain/session/status.js'
import { EXACT_SCALE, UNKNOWN_SCALE } from '../../src/domain/session/token-scale.js'
import { aSession } from '../store/builders.js'

/** Counts are checked and everything was kept, unless a test says otherwise. */
function judged(
  parameters: number | null,
  compressions: number,
  changes: Partial<ReliabilityInput> = {},
): ReliabilityInput {
  return {
    quality: { parameters, verification: 1, extractiveShare: 0 },
    compressionCount: compressions,
    scale: EXACT_SCALE,
    policy: { reliability: { penalty: 'linear' } },
    ...changes,
  }
}
const geometric = { policy: { reliability: { penalty: 'geometric' } } } as const

test.each([
  [405, 0.95],
  [70, 0.95],
  [69, 0.85],
  [30, 0.85],
  [29, 0.7],
  [13, 0.7],
  [12, 0.5],
  [7, 0.5],
  [6.9, 0.5],
  [6.6, 0.3],
  [0.135, 0.3],
  [null, 0.5],
])('[Q1] a fresh session of a model of %jB scores %d', (parameters, score) => {
  const { score: found, reasons } = reliabilityOf(judged(parameters, 0))
  expect(found).toBe(score)
  expect(reasons).toEqual([
    `model size ${parameters === null ? 'unknown, assumed 7B' : parameters === 0.135 ? '135M' : `${parameters}B`}: × ${score}`,
  ])
})

test.each([
  [1, 0.85, 0.9],
  [2, 0.7, 0.81],
  [4, 0.4, 0.6561],
  [5, 0.3, 0.59049],
  [50, 0.3, 0.9 ** 50],
])('[Q1] %i compressions cost × %d, or geometrically × %d', (compressions, linear, power) => {
  expect(Math.abs(reliabilityOf(judged(70, compressions)).score - 0.95 * linear)).toBeLessThan(0.001)
  expect(Math.abs(reliabilityOf(judged(70, compressions, geometric)).score - 0.95 * power)).toBeLessThan(0.001)
})

test('[Q1] the score is the product of the numbers its reasons name', () => {
  const share = fc.integer({ min: 0, max: 100 }).map((n) => n / 100)
  const arbitrary = fc.record({
    parameters: fc.option(fc.integer({ min: 1, max: 500 })),
    compressions: fc.nat(20),
    verification: share,
    extractiveShare: share,
    checked: fc.boolean(),
    penalty: fc.constantFrom('linear' as const, 'geometric' as const),
  })
  fc.assert(
    fc.property(arbitrary, ({ parameters, compressions, verification, extractiveShare, checked, penalty }) => {
      const { score, level, reasons } = reliabilityOf({
        quality: { parameters, verification, extractiveShare },
        compressionCount: compressions,
        scale: checked ? EXACT_SCALE : UNKNOWN_SCALE,
        policy: { reliability: { penalty } },
      })
      const product = reasons.map((reason) => Number(/× ([\d.]+)$/.exec(reason)?.[1])).reduce((a, b) => a * b, 1)
      expect(Math.abs(score - product)).toBeLessThan(0.002)
      expect(level).toBe(score >= 0.85 ? 'High' : score >= 0.6 ? 'Medium' : score >= 0.4 ? 'Low' : 'Critical')
    }),
  )
})

test('[Q1] copied lines, facts that were lost and unchecked counts cost what they say', () => {
  const quality = { parameters: 70, verification: 0.9, extractiveShare: 0.5 }
  expect(reliabilityOf(judged(70, 1, { quality, scale: UNKNOWN_SCALE }))).toEqual({
    score: 0.621,
    level: 'Medium',
    reachable: 0.903,
    factsKept: 0.9,
    reasons: [
      'model size 70B: × 0.95',
      '1 compression: × 0.85',
      'exact facts kept by the checkpoints: × 0.9',
      '50% covered by extractive checkpoints: × 0.9',
      'token counts not calibrated with the model’s own: × 0.95',
    ],
  })
  expect(reliabilityOf(judged(70, 2, geometric)).reasons).toContain('2 compressions, × 0.9 for each: × 0.81')
})

test.each([
  [1, 3],
  [3, 3],
  [3.2, 3],
  [3.8, 5],
  [7.6, 5],
  [7, 5],
  [null, 5],
  [8, 7],
  [13, 7],
  [14, 10],
  [405, 10],
])('[Q2] a model of %jB is warned about from %i compressions on', (parameters, from) => {
  expect(warnsAfter(judged(parameters, 0))).toBe(from)
  expect(reliabilityOf(judged(parameters, from - 1))).not.toHaveProperty('warning')
  const { warning } = reliabilityOf(judged(parameters, from))
  expect(warning).toContain(`${from} compressions`)
  expect(warning).toContain('start a fresh session or use a larger model')
})

test('[B5] [Q1a] the display line holds facts: use, compressions, messages stored, lost, in view and readable', () => {
  const tokenCounts = { system: 1_000, tools: 0, goals: 0, checkpoints: 0, user: 4_234, assistant: 2_000, tool: 1_606 }
  const session = aSession({ tokenCounts, compressionCount: 2, lastSeq: 432, inViewCount: 45 })
  expect(contextStatus(session).display).toBe(
    'Context: 8,840/13,600 (65%) · 2 compressions · 432 stored, 0 lost · 45 in view, 387 readable',
  )
  // A session of an older build, whose messages in view were not counted; an audit missed two messages.
  expect(contextStatus(aSession({ compressionCount: 1, lastSeq: 9, lostCount: 2 })).display).toBe(
    'Context: 0/13,600 (0%) · 1 compression · 9 stored, 2 lost',
  )
})

test('[Q1a] [P3] what is stored beyond the limit waits and is not shown as used', () => {
  const tokenCounts = { ...aSession().tokenCounts, user: 2_000, tool: 25_000 }
  const { used, waiting, utilization, display, degraded } = contextStatus(aSession({ tokenCounts, lastSeq: 12 }))
  expect(used + waiting).toBe(27_000)
  expect(used).toBeLessThanOrEqual(12_600)
  expect(utilization).toBeLessThan(1)
  expect(display).toMatch(/^Context: [\d,]+\/13,600 \(\d\d%\), 1[\d,]+ more to shrink · /)
  expect(degraded.join()).toContain('over-limit: 1')
})

test.each([
  ['gpt-4o', 70],
  ['openai/gpt-4.1', 70],
  ['claude-sonnet-4-20250514', 70],
  ['us.anthropic.claude-3-opus-20240229-v1:0', 70],
  ['gemini-2.5-pro', 70],
  ['o3', 70],
  ['o3-2025-04-16', 70],
  ['chatgpt-4o-latest', 70],
  ['x-ai/grok-4', 70],
  ['mistral-large-2411', 70],
  ['cohere.command-a-03-2025', 70],
  ['deepseek-chat', 70],
  ['deepseek-reasoner', 70],
  ['moonshotai/kimi-k2-0905-preview', 70],
  ['qwen-max-latest', 70],
  ['gpt-4.1-nano', 30],
  ['gemini-2.5-flash', 30],
  ['gemini-2.0-flash-lite', 30],
  ['claude-instant-1.2', 30],
  ['gpt-4o-mini', 30],
  ['gpt-3.5-turbo', 30],
  ['claude-3-5-haiku-latest', 30],
  ['gemini-1.5-flash-8b', 8],
  ['gemma3:27b', 27],
  ['gpt-oss:20b', 20],
  ['my-claude-like', null],
  ['o365-assistant', null],
])('[Q1] [Q2] %s counts as %jB by its name', (name, parameters) => {
  expect(parametersFromName(name)).toBe(parameters)
})

test('[Q1] the reason of a hosted model says that its size is assumed', () => {
  expect(reliabilityOf({ ...judged(70, 0), model: 'gpt-4o' }).reasons).toEqual(['hosted model, counts as 70B: × 0.95'])
  expect(reliabilityOf({ ...judged(70, 0), model: 'llama3.1:70b' }).reasons).toEqual(['model size 70B: × 0.95'])
})
