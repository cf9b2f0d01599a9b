import { expect, test } from 'vitest'
import { closingOf } from '../../src/domain/digest/closing.js'
import { withoutRepeats } from '../../src/domain/digest/repeats.js'
import { digestLines } from '../../src/domain/digest/digest.js'
import type { Turn, TurnFacts } from '../../src/domain/digest/turns.js'
import { called, count, returned, said } from '../summary/spans.js'

const OFFER = 'Let me know whether you would like anything else to be changed today.'
const turn = (number: number, text: string): Turn => ({
  number,
  messages: [said(number * 2, text)],
  request: null,
  next: null,
  isClosed: true,
})
const kept = (texts: string[], olderText = '') =>
  withoutRepeats(
    texts.map((text, at) => closingOf(turn(at + 1, text))),
    olderText,
  ).map(({ pieces }) => pieces.map(({ text }) => text))

test('[C10] a sentence that ends every answer is kept once, with the newest', () => {
  expect(kept([`The booking is confirmed for June. ${OFFER}`, `The refund was sent on Monday. ${OFFER}`])).toEqual([
    ['The booking is confirmed for June.'],
    ['The refund was sent on Monday.', OFFER],
  ])
})

test('[C10] what older checkpoints have twice is not repeated; once may be', () => {
  const text = `The refund was sent on Monday. ${OFFER}`
  expect(kept([text], `${OFFER}\n${OFFER}`)).toEqual([['The refund was sent on Monday.']])
  expect(kept([text], OFFER)).toEqual([['The refund was sent on Monday.', OFFER]])
})

test('[C10] how an answer begins stays, and so does an item after its introduction', () => {
  const answer = 'Your ticket has been closed by our team now.'
  expect(kept([answer, answer, answer])).toEqual([[answer], [answer], [answer]])
  const list = 'These beds are free at the moment:\n- The large bed on the second floor'
  expect(kept([`Here you are again. ${list}`, `Here you are. ${list}`])[0]).toContain(
    'The large bed on the second floor',
  )
})

test('[C4] an answer that only echoes its request is worth less than what was found', () => {
  const facts = (request: string): TurnFacts => ({
    turnOf: new Map([2, 3, 4].map((seq) => [seq, 1])),
    requests: new Map([
      [1, { seq: 1, text: request }],
      [2, { seq: 5, text: 'Und jetzt noch etwas ganz anderes, bitte.' }],
    ]),
    lastTurn: 2,
  })
  const worthOf = (request: string, answer: string) => {
    const source = [called(2, 'lookup', { id: 7 }), returned(3, 'lookup', 'found'), said(4, answer)]
    const lines = digestLines(source, facts(request), { budgetTokens: 400, count })
    return lines.find(({ about }) => about === 'turn 1')?.importance
  }
  const plain = worthOf('Please close ticket 481.', 'The cause was a loose cable behind the printer in hall 12.')
  for (const [request, answer] of [
    ['Please close ticket 481.', 'Ticket 481 is closed.'],
    ['Jetzt bitte Schritt 41.', 'Schritt 41 ist fertig.'],
  ] as const)
    expect(worthOf(request, answer)).toBeLessThan(plain!)
  expect(worthOf('What is the total?', 'Your total is 1,042.50 EUR.')).toBe(plain)
})
