import { expect, test } from 'vitest'
import { indexedPassages } from '../../src/threads/indexed-passages.js'

const message = (seq: number, content: string) => ({
  seq,
  format: 'native' as const,
  raw: JSON.stringify({ role: 'user', content }),
})

test('[R7] a message that cannot be read stops the index of no other, and nothing of its text is reported', () => {
  const broken = { seq: 2, format: 'native' as const, raw: '{"role": "user", "content": "secret' }
  const { passages, unread } = indexedPassages([message(1, 'the tapir'), broken, message(3, 'the okapi')])
  expect(passages.map(({ seq, text }) => [seq, text])).toEqual([
    [1, 'the tapir'],
    [3, 'the okapi'],
  ])
  expect(unread.map(({ seq }) => seq)).toEqual([2])
  expect(JSON.stringify(unread)).not.toContain('secret')
})

test('[R7] all passages of a long text are found by their own terms, which no break of a line splits', () => {
  const lines = Array.from({ length: 900 }, (_, at) => `line number${at} of\tthe\u2028tapir\r\n`)
  const { passages } = indexedPassages([message(7, lines.join(''))])
  expect(passages.map(({ text }) => text).join('')).toBe(lines.join(''))
  expect(passages.length).toBeGreaterThan(5)
  for (const { text, terms } of passages) {
    const named = /number\d+/g.exec(text)?.[0]
    expect(terms.split('\n')).toContain(named)
    expect(terms).not.toContain('\r')
  }
})
