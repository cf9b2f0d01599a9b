import { expect, test } from 'vitest'
import { isAsking } from '../../src/domain/recall/asks.js'
import { recallQuery } from '../../src/domain/recall/query.js'

test.each([
  'Where is the violin?',
  'バイオリンはどこですか？',
  'how much did you say those rails were',
  'what was the recipe for that soup',
  "what's the number on my bike",
  'whats the number on my bike',
  'who is the man with the kiln',
  'ok so when did we meet him',
  'Which color did we choose for the hall',
  'whose key do I have',
  'how old is the cat',
  'how many boxes fit into the car',
  'I forgot it. Where did I leave the key',
  'where are the boxes\nthanks',
  'wie hieß nochmal der Arzt',
  'und wann war das',
  'welche Farbe haben wir genommen',
  'wie viele Kisten passen ins Auto',
  'wieviel kostet das',
  'was hast du mir geraten',
])('[M3] a message asks, also without a question mark: %s', (text) => expect(isAsking(text)).toBe(true))

test.each([
  'When I run it, it fails',
  'what it was is a secret',
  'What the neighbor has is a loud dog',
  'How nice',
  'What a day, I am tired',
  'My sister, who is in Oslo, called',
  'I know where the key is',
  'Wie gesagt, ich komme',
  'was die Katze hat, wird teuer',
  'ok',
  '',
])('[M3] a message that does not ask: %s', (text) => expect(isAsking(text)).toBe(false))

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
