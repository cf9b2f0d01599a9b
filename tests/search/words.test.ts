import { expect, test } from 'vitest'
import { passagesFrom, type IndexedPassage, type PartText } from '../../src/domain/search/passages.js'
import { queryTerms } from '../../src/domain/search/query.js'
import { rankPassage, termWeights } from '../../src/domain/search/rank.js'
import { excerptOf } from '../../src/domain/search/excerpt.js'

const part = (text: string, more: Partial<PartText> = {}): PartText => ({
  part: 0,
  text,
  isJson: false,
  name: null,
  ...more,
})
const passagesOf = (text: PartText): IndexedPassage[] => {
  const all: IndexedPassage[] = []
  for (let from: number | null = 0; from !== null;) {
    const cut: { passages: IndexedPassage[]; next: number | null } = passagesFrom(text, from, 7)
    all.push(...cut.passages)
    from = cut.next
  }
  return all
}
/** Whether a passage has the first term of a query, which is the whole of an identifier, or any of its words. */
const finds = (query: string, text: string, more?: Partial<PartText>) =>
  queryTerms(query).some((_, term, terms) =>
    passagesOf(part(text, more)).some((one) => {
      const { occurrences } = rankPassage(
        one,
        terms,
        terms.map(() => 1),
      )
      return occurrences.some((found) => found.term === term)
    }),
  )

test.each([
  ['config file', 'parseConfigFile(path)'],
  ['parseConfigFile', 'parseconfigfile'],
  ['parse config', 'parse_config = 1'],
  ['parser', 'XMLParserFactory'],
  ['ERR_MODULE_NOT_FOUND', 'Error [ERR_MODULE_NOT_FOUND]: x'],
  ['module', 'ERR_MODULE_NOT_FOUND'],
  ['src/app/search.ts', 'see ./src/app/search.ts:12 here'],
  ['search.ts', 'at /home/x/src/search.ts:3:4'],
  ['TS2345', 'error TS2345: bad'],
  ['bar.txt', 'C:\\Users\\foo\\bar.txt'],
  ['Muller', 'Frau Müller kam'],
  ['Mueller', 'Frau Müller kam'],
  ['MÜLLER', 'frau mueller'],
  ['Straße', 'in der STRASSE'],
  ['Sitzungen', 'die Sitzung'],
  ['документ', 'все документы здесь'],
  ['ДОМА', 'в доме'],
  ['苹果', '我喜欢苹果'],
  ['果', '我喜欢苹果'],
  ['喜', '我喜欢苹果'],
  ['東京タワー', '昨日、東京タワーへ行った'],
  ['ﾃｽﾄ', 'テスト'],
  ['ＡＢＣ', 'abc'],
  ['résumé', 'resume'],
  ['meetings', 'we had a meeting'],
])('[R7] %s finds %s', (query, text) => {
  expect(finds(query, text)).toBe(true)
})

test.each([
  ['苹果', '果苹'],
  ['parser', 'sparse'],
  ['foo', 'fool'],
])('[R7] %s does not find %s', (query, text) => {
  expect(finds(query, text)).toBe(false)
})

test('[R7] JSON arguments are found by what their escapes mean, and offsets stay valid', () => {
  const text = '{"text":"first\\nsecond f\\u00fcr","q":"a\\"quoted"}'
  for (const query of ['second', 'für', 'quoted']) expect(finds(query, text, { isJson: true })).toBe(true)
  const [passage] = passagesOf(part(text, { isJson: true }))
  const ranked = rankPassage(passage!, queryTerms('für'), [1])
  const [match] = excerptOf(ranked, [1], 400).matches
  expect(text.slice(match!.offset, match!.offset + match!.length)).toBe('f\\u00fcr')
})

test('[R7] the name of a tool finds the first passage of its arguments', () => {
  expect(finds('read_file', '{"path":"x"}', { name: 'read_file' })).toBe(true)
  const passages = passagesOf(part('word '.repeat(2_000), { name: 'read_file' }))
  expect(passages.map(({ terms }) => terms.includes('read_file'))).toEqual([
    true,
    ...passages.slice(1).map(() => false),
  ])
})

test('[R7] passages of a long text are bounded and join to the text; one long run is no obstacle', () => {
  for (const text of [
    'lorem ipsum dolor\n'.repeat(1_000),
    'x'.repeat(50_000),
    '中'.repeat(20_000),
    '🙂a'.repeat(9_000),
    Array.from({ length: 9_000 }, (_, at) => `w${at}`).join(' '),
  ]) {
    const passages = passagesOf(part(text))
    expect(passages.map((one) => one.text).join('')).toBe(text)
    for (const one of passages) {
      expect(one.text).toBe(text.slice(one.start, one.start + one.text.length))
      expect(one.text.length).toBeLessThanOrEqual(2_000)
      expect(one.terms.length).toBeLessThanOrEqual(600)
      expect(one.terms.every((term) => term.length <= 64)).toBe(true)
      expect(Buffer.from(one.text).toString()).toBe(one.text)
    }
  }
})

test('[R7] a query has few terms, function words only if there is nothing else', () => {
  expect(queryTerms('What did the group say about the budget?').map(({ spellings }) => spellings[0])).toEqual([
    'group',
    'budget',
  ])
  expect(queryTerms('to be or not to be').length).toBeGreaterThan(2)
  expect(queryTerms(Array.from({ length: 500 }, (_, at) => `word${at}`).join(' '))).toHaveLength(24)
  for (const empty of ['', ' ', '"', '%', '\0', '***', '🙂']) expect(queryTerms(empty)).toEqual([])
})

test('[R7] rare terms and terms together weigh more than repeats', () => {
  const terms = queryTerms('deploy token')
  const weights = termWeights({ passages: 1_000, frequencies: [500, 3] })
  expect(weights[1]!).toBeGreaterThan(weights[0]! * 3)
  const score = (text: string) => rankPassage(passagesOf(part(text))[0]!, terms, weights).score
  expect(score('the deploy token is here')).toBeGreaterThan(score('the token is for another deploy'))
  expect(score('token')).toBeGreaterThan(score('deploy '.repeat(30)))
  expect(score('nothing at all')).toBe(0)
})

test('[R7] an excerpt is exact text around the densest matches', () => {
  const text = `deploy ${'filler words here '.repeat(40)} the deploy token leaked ${'more of the same '.repeat(30)}`
  const [passage] = passagesOf(part(text))
  const ranked = rankPassage(passage!, queryTerms('deploy token leaked'), [1, 1, 1])
  const { text: shown, offset, matches } = excerptOf(ranked, [1, 1, 1], 200)
  expect(shown).toContain('deploy token leaked')
  expect(text.slice(offset, offset + shown.length)).toBe(shown)
  expect(shown.length).toBeLessThanOrEqual(200)
  expect(matches.map((one) => text.slice(one.offset, one.offset + one.length))).toEqual(['deploy', 'token', 'leaked'])
})
