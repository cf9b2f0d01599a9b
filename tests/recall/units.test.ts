import { describe, expect, test } from 'vitest'
import { NO_DATES } from '../../src/domain/recall/dates.js'
import { chosenQuotes } from '../../src/domain/recall/choose.js'
import { isAboveFloor, type Closeness } from '../../src/domain/recall/floor.js'
import { recallQuery, weightsOf } from '../../src/domain/recall/query.js'
import { rankPassage } from '../../src/domain/search/rank.js'
import { rankUnits, type RecallPassage, type RecallUnit } from '../../src/domain/recall/units.js'

const passage = (seq: number, text: string): RecallPassage => ({
  ...{ sessionId: 's', seq, part: 0, start: 0, text, isJson: false, name: null },
})

/** Ranks messages for a question whose words weigh alike. */
function ranked(question: string, texts: Record<number, string>): RecallUnit<RecallPassage>[] {
  const query = recallQuery(question, [])
  const { terms, names, ids, around } = query
  const passages = Object.entries(texts).map(([seq, text]) => passage(Number(seq), text))
  const weights = weightsOf(
    query,
    terms.map(() => 3),
  )
  const all = passages.map((one) => rankPassage(one, terms, weights))
  return rankUnits(all, { terms, names, ids, weights, around, dated: NO_DATES })
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

  test('how much of a question is found does not depend on the sentences around it', () => {
    const texts = { 10: 'the violin is in the blue cabinet', 50: 'harbor, market, and station' }
    const best = (question: string) => ranked(question, texts)[0]!.coverage
    const question = 'Where is the violin of the cabinet?'
    expect(best(`The harbor was full. A market is at the station. ${question}`)).toBe(best(question))
  })

  test('a message with an id of the question is known as such', () => {
    const [found] = ranked('Who bought violin A-48213 from the cabinet maker?', {
      10: 'A-48213 is sold.',
      50: 'the violin',
    })
    expect(found).toMatchObject({ isExact: true, best: { passage: { seq: 10 } } })
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

  test('of two messages with the same words, the short one ranks above the long one', () => {
    const long = `the blue violin ${'and much else that was said on that evening '.repeat(20)}`
    // Of equal messages the newest is first, so the long one is the newest.
    expect(seqs(ranked('Where is the blue violin?', { 100: 'the blue violin', 300: long }))).toEqual([100, 300])
  })
})

const QUESTION = 'Where is the blue violin cabinet at Varkaus?'
/** Numbers of the messages that are quoted, best first.
 * @param shown numbers of those that the context shows
 * @param recalled numbers of those of which a block of an earlier question shows words */
function quoted(
  texts: Record<number, string>,
  shown: readonly number[] = [],
  isQuestion = true,
  recalled: readonly number[] = [],
): number[] {
  const units = ranked(QUESTION, texts)
  const found = {
    units,
    weights: [3, 3, 3, 3],
    isKnown: () => true,
    isShown: ({ seq }: RecallPassage) => shown.includes(seq),
    isRecalled: ({ seq }: RecallPassage) => recalled.includes(seq),
  }
  return chosenQuotes({ isQuestion, names: [] }, found).map(({ passage: { seq } }) => seq)
}

describe('[M4] how many messages are quoted', () => {
  const best = 'the blue violin cabinet is at Varkaus'
  const weak = Object.fromEntries([100, 200, 300].map((seq) => [seq, `a blue ${seq}`]))

  test('one far above the others comes alone, equal ones come together', () => {
    expect(quoted({ 10: best, ...weak })).toEqual([10])
    expect(quoted({ 10: best, 100: best, 200: best })).toEqual([200, 100, 10])
  })

  test('what is much weaker than a message that the context shows is left out', () => {
    const half = 'the blue violin'
    expect(quoted({ 10: half, 200: best })).toEqual([200, 10])
    expect(quoted({ 10: half, 200: best }, [200])).toEqual([])
  })

  test('[M6] what the block of an earlier question shows is chosen beside something new, and never alone', () => {
    expect(quoted({ 10: best, 200: best }, [], true, [200])).toEqual([200, 10])
    expect(quoted({ 10: best, 200: best }, [10], true, [200])).toEqual([])
    expect(quoted({ 10: 'the blue violin', 200: best }, [], true, [200])).toEqual([])
  })

  test('a statement recalls only what matches nearly as well as the best', () => {
    const texts = { 10: best, 100: 'the blue violin cabinet', 200: 'the blue violin' }
    expect([quoted(texts), quoted(texts, [], false)]).toEqual([
      [10, 100, 200],
      [10, 100],
    ])
  })
})

describe('[M3] the floor', () => {
  const close: Closeness = { match: 20, matchShare: 1, coverage: 1, weight: 20, terms: 5, isExact: false }
  const named = { isQuestion: true, names: [0] }
  const question = { isQuestion: true, names: [] }
  const statement = { isQuestion: false, names: [] }
  test.each([
    ['a question, matched', close, 0, question, true],
    ['a question whose words are found apart from each other', { ...close, matchShare: 0.4 }, 0, question, false],
    ['the same with a known name', { ...close, matchShare: 0.4 }, 0, named, true],
    ['a known name in many other words', { ...close, matchShare: 0.15 }, 0, named, false],
    ['the same with a date or an id of the question', { ...close, matchShare: 0.4, isExact: true }, 0, question, true],
    ['a question that the context answers as well', close, 30, question, true],
    ['a question that the context answers much better', close, 40, named, false],
    ['a statement that the context matches as well', close, 20, statement, true],
    ['a statement that the context matches better', close, 21, statement, false],
  ])('%s: %j beside %d', (_, best, shownMatch, query, isAbove) =>
    expect(isAboveFloor(best, shownMatch, query, () => true)).toBe(isAbove),
  )
})

describe('[M2] the answer comes with its question', () => {
  const besideOf = (text: string) => {
    const query = { isQuestion: true, names: [] }
    const units = ranked('Where is the blue violin cabinet at Varkaus?', { 10: text })
    const found = { units, weights: [3, 3, 3, 3], isKnown: () => true, isShown: () => false, isRecalled: () => false }
    return chosenQuotes(query, found)[0]!.beside
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
