import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planAging, returnedLines, type AgingInput } from '../../src/domain/compression/aging.js'
import { LINE_KINDS } from '../../src/domain/source/types.js'
import type { Checkpoint, CheckpointLevel } from '../../src/domain/checkpoint/checkpoint.js'
import { checkpoint, count, line } from './spans.js'

const LEVELS = { detailed: 1_200, moderate: 600, brief: 300 }
function age(checkpoints: Checkpoint[], more: Partial<AgingInput> = {}) {
  return planAging({
    checkpoints,
    newestId: null,
    levels: LEVELS,
    totalTokens: 3_400,
    reserveTokens: 3_400,
    step: true,
    count,
    ...more,
  })
}
function full(number: number, level: CheckpointLevel, lines = 20): Checkpoint {
  return checkpoint(
    number,
    Array.from({ length: lines }, (_, at) =>
      line(
        `Checkpoint ${number} line ${at}: src/part${number}/file${at}.ts holds valueOf${number}x${at}`,
        LINE_KINDS[at % LINE_KINDS.length],
        (at % 10) / 10,
      ),
    ),
    { level },
  )
}

test('[C4] older checkpoints go down one level, the newest stays', () => {
  const aged = age([full(3, 3), full(2, 3), full(1, 2)], { newestId: 'cp_3' })
  expect(aged.map(({ replaces, level, generation }) => ({ replaces, level, generation }))).toEqual([
    { replaces: ['cp_1'], level: 1, generation: 1 },
    { replaces: ['cp_2'], level: 2, generation: 1 },
  ])
  expect(aged[0]?.tokens).toBeLessThanOrEqual(300)
  expect(aged[1]?.tokens).toBeLessThanOrEqual(600)
  expect(aged[0]?.text).toMatch(/^\[Checkpoint 1 · messages 10–18 · brief · copied from the conversation\]/)
})

test('[I21] [C4] brief ones join the one ultra, which only the total bounds', () => {
  const ultra = checkpoint(1, full(1, 3, 4).lines, {
    level: 0,
    joined: 2,
    covered: [{ from: 1, to: 18 }],
    range: { from: 1, to: 18 },
    generation: 4,
  })
  const newest = full(4, 3)
  const aged = age([ultra, full(2, 1, 12), full(3, 1, 12), newest], {
    newestId: 'cp_4',
    totalTokens: newest.tokens + 600,
  })
  expect(aged).toHaveLength(1)
  expect(aged[0]).toMatchObject({
    replaces: ['cp_1', 'cp_2', 'cp_3'],
    level: 0,
    joined: 4,
    number: 3,
    generation: 5,
    originalTokens: 15_000,
    range: { from: 1, to: 38 },
    covered: [
      { from: 1, to: 18 },
      { from: 20, to: 28 },
      { from: 30, to: 38 },
    ],
  })
  expect(aged[0]?.tokens).toBeLessThanOrEqual(600)
  expect(new Set(aged[0]?.lines.map(({ text }) => text.slice(0, 12))).size).toBe(3)
})

test('[C4] code becomes a reference at level 2 and leaves at level 1', () => {
  const code = line(
    'function first() {\n  return second(third)\n}\n// and much more of it, over many lines\nfunction fourth() {}',
    'code',
    0.9,
  )
  const [moderate] = age([checkpoint(1, [code, line('a fact', 'fact')])])
  expect(moderate?.lines.find(({ kind }) => kind === 'code')?.text).toBe('see the original: function first() { …')
  const [brief] = age([checkpoint(1, [code, line('a fact', 'fact')], { level: 2 })])
  expect(brief?.lines.map(({ kind }) => kind)).toEqual(['fact'])
})

test('[C4] [V5] how the last six turns ended outranks every other line of its level', () => {
  const words = 'and all of what it says is needed by the one who goes on with this work tomorrow'
  const ends = Array.from({ length: 8 }, (_, at) => ({
    ...line(`To message ${at}: part${at} of the work ended well, ${words}`, 'progress', 0.1),
    about: `turn ${at}`,
  }))
  const rules = Array.from({ length: 20 }, (_, at) => line(`Rule rule${at} holds, ${words}`, 'constraint', 1))
  const [brief] = age([checkpoint(1, [...rules, ...ends], { level: 2 })], { newestId: null })
  const kept = brief!.lines.flatMap(({ about }) => about ?? [])
  expect(kept).toEqual(ends.slice(2).map(({ about }) => about))
  expect(brief!.tokens).toBeLessThanOrEqual(300)
})

