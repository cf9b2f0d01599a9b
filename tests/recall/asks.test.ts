import { expect, test } from 'vitest'
import { isAsking } from '../../src/domain/recall/asks.js'
import { QUESTION_LOOKS, QUESTION_WORDS } from '../../src/knowledge/questions.js'
import { askedPart, recallQuery, weightsOf } from '../../src/domain/recall/query.js'

test.each([
  'Where is the violin?',
  'バイオリンはどこですか？',
  ...[...QUESTION_WORDS, ...QUESTION_LOOKS].flatMap(({ like }) => like),
])('[M3] a message asks, also without a question mark: %s', (text) => expect(isAsking(text)).toBe(true))

test.each(['', ...[...QUESTION_WORDS, ...QUESTION_LOOKS].flatMap(({ unlike }) => unlike)])(
  '[M3] a message that does not ask: %s',
  (text) => expect(isAsking(text)).toBe(false),
)

test.each(QUESTION_LOOKS)('[M3] the look of questions in $language is known by itself', ({ pattern, like, unlike }) => {
  expect(like.filter((text) => !pattern.test(text))).toEqual([])
  expect(unlike.filter((text) => pattern.test(text))).toEqual([])
})

test('[M2] every word about asking is left out of what is searched for', () => {
  const terms = recallQuery(
    'How much, how long, and what kind of thing do you just really want for the violin?',
    [],
  ).terms
  expect(terms.map(({ spellings }) => spellings[0])).toEqual(['violin'])
})

test.each([
  ['覚えていますか、私のバイオリンを', ['バイオリン']],
  ['你还记得我之前告诉过你小提琴吗？', ['小提琴']],
  ['Ich frage mich eigentlich, wo die Geige ist?', ['geige']],
])('[M2] so are those of other languages: %s', (text, expected) => {
  const words = recallQuery(text, []).terms.map(({ spellings }) => spellings[0]!)
  expect(words.every((word) => expected.some((one) => one.includes(word)))).toBe(true)
  expect(words).not.toEqual([])
})

const QUESTION = 'Where is the violin of Odalys?'
const CHATTER = Array.from({ length: 12 }, (_, at) => `Shelf${at} holds crate${at}.`).join(' ')
const wordsOf = (text: string) => {
  const query = recallQuery(text, [])
  const spelled = (places: readonly number[]) => places.map((term) => query.terms[term]!.spellings[0]!)
  const asked = query.terms.flatMap((_, term) => (query.around.includes(term) ? [] : [term]))
  return { asked: spelled(asked), around: spelled(query.around), ids: spelled(query.ids), query }
}

test.each([
  [QUESTION, ['violin', 'odaly']],
  [`${CHATTER} ${QUESTION}`, ['violin', 'odaly']],
  [`${QUESTION} ${CHATTER}`, ['violin', 'odaly']],
  [`${CHATTER} Remind me about the violin of Odalys.`, ['violin', 'odaly']],
  [`How are you? ${CHATTER} ${QUESTION} ${CHATTER}`, ['violin', 'odaly']],
  [`${QUESTION}\nconst held = isSold ? 'cabinet' : 'shelf';`, ['violin', 'odaly']],
  ['The violin is sold. I will remind Odalys of it.', ['violin', 'sold', 'odaly']],
  ['My sister comes on Friday. What does she like?', ['sister', 'come', 'friday']],
  ['She played. My violin is at Odalys. Where is it again?', ['violin', 'odaly']],
  ['What do you think? The violin is broken.', ['violin', 'brok']],
  [`${CHATTER.replaceAll('.', '')} where is the violin of Odalys`, ['violin', 'odaly']],
  [`${CHATTER.replaceAll('.', '')} wo ist die Geige von Odalys`, ['geig', 'odaly']],
  [`${CHATTER.replaceAll('.', '')} anyway where is the violin of Odalys`, ['violin', 'odaly']],
  [`${CHATTER.replaceAll('.', '')} und wo ist die Geige von Odalys?`, ['geig', 'odaly']],
  ['The insurer writes: "Sold. Gone." Why was "The violin. Of Odalys." sold?', ['violin', 'odaly', 'sold']],
  ['The violin of Odalys is sold.', ['violin', 'odaly', 'sold']],
])('[M2] a message asks for the words of its question, wherever that is: %s', (text, expected) => {
  expect(wordsOf(text).asked).toEqual(expected)
})

test('[M2] a question is found behind more words than a query has', () => {
  const { query } = wordsOf(`${CHATTER} ${CHATTER.replaceAll('crate', 'box')} ${QUESTION}`)
  expect(query.terms.slice(0, 2).map(({ spellings }) => spellings[0])).toEqual(['violin', 'odaly'])
})

test('[M2] all words around a question together count a quarter of it at most, and each at most half', () => {
  const rarity = [4, 4, ...Array.from({ length: 20 }, () => 6)]
  const weights = weightsOf({ around: rarity.map((_, term) => term).slice(2) }, rarity)
  expect(weights.slice(0, 2)).toEqual([4, 4])
  expect(weights.slice(2).reduce((sum, one) => sum + one)).toBeCloseTo(2)
  expect(weightsOf({ around: [1] }, [40, 4])).toEqual([40, 2])
  expect(weightsOf({ around: [] }, [4, 4])).toEqual([4, 4])
})

test.each([
  ['Where is order A-48213?', ['a-48213', '48213']],
  ['Who has the number 13450006644?', ['13450006644']],
  ['那个邮箱是lin0503@example.com的人是谁？', ['lin0503']],
  ['Who comes at 10am on 7 May 2024 with B12 and 300 euros?', []],
  [`Order A-48213 is late. ${QUESTION}`, []],
])('[M2] numbers and ids of a question are known as such: %s', (text, expected) => {
  expect(wordsOf(text).ids).toEqual(expect.arrayContaining(expected))
  if (expected.length === 0) expect(wordsOf(text).ids).toEqual([])
})

/** More words than a query has. */
const PASTED = Array.from({ length: 30 }, (_, at) => `Shelf${at} holds crate${at}.`).join('\n')
const ABOUT = 'Which insurer did Odalys choose for the violin?'
test.each([
  [`Please read this.\n<context>\n${PASTED}\n</context>\n\n${ABOUT}`, ABOUT],
  [`${PASTED}\n---\nQuery: ${ABOUT}\nAnswer: `, `Query: ${ABOUT}`],
  [`${ABOUT}\n\n${PASTED}`, ABOUT],
  [`${PASTED}\n\nWas stimmt daran nicht?`, `Was stimmt daran nicht?\n${PASTED}\n\nWas stimmt daran nicht?`],
  [`${PASTED}\n\nWho is Odalys?`, `Who is Odalys?\n${PASTED}\n\nWho is Odalys?`],
  [`${PASTED}\n${'The crates move on. '.repeat(60)}${ABOUT}`, null],
  [`${PASTED}\n\nPack the violin of Odalys.`, null],
  [`The violin waits.\n${ABOUT}`, null],
])('[M2] of a pasted text, the paragraph that asks says what to search for: %#', (text, asked) => {
  expect(askedPart(text)).toBe(asked ?? text)
})
