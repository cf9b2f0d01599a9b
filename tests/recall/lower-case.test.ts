import { expect, test } from 'vitest'
import { hasNoCapital, namesInPassages } from '../../src/domain/recall/lower-case.js'
import { queryTerms } from '../../src/domain/search/query.js'
import { rankPassage } from '../../src/domain/search/rank.js'

const passage = (text: string) => ({ text, isJson: false, name: null, part: 0, start: 0 })

function namesOf(question: string, texts: readonly string[]): string[] {
  const terms = queryTerms(question)
  const weights = terms.map(() => 3)
  const ranked = texts.map((text) => rankPassage(passage(text), terms, weights))
  return namesInPassages(ranked, terms.length).map((term) => terms[term]!.spellings[0]!)
}

test.each([
  ['a name', ['I met Odalys at the harbor.', 'The violin of Odalys is new.'], ['odaly']],
  [
    'a word that only begins sentences',
    ['Harbor lights. We saw Odalys at the harbor.', '"Violin," he said.'],
    ['odaly'],
  ],
  ['a first word of a line', ['so it goes\nOdalys left'], []],
  ['a label of a transcript', ['Odalys: where is it', 'Violin: here'], []],
  ['a name that is also a word', ['Odalys plays.', 'a violin, a Violin, the harbor'], []],
  ['what was never said', ['Nothing of it.'], []],
])('[M3] names of a message without capitals are read from the conversation: %s', (_, texts, expected) => {
  expect(namesOf('where did odalys leave the violin at the harbor', texts)).toEqual(expected)
})

test('[M3] a message with a capital letter names by its own letters', () => {
  expect([hasNoCapital('where is odalys'), hasNoCapital('Where is odalys'), hasNoCapital('小提琴在哪里')]).toEqual([
    true,
    false,
    true,
  ])
})
