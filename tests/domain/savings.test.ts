import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Compression } from '../../src/domain/compression/compression.js'
import { CUT_KINDS, type Cut } from '../../src/domain/context/cut.js'
import { type Reduction, REDUCTION_KINDS } from '../../src/domain/context/reduction.js'
import { SavingsCount } from '../../src/domain/reports/savings.js'

const reduction = (kind: Reduction['kind'], tokensBefore: number, tokensAfter: number, cutId: string | null) =>
  ({ kind, tokensBefore, tokensAfter, cutId }) as Reduction
const cut = (id: string, kind: Cut['kind'], tokensBefore: number, tokensAfter: number) =>
  ({ id, kind, tokensBefore, tokensAfter }) as Cut
const compression = (tokensBefore: number, tokensAfter: number) =>
  ({
    state: { status: 'completed' },
    attempts: [],
    strategy: 'auto',
    tokensBefore,
    tokensAfter,
  }) as unknown as Compression

const SCALE = { scale: { ratio: 1, margin: 0, basis: 'exact' as const } }

test('[R5] what a reduction frees in a cut counts once, for the rule of the reduction', () => {
  const count = new SavingsCount()
  count.addReductions([
    reduction('condense', 900, 200, null),
    reduction('offload', 1_000, 100, 'emergency-alone'),
    reduction('offload', 500, 100, 'emergency-mixed'),
    reduction('reasoning', 150, 0, 'compression'),
  ])
  count.addCompressions([compression(4_500, 1_500)])
  count.addCuts([
    cut('emergency-alone', 'emergency', 5_000, 4_100),
    cut('emergency-mixed', 'emergency', 5_000, 4_000),
    cut('compression', 'compression', 4_500, 1_500),
  ])
  const { rules, saved } = count.savings(SCALE, 1_000)
  expect(Object.fromEntries(rules.map((rule) => [rule.kind, rule.saved]))).toEqual({
    condense: 700,
    offload: 1_300,
    reasoning: 150,
    compression: 2_850,
    evict: 600,
  })
  // The reduction on arrival, and what the three cuts freed.
  expect(saved).toBe(700 + 900 + 1_000 + 3_000)
  expect(rules.find(({ kind }) => kind === 'evict')?.count).toBe(1)
})

test('[R5] whatever the kinds of its cuts, the savings of a session are the sum over its cuts and appends', () => {
  const tokens = fc.integer({ min: 0, max: 9_000 })
  const reduced = fc.record({ kind: fc.constantFrom(...REDUCTION_KINDS), before: tokens, after: tokens })
  const made = fc.record({
    kind: fc.constantFrom(...CUT_KINDS),
    before: tokens,
    after: tokens,
    reductions: fc.array(reduced, { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(reduced, { maxLength: 6 }), fc.array(made, { maxLength: 12 }), (onAppend, cuts) => {
      const count = new SavingsCount()
      count.addReductions([
        ...onAppend.map(({ kind, before, after }) => reduction(kind, before, after, null)),
        ...cuts.flatMap(({ reductions }, at) =>
          reductions.map(({ kind, before, after }) => reduction(kind, before, after, `cut_${at}`)),
        ),
      ])
      count.addCompressions(
        cuts.flatMap(({ kind, before, after }) => (kind === 'compression' ? [compression(before, after)] : [])),
      )
      count.addCuts(cuts.map(({ kind, before, after }, at) => cut(`cut_${at}`, kind, before, after)))
      const { rules, saved, tokensBefore, tokensAfter } = count.savings(SCALE, 1_000)
      const freed = [...onAppend, ...cuts].reduce((sum, { before, after }) => sum + before - after, 0)
      expect(saved).toBe(freed)
      expect(tokensBefore - tokensAfter).toBe(freed)
      expect(new Set(rules.map(({ kind }) => kind)).size).toBe(rules.length)
    }),
  )
})
