import { describe, expect, test } from 'vitest'
import { askedSideFirst, sideAsked } from '../../src/domain/recall/sides.js'
import type { Candidate } from '../../src/domain/recall/candidates.js'

describe('[M2] the side that a question asks for', () => {
  test.each([
    ['What did you recommend for the cover letter?', 'assistant'],
    ['Have I ever attended a workshop?', 'user'],
    ['How did I come to know about it, and what have you said?', 'assistant'],
    ['Was hast du mir damals empfohlen?', 'assistant'],
    ['Wann bin ich umgezogen?', 'user'],
    ['你推荐过哪些餐厅？', 'assistant'],
    ['我去过哪些城市？', 'user'],
    ['When is the call with the director?', null],
    ['Can you show me how to do it?', null],
    ['I am planning a trip. Where should we go?', null],
  ])('%s: %s', (text, side) => expect(sideAsked(text)).toBe(side))

  const candidate = (seq: number, role: 'user' | 'assistant'): Candidate => ({
    excerpt: { sessionId: 's', seq, part: 0, start: 0, text: 'words', score: 1, tokens: 1 },
    quote: { sessionId: 's', seq, role, tool: null, date: new Date(0), text: 'words' },
    beside: null,
  })
  const chosen = [9, 8, 7].map((seq, at) => ({ passage: { sessionId: 's', seq }, score: [10, 8, 3][at]! }))
  const candidates = [candidate(9, 'assistant'), candidate(8, 'user'), candidate(7, 'user')]
  const order = (side: 'user' | 'assistant' | null) =>
    askedSideFirst(candidates, chosen, side).map((one) => one.quote.seq)

  test('its messages come further in front, and a much better one of the other side stays first', () => {
    expect([order(null), order('assistant'), order('user')]).toEqual([
      [9, 8, 7],
      [9, 8, 7],
      [8, 9, 7],
    ])
  })
})
