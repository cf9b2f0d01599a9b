import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractionSource } from '../support/extraction.js'
import { extractLines } from '../../src/domain/summary/extractive.js'
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

test('[V5] the extract of a session holds the sentences that name its important anchors, with their sources', () => {
  const lines = extractLines(extractionSource(WORKING_SESSION), { budgetTokens: 600, count })
  const texts = lines.map((line) => line.text)
  expect(texts).toContain('We decided to use refresh tokens instead of sessions because phones lose cookies.')
  expect(texts).toContain('Access tokens must never live longer than 900 seconds.')
  expect(lines.find(({ text }) => text.startsWith('We decided'))?.kind).toBe('decision')
  for (const line of lines) expect(line.sources.length).toBeGreaterThan(0)
})

test('[C4] the kind depends on who said it: only a person makes a rule, and reasoning aloud decides nothing', () => {
  const rule = 'You must never delete the table archive_2019 before the backup.'
  const spoken = [
    rule,
    'But that does not make sense because we decided to use parser_two instead of parser_one.',
    'Let me look at the file src/other/place.ts because it may hold the reason.',
    'Option A seems best because module_nine keeps its state.',
  ].join(' ')
  const app = { ...typed(2, rule), origin: 'app' as const }
  const kindsOf = (source: SourceMessage[]) =>
    extractLines(extractionSource(source), { budgetTokens: 400, count }).map(({ kind, text }) => [kind, text])
  expect(kindsOf([typed(1, rule)])).toEqual([['constraint', rule]])
  expect(kindsOf([app])).toEqual([['fact', `app: ${rule}`]])
  expect(kindsOf([said(1, spoken)])).toEqual([['fact', rule]])
})

test('[C4] markup, tables, listings and code are no lines', () => {
  const junk = [
    '</html>',
    '<td class="x">src/a_b.ts</td>',
    '| src/a_b.ts | 120 | yes |',
    '308-  const value_1 = 17',
    '"session_ids": ["a_1", "b_2"],',
    'from binascii import Error as BinasciiError',
    "sys.path.insert(0, '.')",
    '+++ b/src/a_b.ts',
    'if value_1 > 17:',
    '-rw-r--r-- 1 root root 120 src/a_b.ts',
  ].join('\n')
  const good = 'The file src/a_b.ts holds value_1 for the reader, which is 170 now.'
  for (const source of [[said(1, `${junk}\n\n${good}`)], [returned(2, 'Read', `${junk}\n\n${good}`)]]) {
    const lines = extractLines(extractionSource(source), { budgetTokens: 900, count })
    expect(lines.map(({ text }) => text.replace(/^Read: /, ''))).toEqual([good])
  }
})

test('[V5] lines stay within the budget, come out the same every time, and are copies', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 10, max: 800 }), (seed, budgetTokens) => {
      const source = randomSpan(seed, 24)
      const lines = extractLines(extractionSource(source), { budgetTokens, count })
      expect(lines.reduce((sum, line) => sum + line.tokens, 0)).toBeLessThanOrEqual(budgetTokens)
      expect(extractLines(extractionSource(source), { budgetTokens, count })).toEqual(lines)
      const whole = JSON.stringify(source).replaceAll('\\\\n', '\n').replaceAll('\\"', '"').replaceAll('\\n', '\n')
      for (const line of lines) expect(whole).toContain(line.text)
    }),
    { seed: 11, numRuns: 40 },
  )
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
  const extract = (scale: number) =>
    extractLines(extractionSource(spans.get(scale)!), { budgetTokens: 1_200, count: rough })
  expect(growth(4, extract, 10)).toBeLessThan(10)
})
