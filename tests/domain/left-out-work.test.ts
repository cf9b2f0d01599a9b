import { expect, test } from 'vitest'
import { lengthOfTurns } from '../../src/domain/doors/left-out-work.js'

const user = (text: string) => JSON.stringify(['user', text])
const model = (...parts: unknown[]) => JSON.stringify(['assistant', ...parts])
const CALL = { call: 'find', args: {} }
const ANSWER = 'The ship is at the third pier.'

test.each([
  ['the same answer without its call', [model(CALL), model(ANSWER)], [model(ANSWER), user('And now?')], 1],
  ['an answer behind other words', [model(ANSWER)], [model(`Let me see. ${ANSWER}`), user('And now?')], 1],
  ['a short answer that is the whole reply', [model(CALL), model('Ok')], [model('Ok'), user('And now?')], 1],
  ['a reply that only begins like a short one', [model('Ok')], [model('Ok, the ship left.'), user('And now?')], null],
  ['another answer', [model(ANSWER)], [model('Nothing is there.'), user('And now?')], null],
  ['another question in between', [model(ANSWER), user('Where?')], [model(ANSWER), user('When?'), model('Now.')], null],
  ['nothing that follows', [model(ANSWER)], [model(ANSWER)], null],
])('[P14] a turn goes on only with the answer that is stored: %s', (_, stored, sent, length) => {
  expect(lengthOfTurns(stored, sent)).toBe(length)
})
