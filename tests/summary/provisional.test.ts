import { expect, test } from 'vitest'
import type { Checkpoint } from '../../src/domain/checkpoint/checkpoint.js'
import type { CompressionPlan } from '../../src/domain/compression/compression-plan.js'
import { isProvisional, newestOf, planWith, waitsForMore } from '../../src/domain/compression/provisional.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'

const RULES = {
  tail: { tokens: 2_048, messages: 5 },
  minGain: 640,
  ceiling: 1_200,
  spanTokens: 12_800,
}
const BY_BUDGET = { trigger: 'budget' as const, strategy: 'auto' as const }
const NOW = { rules: RULES, policy: PRESET_POLICIES.checkpointed }

function planOf(seqs: number[], tokens: number): CompressionPlan {
  const range = { from: seqs[0]!, to: seqs.at(-1)! }
  return { seqs, tokens, range, humanMessagesWithResults: [], removed: new Set() }
}

/** A checkpoint of these messages, as far as these rules look at it. */
function checkpointOf(from: number, to: number, more: Partial<Checkpoint> = {}): Checkpoint {
  const summarizer = { kind: 'extractive' as const }
  const range = { from, to }
  return { range, covered: [range], number: to, joined: 1, originalTokens: 3_800, summarizer, ...more } as Checkpoint
}

test('[V5] [S5] a span below four ceilings waits for the next one, and both together do not', () => {
  const small = planOf([11, 12, 14], 3_900)
  expect(waitsForMore(BY_BUDGET, small, NOW)).toBe(true)
  expect(waitsForMore(BY_BUDGET, planWith(small, checkpointOf(2, 9)), NOW)).toBe(false)
  expect(waitsForMore(BY_BUDGET, planOf([11], 4_800), NOW)).toBe(false)
  // Half the limit, half the ceiling.
  expect(waitsForMore(BY_BUDGET, planOf([11], 2_400), { ...NOW, rules: { ...RULES, ceiling: 600 } })).toBe(false)
})

test('[V5] requests and a running summary leave no span waiting', () => {
  const small = planOf([11], 3_900)
  expect(waitsForMore({ ...BY_BUDGET, trigger: 'manual' }, small, NOW)).toBe(false)
  expect(waitsForMore({ ...BY_BUDGET, requested: true }, small, NOW)).toBe(false)
  expect(waitsForMore({ ...BY_BUDGET, strategy: 'truncate' }, small, NOW)).toBe(false)
  expect(waitsForMore(BY_BUDGET, small, { ...NOW, policy: PRESET_POLICIES.simple })).toBe(false)
})

test('[P2] [C7] the plan of both spans names each message once, in order', () => {
  const whole = planWith(planOf([4, 11, 12, 14], 3_900), checkpointOf(6, 9))
  expect(whole.seqs).toEqual([4, 6, 7, 8, 9, 11, 12, 14])
  expect(whole).toMatchObject({ range: { from: 4, to: 14 }, tokens: 7_700 })
})

test('[P12] only the newest checkpoint is covered again, if it is extractive because its span was small', () => {
  const newest = checkpointOf(11, 20)
  expect(newestOf([newest, checkpointOf(2, 9)])).toBe(newest)
  expect(newestOf([])).toBeNull()
  expect(isProvisional(newest, { withoutModel: 'small-span' })).toBe(true)
  expect(isProvisional(newest, { withoutModel: 'model-unavailable' })).toBe(false)
  expect(isProvisional(newest, null)).toBe(false)
  expect(isProvisional({ ...newest, joined: 2 }, { withoutModel: 'small-span' })).toBe(false)
})
