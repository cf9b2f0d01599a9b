import { expect, test } from 'vitest'
import { repeatedWords } from '../../src/domain/eviction/repeated-words.js'

function repeated(texts: readonly string[]): string[] {
  const seqs = repeatedWords(texts.map((text, at) => ({ seq: at + 1, text })))
  return texts.filter((_, at) => seqs.has(at + 1))
}

test.each([
  ['few words that come again', ['Okay.', 'The boat is blue.', 'Okay .'], ['Okay.']],
  ['a speaker before them', ['Ada: Mm-hmm.', 'Ben: Mm-hmm.', 'Ada: mm hmm'], ['Ada: Mm-hmm.']],
  ['another script', ['好的。', '船是蓝色的。', '好的！'], ['好的。']],
  ['marks alone', ['👍', 'The boat is blue.', '👍'], ['👍']],
  ['an answer', ['Is the boat blue?', 'Yes.', 'Is it yours?', 'Yes.'], []],
  ['words that stay unique', ['Yes.', 'No.', 'Perhaps.'], []],
  ['a sentence', ['We meet at the pier on Friday.', 'We meet at the pier on Friday.'], []],
  ['a sentence without spaces', ['我们星期五在码头见面。', '我们星期五在码头见面。'], []],
  ['a long row of marks', ['-'.repeat(121), 'The boat is blue.', '-'.repeat(121)], []],
])('[P13] words that a later message repeats: %s', (_, texts, expected) => {
  expect(repeated(texts)).toEqual(expected)
})
