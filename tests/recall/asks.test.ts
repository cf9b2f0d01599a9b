import { expect, test } from 'vitest'
import { isAsking } from '../../src/domain/recall/asks.js'
import { QUESTION_LOOKS, QUESTION_WORDS } from '../../src/knowledge/questions.js'
import { askedPart, recallQuery } from '../../src/domain/recall/query.js'

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

const QUESTION = 'Where is the violin of Odalys?'
test.each([
  [QUESTION, []],
  [`I sold the cabinet. ${QUESTION}`, []],
  [`${QUESTION} The insurer waits for it.`, ['insurer', 'wait']],
  [`${QUESTION} And the cabinet? The insurer mentioned a cabinet.`, ['insurer']],
  ['What do you think? The violin is broken.', []],
])('[M2] words that only what follows the question has say why it is asked: %s', (text, expected) => {
  const { terms, after } = recallQuery(text, [])
  expect(after.map((term) => terms[term]!.spellings[0])).toEqual(expected)
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
