import { expect, test } from 'vitest'
import {
  availableTokens,
  defaultReserve,
  budgetLevelFor,
  limitFor,
  NO_TOKENS,
  parseContextSize,
  scaleFor,
  triggerTokens,
} from '../../src/domain/session/budget.js'

const RULE = { at: 0.8, of: 'available' } as const

test('[S1] labels and numbers give the limits of the specification', () => {
  expect(['2K', '4K', '8K', '16K', '32K', '64K', '128K'].map((label) => limitFor(parseContextSize(label)!))).toEqual([
    1_700, 3_400, 6_800, 13_600, 27_200, 54_400, 108_800,
  ])
  expect(limitFor(parseContextSize(10_000)!)).toBe(8_500)
  expect(parseContextSize('1M')).toBe(1_000_000)
  for (const wrong of ['', '16', 'K', '-4K', '1.5K', 0, -1, 1.5, Number.NaN]) expect(parseContextSize(wrong)).toBeNull()
})

test('[S3] the reserve is 15 % of the limit, at most 1,000', () => {
  expect([1_700, 6_800, 13_600, 108_800].map(defaultReserve)).toEqual([255, 1_000, 1_000, 1_000])
})

test('[S5] absolute figures shrink with windows smaller than 13,600', () => {
  expect([6_800, 13_600, 54_400].map(scaleFor)).toEqual([0.5, 1, 1])
})

test('[B1] [B2] the worked example: 13,600 limit, 1,000 system, checkpoints coming and ageing', () => {
  const states = [0, 1_200, 600 + 1_200, 300 + 600 + 1_200].map((checkpoints) => ({
    ...NO_TOKENS,
    system: 1_000,
    checkpoints,
  }))
  expect(states.map((tokenCounts) => availableTokens(13_600, tokenCounts))).toEqual([12_600, 11_400, 10_800, 10_500])
  expect(states.map((tokenCounts) => triggerTokens(13_600, tokenCounts, RULE))).toEqual([10_080, 9_120, 8_640, 8_400])
})

test('[B3] levels begin at 25, 50, 75 and 85 % and are left downwards only two points below', () => {
  expect([0, 2_499, 2_500, 5_000, 7_500, 8_500, 12_000].map((used) => budgetLevelFor(used, 10_000, 'GREEN'))).toEqual([
    'GREEN',
    'GREEN',
    'YELLOW',
    'ORANGE',
    'RED',
    'CRITICAL',
    'CRITICAL',
  ])
  expect(budgetLevelFor(7_400, 10_000, 'RED')).toBe('RED')
  expect(budgetLevelFor(7_299, 10_000, 'RED')).toBe('ORANGE')
  expect(budgetLevelFor(8_350, 10_000, 'CRITICAL')).toBe('CRITICAL')
  expect(budgetLevelFor(1_000, 10_000, 'CRITICAL')).toBe('GREEN')
})

test('[10.3] a share of the limit is reached by everything in the context, not by the conversation alone', () => {
  const rule = { at: 0.75, of: 'limit' } as const
  const counts = { ...NO_TOKENS, system: 1_000, goals: 900, checkpoints: 3_400 }
  expect(triggerTokens(13_600, NO_TOKENS, rule)).toBe(10_200)
  expect(triggerTokens(13_600, counts, rule)).toBe(4_900)
  expect(triggerTokens(13_600, { ...counts, system: 12_000 }, rule)).toBe(0)
})
