import { expect, test } from 'vitest'
import { proseLines } from '../../src/domain/source/prose.js'
import { ratedWords } from '../../src/domain/source/rarity.js'
import { sentences } from '../../src/domain/source/sentences.js'
import { splitSentences } from '../../src/domain/source/split-sentences.js'

/** Where sentences, items and lines begin and end. */

const linesOf = (text: string) => proseLines(text).map((line) => line.text)

test('[C10] no sentence ends after an abbreviation, an initial, or a day before its month', () => {
  const text =
    'Dr. Lind, Mrs. Hall and Julia B. Moreno asked Mr. Berg for one store, e.g. Postgres vs. Redis (cf. Lund 2019, fig. 3), i.e. Postgres of approx. 40 GB.'
  expect(splitSentences(`${text} It came.`)).toEqual([text, 'It came.'])
  const months = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')
  for (const month of months) {
    const sentence = `Es beginnt am 3. ${month} um acht.`
    expect(splitSentences(`${sentence} Jonas fehlt.`)).toEqual([sentence, 'Jonas fehlt.'])
  }
})

test.each(['The office is at No. 172, Rue Verte.', 'Siehe Abb. 3 und (Nr. 4) davor.', 'Nr.\u00a05 fehlt noch.'])(
  '[C10] no sentence ends after a short word before its number: %s',
  (sentence) => {
    expect(splitSentences(`${sentence} It came.`)).toEqual([sentence, 'It came.'])
  },
)

test('[C10] a sentence ends before a number that counts something else', () => {
  expect(splitSentences('We like it. 3 of them came.')).toEqual(['We like it.', '3 of them came.'])
})

test('[C10] a sentence that breaks off inside code is no line', () => {
  expect(linesOf('The issue is in the line `name=$(')).toEqual([])
  expect(linesOf('The issue is in the line `name=1`')).toHaveLength(1)
})

test('[V5] a short sentence that names something is whole, and a title or a step is not', () => {
  const said = ['Still open: TestPage19.', 'Offen bleibt test_page_19.']
  const titles = ['Chapter 19.', 'Page TestPage19', 'TestPage19.', 'Chapter 19 done.']
  for (const text of said) expect(linesOf(text)).toEqual([text])
  for (const text of titles) expect(linesOf(text)).toEqual([])
})

test('[V4] a long line is read as sentences, also without capitals; a longer one as pieces, whole words each', () => {
  const before = 'we looked at the pipeline for a while and the runner was fine, so it must be the cache of the build. '
  const rule = 'never push to main before the tests pass!'
  expect(sentences(`${before}${rule} then we write to the others about it.`)).toContain(rule)
  const chinese =
    '我们今天看了一下流水线，运行的机器没有问题，所以应该是构建的缓存有问题，需要再检查一下配置文件和脚本。'
  expect(sentences(`${chinese}不要修改数据库结构。然后告诉其他人。`)).toContain('不要修改数据库结构。')
  const long = Array.from({ length: 90 }, (_, at) => `word${at}`).join(' ')
  expect(sentences(long).every(({ length }) => length <= 240)).toBe(true)
  expect(sentences(long).join(' ')).toBe(long)
  expect(sentences(`${'x'.repeat(300)} and the rest of the line`)).toEqual(['and the rest of the line'])
})

test.each([
  ['a) the parser reads dates\nb) the lexer reads tabs', ['the parser reads dates', 'the lexer reads tabs']],
  ['- [x] the parser reads dates\n- [ ] the lexer reads tabs', ['the parser reads dates', 'the lexer reads tabs']],
  ['✅ the parser reads dates\n➜ the lexer reads tabs', ['the parser reads dates', 'the lexer reads tabs']],
  [
    'The parser reads all of the dates and numbers that one row can\nhold, and names them',
    ['The parser reads all of the dates and numbers that one row can hold, and names them'],
  ],
  [
    'The parser reads all of the dates and numbers of one row\nThe lexer reads the tabs of it',
    ['The parser reads all of the dates and numbers of one row', 'The lexer reads the tabs of it'],
  ],
])('[C4] items without their marks, and a wrapped line in one piece: %j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})

test.each([
  ['How It Works Now', []],
  ['The docs are https://docs.example.com/auth', ['The docs are https://docs.example.com/auth']],
  ['Now it needs `npm ci --omit=dev`', ['Now it needs `npm ci --omit=dev`']],
])('[C4] a short line is a title, unless it names something: %s', (text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})

test('[C10] short numbers are words that say something, and years and names are read once', () => {
  expect(ratedWords('A table for 12 at 7, since 2019 for 12')).toEqual(['table', 'since', '2019', '12', '7'])
})
