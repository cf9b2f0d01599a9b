import { describe, expect, test } from 'vitest'
import { askedSideFirst, sideAsked } from '../../src/domain/recall/sides.js'
import type { Candidate } from '../../src/domain/recall/candidates.js'
import { LINE_ROWS } from '../../src/knowledge/lines/read.js'
import { textsOf } from '../support/texts-of.js'

const SIDES = LINE_ROWS.filter(({ kind }) => kind === 'of-assistant' || kind === 'of-user')

describe('[M2] the side that a question asks for', () => {
  test.each(SIDES.flatMap(({ kind, like }) => textsOf(like).map((text) => ({ kind, text }))))(
    '$text: $kind',
    ({ kind, text }) => expect(sideAsked(text)).toBe(kind === 'of-user' ? 'user' : 'assistant'),
  )

  test('of both, the other side: it said what the question is about', () => {
    expect(sideAsked('How did I come to know about it, and what have you said?')).toBe('assistant')
    expect(sideAsked('When is the call with the director?')).toBeNull()
  })

  const candidate = (seq: number, role: 'user' | 'assistant' | 'tool'): Candidate => ({
    excerpt: { sessionId: 's', seq, part: 0, start: 0, text: 'words', score: 1, tokens: 1 },
    quote: { sessionId: 's', seq, role, tool: null, date: new Date(0), isDated: false, text: 'words' },
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

  test('what a tool returned is of the side that called it', () => {
    const found = [candidate(9, 'user'), candidate(8, 'tool'), candidate(7, 'assistant')]
    expect(askedSideFirst(found, chosen, 'assistant').map(({ quote }) => quote.seq)).toEqual([8, 9, 7])
  })
})
