import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchText, type Found } from '../../src/domain/originals/search.js'
import { growth } from '../support/growth.js'
import { often } from '../support/long-run.js'

const RUNS = { numRuns: often(200, 500), seed: 20_261_130 }

const search = (text: string, query: string, from = 0, limit = 1_000): Found => searchText(text, query, from, limit)
const offsets = (text: string, query: string, from = 0, limit = 1_000) =>
  search(text, query, from, limit).matches.map(({ offset }) => offset)

test('[D1] finds what a search for the same words, whatever their case, finds: every place, none twice', () => {
  // Few letters, so that a pattern repeats inside itself and in the text; σ and ς, İ and ß are where cases go wrong.
  const letters = fc.array(fc.constantFrom('a', 'A', 'b', '\n', '.', '*', 'σ', 'ς', 'ß', 'İ', 'ı', '🙂'), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(
      letters,
      fc.array(fc.constantFrom('a', 'B', 'A', '.', 'Σ', 'ß', 'i', '\n', '🙂'), { minLength: 1, maxLength: 5 }),
      (text, query) => {
        const whole = text.join('')
        const words = query.join('')
        const reference = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
        const expected = [...whole.matchAll(reference)].map(({ index }) => index)
        const found = search(whole, words)
        expect(found.matches.map(({ offset }) => offset)).toEqual(expected)
        for (const { offset, line, excerpt } of found.matches) {
          expect(line).toBe(whole.slice(0, offset).split('\n').length)
          expect(whole).toContain(excerpt)
          expect(excerpt.length).toBeGreaterThanOrEqual(words.length)
        }
      },
    ),
    RUNS,
  )
})

test('[D1] what looks like a pattern is only words', () => {
  expect(offsets('a.c abc (x+)+ $', '.')).toEqual([1])
  expect(offsets('a.c abc (x+)+ $', '(x+)+')).toEqual([8])
  expect(offsets('nothing', '.*')).toEqual([])
})

test('[D1] page after page gives the same places as one search', () => {
  const text = Array.from({ length: 57 }, (_, line) => `line ${line}: needle`).join('\n')
  const all = search(text, 'NEEDLE')
  expect(all).toMatchObject({ more: false, nextOffset: null })
  const paged = []
  for (let from: number | null = 0; from !== null;) {
    const page: Found = search(text, 'needle', from, 10)
    expect(page.more).toBe(page.nextOffset !== null)
    paged.push(...page.matches)
    from = page.nextOffset
  }
  expect(paged).toEqual(all.matches)
  expect(paged.at(-1)!.line).toBe(57)
})

test('[D1] an excerpt shows what is around, and never half a character', () => {
  const text = `${'🙂'.repeat(100)}needle${'🙂'.repeat(100)}`
  const { excerpt } = search(text, 'needle').matches[0]!
  expect(excerpt).toBe(`${'🙂'.repeat(40)}needle${'🙂'.repeat(40)}`)
  expect(search(`x${text}x`, 'needle').matches[0]!.excerpt).toBe(excerpt)
  const odd = search(`${'🙂'.repeat(50)}a needle`, 'needle').matches[0]!.excerpt
  expect(Buffer.from(odd).toString()).toBe(odd)
})

test('[D1] the worst of patterns costs no more than its length', () => {
  const text = 'a'.repeat(16 * 1024 * 1024)
  for (const query of [`b${'a'.repeat(499)}`, `${'a'.repeat(499)}b`, 'a'.repeat(250) + 'b' + 'a'.repeat(249)]) {
    const { matches } = search(text, query)
    expect(matches).toEqual([])
    // Eight times the text: 8 would be in proportion, 64 its square.
    expect(growth(8, (scale) => search('a'.repeat(scale * 1_000_000), query), 30)).toBeLessThan(30)
  }
})
