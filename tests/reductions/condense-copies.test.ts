/** What a condensed view may say: copies of its source, and counts. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { condense, type Source } from '../../src/domain/reductions/condense/condense.js'
import { RESULT_KINDS } from '../../src/domain/reductions/condense/kinds.js'
import { lineText, type CondensedView } from '../../src/domain/reductions/condense/view.js'
import { timed } from '../support/growth.js'
import { inventions } from '../support/inventions.js'

const RULE = { fileLines: 30, queryRows: 10, structuredTokens: 1 }
/** Every view that any kind of tool would give of a text, in a large and in a small window. */
function views(text: string): CondensedView[] {
  const sources = RESULT_KINDS.map((kind): Source => ({ text, tokens: 10_000, kinds: [kind] }))
  return sources.flatMap((source) => [1_700, 13_600, 130_000].flatMap((limit) => condense(source, RULE, limit) ?? []))
}

const word = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('é', '🙂', '"', '\\', '\u2028', 'a b'),
)
const many = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { minLength: 11, maxLength: 60 })
const lines = (line: fc.Arbitrary<string>) => many(line).map((all) => all.join('\n'))
const numbered = (text: string) =>
  text
    .split('\n')
    .map((line, at) => `${String(at + 7).padStart(6)}→${line}`)
    .join('\n')

const json = fc
  .tuple(
    fc.oneof(
      fc.jsonValue({ maxDepth: 6 }),
      many(fc.record({ title: word, url: word, content: word, id: fc.integer() }, { requiredKeys: ['title', 'url'] })),
      many(fc.record({ id: fc.double(), name: word, inner: fc.record({ a: word, b: fc.array(fc.integer()) }) })),
      fc.dictionary(word, fc.record({ a: word, b: fc.boolean() }), { minKeys: 4 }),
    ),
    fc.constantFrom(undefined, 2),
    fc.nat({ max: 400 }),
  )
  // Most of it whole, some of it broken off somewhere.
  .map(([value, indent, cut]) =>
    cut > 300 ? JSON.stringify(value, null, indent).slice(0, cut) : JSON.stringify(value, null, indent),
  )
const matches = lines(
  fc
    .tuple(fc.constantFrom('src/a.ts', 'C:/b/c.go', './d e.py', 'lib/ü.rb'), fc.nat({ max: 900 }), word)
    .map(([path, at, text]) => `${path}:${at}:${text}`),
)
const paths = lines(
  fc
    .tuple(fc.constantFrom('src/', '/home/me/', 'C:\\x\\', ''), fc.nat())
    .map(([folder, at]) => `${folder}file-${at}.ts`),
)
const tables = fc
  .tuple(fc.constantFrom(',', '\t', ' | ', ';'), fc.boolean(), many(fc.tuple(word, word)))
  .map(([sign, drawn, rows]) =>
    ['id' + sign + 'name', ...(drawn ? ['---+---'] : []), ...rows.map((row) => row.join(sign))].join('\n'),
  )
const code = fc
  .array(
    fc.oneof(
      word,
      fc.constantFrom(
        'def a(b):',
        '  class C {',
        '# Title',
        '===',
        '```',
        'export const x = () => {',
        '\tfunc d() {',
        '',
      ),
    ),
    {
      minLength: 31,
      maxLength: 120,
    },
  )
  .map((all) => all.join('\n'))
const pages = lines(
  fc.tuple(word, fc.constantFrom('https://example.org/', 'http://x/(a)', ''), word).map((parts) => parts.join('')),
)
const results = fc.oneof(
  json,
  matches,
  paths,
  tables,
  code,
  code.map(numbered),
  json.map(numbered),
  pages,
  fc.string({ maxLength: 2_000 }),
)

test('[D2] nothing is invented: whatever came, each piece of a view is a copy of it or a count', () => {
  let made = 0
  fc.assert(
    fc.property(results, (text) => {
      for (const view of views(text)) {
        made += 1
        expect(inventions(view, text)).toEqual([])
      }
    }),
    { numRuns: 500, seed: 20_260_801 },
  )
  expect(made).toBeGreaterThan(1_000)
})

test('[D2] whatever is cut off anywhere, a reader falls back and stays within its limit', () => {
  const text = JSON.stringify({
    results: Array.from({ length: 40 }, (_, at) => ({
      title: `Ti"tle ${at}`,
      url: `https://e.org/${at}`,
      deep: [[{ a: '\u{1F642}\\' }]],
    })),
  })
  for (let cut = 0; cut < text.length; cut += 23) {
    for (const broken of [text.slice(0, cut), text.slice(cut), `${text.slice(0, cut)}]${text.slice(cut)}`]) {
      for (const view of views(broken)) expect(inventions(view, broken)).toEqual([])
    }
  }
})

test('[D2] nested JSON is read to its bound of 64 and left alone below it', () => {
  const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}${'1,'.repeat(2_000)}1${']}'.repeat(depth / 2)}`
  const source = (text: string): Source => ({ text, tokens: 5_000, kinds: ['api'] })
  expect(condense(source(nested(64)), RULE, 13_600)).not.toBeNull()
  expect(condense(source(nested(66)), RULE, 13_600)).toBeNull()
  expect(condense(source(nested(300_000)), RULE, 13_600)).toBeNull()
})

test('[D2] [T1] reading is linear: no text, however odd, takes more than a moment', () => {
  const odd = [
    'a',
    '{',
    '[{',
    '{"a":',
    '"',
    '\\',
    '"\\',
    ' ',
    '\n',
    'a/b:1:x\n',
    'a|b\n',
    '--|--\n',
    'http://x.y \n',
    '[(',
    '# \n',
    '```\n',
    'x{  \n',
  ]
  const more = [
    'export export class\n',
    'type A b ',
    '"a,b\n',
    '\n<system-reminder>',
    '[{"title":"t","url":"u"},',
    '{"a":1}\n',
    '[[',
    'A_',
    '\ud800',
    '  m(a) {\n',
  ]
  const size = 395_000
  for (const seed of [...odd, ...more]) {
    const text = seed.repeat(Math.ceil(size / seed.length)).slice(0, size)
    for (const kind of RESULT_KINDS) {
      const { result: view, ms } = timed(() => condense({ text, tokens: 100_000, kinds: [kind] }, RULE, 13_600))
      // A quadratic reader needs minutes; a slow machine does not make a linear one take this long.
      expect([seed, kind, ms < 5_000]).toEqual([seed, kind, true])
      if (view) expect(view.lines.map(lineText).join('\n').length).toBeLessThan(4_000)
    }
  }
})

test('[D2] a megabyte on one line, two hundred kilobytes of JSON and fifty thousand lines are answered', () => {
  const source = (text: string, kind: Source['kinds'][number]): Source => ({ text, tokens: 100_000, kinds: [kind] })
  for (const kind of RESULT_KINDS) {
    expect(condense(source('x'.repeat(1_000_000), kind), RULE, 13_600)).toBeNull()
    expect(condense(source('def a():\n'.repeat(50_000), kind), RULE, 13_600)).toBeNull()
  }
  const rows = JSON.stringify(
    Array.from({ length: 3_000 }, (_, at) => ({ id: at, title: `Title ${at}`, url: `https://example.org/${at}` })),
  )
  expect(rows.length).toBeGreaterThan(150_000)
  for (const kind of ['search', 'query', 'api'] as const)
    expect(condense(source(rows, kind), RULE, 13_600)?.kept).toMatch(/3,000|key fields/)
})
