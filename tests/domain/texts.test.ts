import { describe, expect, test } from 'vitest'
import { cutToTokens, withoutColors, withoutPartialWord } from '../../src/domain/texts.js'

const byFour = (text: string) => Math.ceil(text.length / 4)

describe('[P3] a cut to a number of tokens', () => {
  test('ends for every text and number, and leaves a beginning of the text', () => {
    const texts = [
      '',
      'a',
      'short text',
      'WithoutAnyBlankAtAllInTheWholeText',
      '没有空格的中文句子也要结束',
      'one two three four five six '.repeat(40),
    ]
    for (const text of texts)
      for (let tokens = 0; tokens < 40; tokens++) {
        const cut = cutToTokens(text, tokens, byFour)
        expect(text.startsWith(cut.replace(/ …$/, '')), `${tokens} tokens of ${text}`).toBe(true)
      }
  })

  test('keeps a text that fits, and no more than fits of a longer one', () => {
    expect(cutToTokens('It fits as it is.', 5, byFour)).toBe('It fits as it is.')
    const cut = cutToTokens('Every word here is one of many. '.repeat(20), 12, byFour)
    expect(byFour(cut)).toBeLessThanOrEqual(12)
    expect(cut).toMatch(/^Every word here .*\w …$/)
  })
})

test('[D2] colors and titles of a terminal leave, and what it says stays', () => {
  expect(withoutColors('\u001b[31mFAIL\u001b[0m one \u001b]0;a title\u0007two')).toBe('FAIL one two')
})

test('[V4] a text that was cut somewhere ends with a whole word', () => {
  expect(withoutPartialWord('one two thr')).toBe('one two')
  expect(withoutPartialWord('word')).toBe('word')
})
