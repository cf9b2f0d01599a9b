import fc from 'fast-check'
import { getEncodingNameForModel, type TiktokenModel } from 'js-tiktoken/lite'
import { expect, test } from 'vitest'
import { encodingOf } from '../../src/domain/model/encodings.js'
import { usedTokens } from '../../src/domain/session/budget.js'
import {
  fitLimit,
  inModelTokens,
  modelCounts,
  modelShares,
  untilCompression,
  usedModelTokens,
} from '../../src/domain/session/model-tokens.js'
import { contextStatus } from '../../src/domain/session/status.js'
import { addRecoded, recodedScale, type RecodedTexts } from '../../src/domain/session/recoded-texts.js'
import {
  EXACT_SCALE,
  nextScale,
  scaleOf,
  UNKNOWN_SCALE,
  type ScaleSources,
} from '../../src/domain/session/token-scale.js'
import { aSession } from '../store/builders.js'

const NOTHING: ScaleSources = { model: 'something-new', family: null, session: null, app: null, recoded: null }
const measured = (ratio: number, samples = 3) => ({ ratio, samples, errors: [0.01, 0.04, 0.02] })

test.each([
  'gpt-4o',
  'gpt-4o-mini',
  'gpt-4o-2024-11-20',
  'gpt-4.1',
  'gpt-4.1-mini',
  'gpt-5',
  'o1',
  'o1-mini',
  'o3',
  'o3-mini',
  'o4-mini',
  'gpt-4',
  'gpt-4-turbo',
  'gpt-4-32k',
  'gpt-3.5-turbo',
  'gpt-3.5-turbo-16k',
])('[T1] %s has the encoding that js-tiktoken maps it to', (model) => {
  expect(encodingOf(model)).toBe(getEncodingNameForModel(model as TiktokenModel))
  expect(encodingOf(`openai/${model}`)).toBe(encodingOf(model))
})

test.each(['o1x', 'gpt-40', 'llama3.2:3b', 'o200k', 'qwen2.5:7b', 'gpt-oss:20b', ''])(
  '[T1] %s has no known encoding',
  (model) => expect(encodingOf(model)).toBeNull(),
)

test('[T2] exact before measured before family before estimated; the own session before the other sessions of the app', () => {
  expect(scaleOf({ ...NOTHING, model: 'gpt-4o', app: measured(1.3) })).toEqual(EXACT_SCALE)
  expect(scaleOf({ ...NOTHING, model: 'mistral:7b', app: measured(1.3) })).toEqual({
    ratio: 1.3,
    margin: 0.04,
    basis: 'measured',
  })
  expect(scaleOf({ ...NOTHING, session: measured(1.2), app: measured(1.3) }).ratio).toBe(1.2)
  expect(scaleOf({ ...NOTHING, session: measured(1.2, 2), app: null })).toEqual(UNKNOWN_SCALE)
  expect(scaleOf({ ...NOTHING, model: 'mistral:7b' })).toEqual({ ratio: 1.36, margin: 0.05, basis: 'family' })
  expect(scaleOf({ ...NOTHING, model: 'mistral-nemo' }).ratio).toBe(1.2)
  expect(scaleOf({ ...NOTHING, model: 'hf.co/bartowski/Llama-3.2-3B' }).ratio).toBe(1.02)
  expect(scaleOf({ ...NOTHING, model: 'my-own', family: 'gemma3' }).ratio).toBe(1.21)
  const recoded = addRecoded(undefined, [{ base: 1_000, own: 1_250 }], 6_800)
  expect(scaleOf({ ...NOTHING, model: 'gpt-4', recoded })).toEqual({ ratio: 1.25, margin: 0, basis: 'exact' })
  // Of a very long text only the beginning is counted.
  expect(scaleOf({ ...NOTHING, model: 'gpt-4', recoded: { ...recoded, partial: true } }).margin).toBe(0.03)
})

test('[T2] the ratio of recounted texts follows what the context can hold, and the margin covers the worst of it', () => {
  let texts: RecodedTexts | undefined
  const add = (times: number, ratio: number) => {
    for (let at = 0; at < times; at++) texts = addRecoded(texts, [{ base: 1_000, own: 1_000 * ratio }], 16_000)
    return recodedScale(texts!)
  }
  expect(add(60, 1)).toEqual({ ratio: 1, margin: 0 })
  const mixed = add(4, 1.3)
  expect(mixed.ratio).toBeCloseTo(1.0375)
  expect(mixed.ratio * (1 + mixed.margin)).toBeCloseTo(1.3)
  const after = add(32, 1.3)
  expect(after.ratio).toBeCloseTo(1.3)
  expect(after.margin).toBeCloseTo(0)
  // Few words of another kind count only by their share.
  texts = addRecoded(texts, [{ base: 100, own: 200 }], 16_000)
  expect(recodedScale(texts).margin).toBeLessThan(0.06)
})

test('[T2] [P3] no choice of spans has more tokens than ratio and margin say', () => {
  const text = fc.record({
    base: fc.integer({ min: 500, max: 3_000 }),
    ratio: fc.double({ min: 0.7, max: 2, noNaN: true }),
  })
  const isIn = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), isIn, (all, chosen) => {
      const counted = all.map(({ base, ratio }) => ({ base, own: base * ratio }))
      const { ratio, margin } = recodedScale(addRecoded(undefined, counted, 8_000))
      const some = counted.filter((_, at) => chosen[at])
      const [own, base] = [sum(some.map((one) => one.own)), sum(some.map((one) => one.base))]
      expect(own).toBeLessThanOrEqual(base * ratio * (1 + margin) * 1.000_001)
    }),
  )
})
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

