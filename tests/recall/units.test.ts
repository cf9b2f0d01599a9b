import { describe, expect, test } from 'vitest'
import { NO_DATES } from '../../src/domain/recall/dates.js'
import { chosenQuotes, isSpread } from '../../src/domain/recall/choose.js'
import { recallQuery } from '../../src/domain/recall/query.js'
import { rankUnits, type RecallPassage, type RecallUnit } from '../../src/domain/recall/units.js'

const passage = (seq: number, text: string): RecallPassage => ({
  ...{ sessionId: 's', seq, part: 0, start: 0, text, isJson: false, name: null },
})

/** Ranks messages for a question whose words weigh alike. */
function ranked(question: string, texts: Record<number, string>): RecallUnit<RecallPassage>[] {
  const { terms, names } = recallQuery(question, [])
  const passages = Object.entries(texts).map(([seq, text]) => passage(Number(seq), text))
  return rankUnits(passages, { terms, names, weights: terms.map(() => 3), dated: NO_DATES })
}
const seqs = (units: readonly RecallUnit<RecallPassage>[]) => units.map(({ best }) => best.passage.seq)

describe('[M2] how messages rank', () => {
  test('in a stretch of hits, a message ranks above the same words alone, even far from its neighbors', () => {
    // Of equal messages the newest is first, so the one alone is the newest.
    const texts = { 300: 'the violin', 308: 'a violin lesson', 309: 'the violin teacher', 500: 'the violin' }
    const order = seqs(ranked('Where is the violin?', texts))
    expect(order.indexOf(300)).toBeLessThan(order.indexOf(500))
  })

  test('a stretch of frequent words gains less than one good hit', () => {
    const weak = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [100 + 2 * at, 'a lesson']))
    const texts = { ...weak, 300: 'the violin lesson of the blue cabinet' }
    expect(seqs(ranked('Which violin lesson was in the blue cabinet?', texts))[0]).toBe(300)
  })

  test('the words of another speaker count less, and lift what is beside them as before', () => {
    const question = 'What did Odalys say about the violin?'
    const own = { 10: 'Odalys: the violin is new', 50: 'Petra: the violin is new' }
    expect(seqs(ranked(question, own))).toEqual([10, 50])
    const score = (texts: Record<number, string>, seq: number) =>
      ranked(question, texts).find(({ best }) => best.passage.seq === seq)!.score
    expect(score({ 10: 'Petra: the violin is new' }, 10)).toBeLessThan(0.8 * score({ 10: 'the violin is new' }, 10))
    const answer = { 10: 'Odalys: the violin is new' }
    // The score of the one before counts whole.
    const gain = (before: string) => score({ 9: before, ...answer }, 10) - score(answer, 10)
    expect(gain('Petra: the violin?')).toBeGreaterThan(0.9 * gain('the violin?'))
  })

  test('[M4] an answer is in several messages if the fourth is nearly as good as the first', () => {
    const same = { 10: 'a violin', 100: 'a violin', 200: 'a violin', 300: 'a violin' }
    expect(isSpread(ranked('Where is the violin?', same))).toBe(true)
    expect(isSpread(ranked('Where is the violin?', { 10: 'a violin', 100: 'a violin', 200: 'a violin' }))).toBe(false)
    const one = { 10: 'the blue violin cabinet at Varkaus', 100: 'blue', 200: 'blue', 300: 'blue' }
    expect(isSpread(ranked('Where is the blue violin cabinet at Varkaus?', one))).toBe(false)
  })
})

describe('[M2] the answer comes with its question', () => {
  const besideOf = (text: string) => {
    const query = { isQuestion: true, names: [] }
    const units = ranked('Where is the blue violin cabinet at Varkaus?', { 10: text })
    return chosenQuotes(query, units, [3, 3, 3, 3], () => true)[0]!.beside
  }
  test.each([
    ['where is the blue violin cabinet at Varkaus?', 11],
    ['where is the blue violin cabinet at Varkaus? Please answer in one sentence.', 11],
    ['(where is the blue violin cabinet at Varkaus?)\n', 11],
    ['blue violin cabinet Varkaus 在哪里？谢谢', 11],
    ['the blue violin cabinet is at Varkaus.', null],
    ['the blue violin cabinet of Varkaus is at https://example.com/list?item=4', null],
    [`blue violin cabinet at Varkaus? ${'I looked for it in every town. '.repeat(4)}`, null],
  ])('after %j: %j', (text, beside) => expect(besideOf(text)).toBe(beside))
})
