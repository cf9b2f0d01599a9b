import { describe, expect, test } from 'vitest'
import { quotedSpans } from '../../src/domain/recall/excerpt.js'
import { splitIntoSentences } from '../../src/domain/recall/sentences.js'

/** Where the words of a question are in a text; each weighs 1. */
function matchesOf(text: string, words: readonly string[]) {
  const found = words.flatMap((word, term) =>
    [...text.matchAll(new RegExp(word, 'gu'))].map(({ index }) => ({ start: index, term, weight: 1 })),
  )
  return found.sort((a, b) => a.start - b.start)
}
const quoted = (text: string, words: readonly string[]) =>
  quotedSpans(text, matchesOf(text, words)).map(({ from, to }) => text.slice(from, to))

const filler = (about: string, count: number) =>
  Array.from({ length: count }, (_, at) => `Nothing of note was said of the ${about} number ${at}.`).join(' ')

describe('[M2] what is quoted of a long message', () => {
  test('a text of at most 600 characters comes whole', () => {
    const text = filler('shelf', 10)
    expect(text.length).toBeLessThanOrEqual(600)
    expect(quoted(text, ['shelf'])).toEqual([text])
  })

  test('words in two places bring both, the one with more of them first', () => {
    const text = `The oven takes long. ${filler('shelf', 20)} Set the oven for bread to 230 degrees. ${filler('table', 20)}`
    const [first, second, ...more] = quoted(`${text} A crust needs steam.`, ['oven', 'bread', 'crust'])
    expect(first).toContain('230 degrees')
    expect(second).toContain('A crust needs steam.')
    expect(more.join(' ')).toContain('The oven takes long.')
  })

  test('a word that is repeated in one sentence weighs no more than once', () => {
    const text = `The glaze is a glaze among each glaze. ${filler('shelf', 30)} The glaze of the kiln is green.`
    expect(quoted(text, ['glaze', 'kiln'])[0]).toContain('green')
  })

  test('together they are not longer than one stretch was', () => {
    const text = `The oven is old. ${filler('shelf', 30)} The bread is warm. ${filler('table', 30)} The crust is thin.`
    const all = quoted(text, ['oven', 'bread', 'crust'])
    expect(all.join('').length).toBeLessThanOrEqual(480)
    expect(all).toHaveLength(3)
  })

  test('without a word of the question, the beginning', () => {
    const text = filler('shelf', 30)
    expect(text.startsWith(quoted(text, ['oven'])[0]!)).toBe(true)
  })
})

test('[M2] the number of an item is no sentence', () => {
  const sentences = (text: string) => splitIntoSentences(text).map(({ from, to }) => text.slice(from, to))
  expect(sentences('1. Rails. 25 euros each.\n 2. A mat\n- 12. A lamp')).toEqual([
    ...['1. Rails.', '25 euros each.', '2. A mat', '- 12. A lamp'],
  ])
  expect(sentences('We met in 12. Then we left. It was 2024. Cold')).toEqual([
    ...['We met in 12.', 'Then we left.', 'It was 2024.', 'Cold'],
  ])
})
