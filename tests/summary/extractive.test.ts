import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractAnchors, containsAnchor } from '../../src/domain/anchors/anchors.js'
import { extractLines, extractionSource } from '../../src/domain/summary/extractive.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { called, count, returned, said, typed, WORKING_SESSION } from './spans.js'
import { growth } from '../support/growth.js'

function randomSpan(seed: number, messages: number): SourceMessage[] {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % below
  }
  const verbs = ['checked', 'decided to use', 'must never touch', 'fixed', 'found', 'still need to change']
  return Array.from({ length: messages }, (_, at) => {
    const path = `src/mod${next(40)}/file_${next(300)}.ts`
    if (at % 3 === 0)
      return said(at + 1, `I ${verbs[next(6)]} ${path} because fn${next(99)}Name returned ${next(90_000)}.`)
    if (at % 3 === 1) return called(at + 1, 'Bash', { command: `node ${path} --flag-${next(50)}` })
    return returned(
      at + 1,
      'Bash',
      Array.from({ length: 30 }, () => `row ${next(9_999)} value_${next(999)} ok`).join('\n'),
    )
  })
}

test('[V5] the extract of a session holds its important anchors, kinds and sources', () => {
  const lines = extractLines(extractionSource(WORKING_SESSION), { budgetTokens: 600, count })
  const text = lines.map((line) => line.text).join('\n')
  const important = extractAnchors(WORKING_SESSION).filter((anchor) => anchor.weight >= 2)
  expect(important.filter((anchor) => containsAnchor(anchor, text)).length / important.length).toBeGreaterThan(0.9)
  expect(lines.filter((line) => line.kind === 'artifact').map((line) => line.text)).toEqual([
    'modified /app/src/auth/login.ts',
    'created /app/src/auth/refresh.ts',
    'modified /app/src/auth/verify.ts',
  ])
  const kinds = new Set(lines.map((line) => line.kind))
  for (const kind of ['constraint', 'decision', 'error', 'next', 'question'] as const) expect(kinds).toContain(kind)
  for (const line of lines) expect(line.sources.length).toBeGreaterThan(0)
})

test('[V5] lines stay within the budget, come out the same every time, and are copies', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 10, max: 800 }), (seed, budgetTokens) => {
      const source = randomSpan(seed, 24)
      const lines = extractLines(extractionSource(source), { budgetTokens, count })
      expect(lines.reduce((sum, line) => sum + line.tokens, 0)).toBeLessThanOrEqual(budgetTokens)
      expect(extractLines(extractionSource(source), { budgetTokens, count })).toEqual(lines)
      const whole = JSON.stringify(source).replaceAll('\\\\n', '\n').replaceAll('\\"', '"').replaceAll('\\n', '\n')
      for (const line of lines) if (line.kind !== 'artifact') expect(whole).toContain(line.text.replace(/^Bash: /, ''))
    }),
    { seed: 11, numRuns: 40 },
  )
})

test('[C9] each path is listed once with its last action; failed calls count for nothing', () => {
  const source = [
    called(1, 'Write', { file_path: 'src/new.ts', content: 'x' }),
    returned(2, 'Write', 'File created'),
    called(3, 'Edit', { file_path: 'src/new.ts', old_string: 'x', new_string: 'y' }),
    returned(4, 'Edit', 'updated'),
    called(5, 'Edit', { file_path: 'src/broken.ts', old_string: 'x', new_string: 'y' }),
    returned(6, 'Edit', 'String to replace not found', true),
    called(7, 'str_replace_based_editor', { command: 'view', path: 'src/seen.ts' }),
    returned(8, 'str_replace_based_editor', 'text'),
    called(9, 'delete_file', { path: 'src/gone.ts' }),
    returned(10, 'delete_file', 'ok'),
  ]
  const artifacts = extractLines(extractionSource(source), { budgetTokens: 400, count }).filter(
    (line) => line.kind === 'artifact',
  )
  expect(artifacts.map((line) => line.text)).toEqual(['created src/new.ts', 'deleted src/gone.ts'])
  expect(artifacts[0]?.sources).toEqual([1, 3])
})

test.each([
  [
    'Chinese',
    '我们今天讨论了新的旅行计划。客人想住在靠近故宫的酒店。酒店要有健身房。晚饭打算吃烤鸭。明天上午去天坛公园。下午如果不下雨就去爬长城。'.repeat(
      3,
    ),
  ],
  [
    'Arabic',
    'نحن نناقش خطة السفر الجديدة اليوم. يريد الضيف فندقا قريبا من المتحف. سنأكل العشاء في المدينة القديمة. غدا نزور الحديقة الكبيرة.',
  ],
  [
    'emoji',
    'We had a lovely day 🎉🎉 at the beach. The dog ran after the ball 🐕. Later we ate ice cream 🍦 and watched the sun go down.',
  ],
  [
    'prose',
    'The meeting went well. Everybody liked the colour of the new house. The roof will be red. The garden stays as it is. Nobody wanted a pool.', // words: ok
  ],
])('[V5] prose without names still gives sensible lines: %s', (_, text) => {
  const lines = extractLines(extractionSource([said(1, text)]), { budgetTokens: 90, count })
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(text).toContain(line.text)
})

test('[C9] what is beside it already is not said again', () => {
  const first = extractLines(extractionSource(WORKING_SESSION), { budgetTokens: 300, count })
  const second = extractLines(extractionSource(WORKING_SESSION), {
    budgetTokens: 300,
    count,
    already: first.map((line) => line.text),
  })
  const said1 = new Set(first.map((line) => line.text))
  for (const line of second) expect(said1).not.toContain(line.text)
})

test('[V5] even a span with nothing to quote gives a line', () => {
  expect(extractLines(extractionSource([said(1, 'a'.repeat(10_000))]), { budgetTokens: 100, count })).toHaveLength(1)
  expect(extractLines(extractionSource([]), { budgetTokens: 100, count })).toEqual([])
  expect(extractLines(extractionSource([typed(1, '')]), { budgetTokens: 100, count })).toEqual([])
})

test('[T1] extraction of a long span costs what its length says', () => {
  const rough = (text: string) => Math.ceil(text.length / 4)
  const spans = new Map([1, 4].map((scale) => [scale, randomSpan(5, 200 * scale)]))
  expect(spans.get(4)!.reduce((sum, message) => sum + rough(JSON.stringify(message)), 0)).toBeGreaterThan(60_000)
  // Four times the span: 4 would be in proportion, 16 its square.
  expect(
    growth(4, (scale) => extractLines(extractionSource(spans.get(scale)!), { budgetTokens: 1_200, count: rough })),
  ).toBeLessThan(10)
})