test('[C4] within a level the important kinds stay, and every kind keeps a share', () => {
  const lines = [
    ...Array.from(
      { length: 40 },
      (_, at) => line(`Rule ${at} that everybody must keep to at all times`, 'constraint', 0.9), // words: ok
    ),
    ...Array.from({ length: 40 }, (_, at) =>
      line(`Step ${at} was done and went as it should have gone`, 'progress', 0.2),
    ),
  ]
  const [aged] = age([checkpoint(1, lines)])
  const kinds = aged!.lines.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'progress').length).toBeGreaterThan(0)
  expect(kinds.filter((kind) => kind === 'constraint').length).toBeGreaterThan(
    kinds.filter((kind) => kind === 'progress').length * 5,
  )
})

test('[I21] [C4] one total for all: what must leave is ranked across checkpoints', () => {
  const many = Array.from({ length: 6 }, (_, at) => full(at + 1, 3, 12))
  const aged = age(many, { newestId: 'cp_6', totalTokens: 1_500 })
  const newest = many[5]!
  expect(aged.reduce((sum, { tokens }) => sum + tokens, newest.tokens)).toBeLessThanOrEqual(1_500)
  expect(aged.flatMap(({ replaces }) => replaces).sort()).toEqual(['cp_1', 'cp_2', 'cp_3', 'cp_4', 'cp_5'])
})

test('[P3] [P7] when hardly anything fits, one heading and its shortest line remain', () => {
  const aged = age([full(1, 3), full(2, 3), full(3, 3)], { totalTokens: 40, step: false })
  expect(aged).toHaveLength(1)
  expect(aged[0]?.lines).toHaveLength(1)
  expect(aged[0]?.tokens).toBeLessThanOrEqual(60)
  expect(aged[0]?.covered).toHaveLength(3)
})

test('[P9] with nothing to do nothing changes: a second pass without a step is empty', () => {
  const before = [full(1, 2, 3), full(2, 3, 3)]
  expect(age(before, { step: false })).toEqual([])
  expect(age([], {})).toEqual([])
  expect(age([full(1, 3)], { newestId: 'cp_1' })).toEqual([])
})

test('[C9] what is shown elsewhere or said again later is not kept twice', () => {
  const twice = line('modified src/a.ts', 'artifact', 1)
  const aged = age([checkpoint(1, [twice, line('only here')]), checkpoint(2, [twice, line('in the ledger')])], {
    shown: ['Files:\n- in the ledger'],
  })
  expect(aged.map(({ lines }) => lines.map(({ text }) => text))).toEqual([['only here'], ['modified src/a.ts']])
})

test('[Q1] the verification is carried, less what left', () => {
  const [aged] = age([full(1, 3, 60)], { levels: { ...LEVELS, moderate: 200 } })
  expect(aged!.verification.anchors).toBe(10)
  expect(aged!.verification.score).toBeLessThan(0.5)
  const [whole] = age([checkpoint(1, [line('see fooBar')])])
  expect(whole!.verification).toMatchObject({ kept: 8, score: 0.9 })
})

const anyLine = fc
  .tuple(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
    fc.constantFrom(...LINE_KINDS),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([text, kind, importance]) => line(text, kind, importance))
const anyCheckpoints = fc
  .array(fc.tuple(fc.array(anyLine, { maxLength: 15 }), fc.constantFrom<CheckpointLevel>(0, 1, 2, 3)), { maxLength: 7 })
  .map((entries) => entries.map(([lines, level], at) => checkpoint(at + 1, lines, { level })))
const anyWithReserves = fc
  .array(
    fc.tuple(
      fc.array(anyLine, { maxLength: 15 }),
      fc.array(anyLine, { maxLength: 8 }),
      fc.constantFrom<CheckpointLevel>(0, 1, 2, 3),
    ),
    { maxLength: 7 },
  )
  .map((entries) => entries.map(([lines, reserve, level], at) => checkpoint(at + 1, lines, { level, reserve })))

test('[I20] [C4] a checkpoint grows only by lines that waited, which are counted, and none is invented', () => {
  fc.assert(
    fc.property(anyWithReserves, fc.integer({ min: 0, max: 2_000 }), fc.boolean(), (checkpoints, totalTokens, step) => {
      for (const version of age(checkpoints, { totalTokens, step })) {
        const from = checkpoints.filter(({ id }) => version.replaces.includes(id))
        const returned = returnedLines(from, version)
        if (returned === 0)
          expect(version.tokens).toBeLessThanOrEqual(from.reduce((sum, { tokens }) => sum + tokens, 0))
        const shown = new Set(from.flatMap(({ lines }) => lines.map(({ text }) => text)))
        const waited = new Set(from.flatMap(({ reserve = [] }) => reserve.map(({ text }) => text)))
        const added = version.lines.filter(({ text, kind }) => {
          const isReference = kind === 'code' && text.startsWith('see the original: ')
          return !shown.has(text) && !isReference
        })
        expect(added.every(({ text }) => waited.has(text))).toBe(true)
        expect(returned).toBe(added.length)
      }
    }),
    { seed: 11, numRuns: 60 },
  )
})