test('[T2] a session keeps its ratio until it moved by more than 3%, and never falls back to a worse basis', () => {
  const now = { ratio: 1.2, margin: 0.02, basis: 'measured' } as const
  expect(nextScale(now, { ratio: 1.22, margin: 0.02, basis: 'measured' })).toMatchObject({ ratio: 1.2 })
  expect(nextScale(now, { ratio: 1.25, margin: 0.02, basis: 'measured' })).toMatchObject({ ratio: 1.25 })
  expect(nextScale(now, { ratio: 1.06, margin: 0.05, basis: 'family' })).toEqual(now)
  expect(nextScale(UNKNOWN_SCALE, { ratio: 1.02, margin: 0.01, basis: 'measured' })).toMatchObject({
    ratio: 1,
    basis: 'measured',
  })
})

test('[T2] [P3] a kept ratio covers the bound of the one that was found', () => {
  const ratio = fc.double({ min: 0.8, max: 1.8, noNaN: true })
  const margin = fc.double({ min: 0, max: 0.2, noNaN: true })
  fc.assert(
    fc.property(ratio, ratio, margin, (before, found, share) => {
      const next = nextScale(
        { ratio: before, margin: 0.05, basis: 'measured' },
        { ratio: found, margin: share, basis: 'measured' },
      )
      expect(next.ratio * (1 + next.margin)).toBeGreaterThanOrEqual(found * (1 + share) - 0.002)
      if (next.ratio !== before) expect(Math.abs(found / before - 1)).toBeGreaterThan(0.03)
    }),
  )
})

const counts = fc.record({
  system: fc.nat(3_000),
  tools: fc.nat(3_000),
  goals: fc.nat(500),
  checkpoints: fc.nat(3_000),
  user: fc.nat(5_000),
  assistant: fc.nat(5_000),
  tool: fc.nat(5_000),
})

test('[T2] [B5] in model tokens the breakdown adds up exactly to what is used and waits, and each part is its own share', () => {
  fc.assert(
    fc.property(counts, fc.double({ min: 0.8, max: 2, noNaN: true }), (tokenCounts, ratio) => {
      const session = aSession({ tokenCounts, scale: { ratio, margin: 0.05, basis: 'measured' } })
      const { used, waiting, breakdown, trigger, available, limit } = contextStatus(session)
      expect(Object.values(breakdown).reduce((sum, tokens) => sum + tokens, 0)).toBe(used + waiting)
      expect(used + waiting).toBe(Math.round(usedTokens(tokenCounts) * ratio))
      for (const [kind, tokens] of Object.entries(tokenCounts))
        expect(Math.abs(breakdown[kind as keyof typeof breakdown] - tokens * ratio)).toBeLessThanOrEqual(1)
      const { system, tools, goals, checkpoints } = breakdown
      expect(available).toBe(Math.max(0, limit - system - tools - goals - checkpoints))
      expect(trigger).toBe(Math.floor(0.8 * available))
    }),
  )
})

test('[B2] the worked example, in the tokens of any model', () => {
  for (const ratio of [0.8, 1, 1.25, 1.6]) {
    const base = (tokens: number) => tokens / ratio
    const of = (system: number, goals: number, checkpoints: number) =>
      contextStatus(
        aSession({
          scale: { ratio, margin: 0, basis: 'measured' },
          tokenCounts: {
            ...{ system: base(system), goals: base(goals), checkpoints: base(checkpoints) },
            ...{ tools: 0, user: 0, assistant: 0, tool: 0 },
          },
        }),
      )
    expect(of(1_000, 0, 0)).toMatchObject({ available: 12_600, trigger: 10_080 })
    expect(of(1_000, 0, 1_200)).toMatchObject({ available: 11_400, trigger: 9_120 })
    expect(of(1_000, 0, 1_800)).toMatchObject({ available: 10_800, trigger: 8_640 })
    expect(of(1_000, 300, 1_800)).toMatchObject({ available: 10_500, trigger: 8_400 })
  }
})

test('[B2] [P3] a compression is due before an uncertain count could force the context to shrink', () => {
  fc.assert(
    fc.property(counts, fc.constantFrom(0, 0.05, 0.15), (tokenCounts, margin) => {
      const session = aSession({ tokenCounts, scale: { ratio: 1.1, margin, basis: 'measured' } })
      const left = untilCompression(session)!
      const { trigger, breakdown } = contextStatus(session)
      expect(left).toBeLessThanOrEqual(trigger! - breakdown.user - breakdown.assistant - breakdown.tool)
      if (margin > 0 && usedTokens(tokenCounts) > fitLimit(session)) expect(left).toBeLessThan(0)
    }),
  )
})

test('[T2] records and events are converted member by member; limits and what a model counted stay', () => {
  const session = aSession({ scale: { ratio: 1.5, margin: 0, basis: 'measured' } })
  const at = new Date()
  expect(
    inModelTokens(session, {
      at,
      limit: 100,
      reserve: 10,
      outputTokens: 7,
      tokensBefore: 10,
      tokensAfter: null,
      parts: [{ tokens: 4, seq: 3 }],
    }),
  ).toEqual({
    at,
    limit: 100,
    reserve: 10,
    outputTokens: 7,
    tokensBefore: 15,
    tokensAfter: null,
    parts: [{ tokens: 6, seq: 3 }],
  })
  expect(modelShares(session, [1, 1, 1, 1])).toEqual([2, 1, 2, 1])
  expect(modelCounts(session)).toEqual({ ...session.tokenCounts, recall: 0, standing: 0 })
  expect(usedModelTokens(session)).toBe(0)
})