test('[I20] aging without lines that wait never grows: every line left is byte for byte a line that was', () => {
  fc.assert(
    fc.property(anyCheckpoints, fc.integer({ min: 0, max: 2_000 }), fc.boolean(), (checkpoints, totalTokens, step) => {
      const aged = age(checkpoints, { totalTokens, step })
      const replaced = aged.flatMap(({ replaces }) => replaces)
      expect(new Set(replaced).size).toBe(replaced.length)
      for (const version of aged) {
        const from = checkpoints.filter(({ id }) => version.replaces.includes(id))
        expect(version.tokens).toBeLessThanOrEqual(from.reduce((sum, { tokens }) => sum + tokens, 0))
        const texts = new Set(from.flatMap(({ lines }) => lines.map(({ text }) => text)))
        for (const { text, kind } of version.lines)
          expect(texts.has(text) || (kind === 'code' && text.startsWith('see the original: '))).toBe(true)
        expect(version.covered).toEqual(from.flatMap(({ covered }) => covered))
      }
      if (step) expect(aged.filter(({ level }) => level === 0).length).toBeLessThanOrEqual(1)
    }),
    { seed: 9, numRuns: 60 },
  )
})

test('[C4] lines that did not fit return when the total has free tokens, and no line appears twice', () => {
  const waiting = line('The worker restarts lostName7 after a crash.', 'fact', 0.7)
  const old = checkpoint(1, [line('kept part', 'fact', 0.9)], { level: 1, reserve: [waiting] })
  const [ultra] = age([old, full(2, 3, 3)], { newestId: 'cp_2' })
  expect(ultra?.lines.map(({ text }) => text)).toContain(waiting.text)
  expect(ultra?.reserve).toEqual([])
  const [shown] = age([old, full(2, 3, 3)], { newestId: 'cp_2', shown: [`- ${waiting.text}`] })
  expect(shown?.lines.map(({ text }) => text)).toEqual(['kept part'])
  expect(shown?.reserve?.map(({ text }) => text)).toEqual([waiting.text])
  const [tight] = age([old], { totalTokens: 40, step: false })
  expect(tight).toBeUndefined()
})

test('[C4] [P3] lines that left under pressure return at the next step, all of them', () => {
  // Level 0 holds no code.
  const before = checkpoint(
    1,
    full(1, 0, 20).lines.filter(({ kind }) => kind !== 'code'),
    { level: 0 },
  )
  const [pressed] = age([before], { totalTokens: 60, step: false })
  expect(pressed?.lines).toHaveLength(1)
  const { lines, reserve = [], text, tokens } = pressed!
  expect(lines.length + reserve.length).toBe(before.lines.length)
  const [returned] = age([{ ...before, lines, reserve, text, tokens }, full(2, 3, 3)], { newestId: 'cp_2' })
  expect(returned?.lines.map((one) => one.text).sort()).toEqual(before.lines.map((one) => one.text).sort())
})

test('[C4] filler never takes the tokens of lines that a model wrote', () => {
  const written = Array.from({ length: 10 }, (_, at) =>
    line(`The model noted that the thing numbered ${at} went well today.`, 'progress', 0.1),
  )
  const filler = Array.from({ length: 30 }, (_, at) => ({
    ...line(
      `Copied sentence with exactName${'abcdef'[at % 6]}${'uvwxyz'[at % 5]} in it, for what it is worth.`,
      'fact',
      0.4,
    ),
    by: 'extract' as const,
  }))
  const [aged] = age([checkpoint(1, [...filler, ...written])], { levels: { ...LEVELS, moderate: 220 } })
  expect(aged?.lines.filter(({ by }) => by === 'model')).toHaveLength(10)
  expect(aged?.lines.length).toBeLessThan(20)
})

test('[P7] however little may stay, every checkpoint keeps a line, also when the ledger shows all of them', () => {
  const lines = [line('The valve V-1041 stays closed'), line('const a = 1\nconst b = 2', 'code', 0.9)]
  const levels = { detailed: 1_200, moderate: 600, brief: 300, ultra: 1 }
  for (const shown of [[], lines.map(({ text }) => text)]) {
    for (const step of [true, false]) {
      const input = { newestId: null, levels, reserveTokens: 3_400, totalTokens: 0, step, count, shown }
      const aged = planAging({ checkpoints: [checkpoint(1, lines), checkpoint(2, [lines[1]!])], ...input })
      expect(aged.length).toBeGreaterThan(0)
      for (const version of aged) expect(version.lines.length).toBeGreaterThan(0)
    }
  }
})
