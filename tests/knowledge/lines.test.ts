import { describe, expect, test } from 'vitest'
import { BEFORE_ORDERS, patternOf } from '../../src/knowledge/lines/phrases.js'
import { LINE_ROWS } from '../../src/knowledge/lines/read.js'
import { LINE_KINDS, type LineRow } from '../../src/knowledge/lines/row.js'
import { rowMutants } from '../mutation/phrases.js'
import { textsOf } from '../support/texts-of.js'

/** The examples of the table are its tests. [C4] [C9] */

/** Returns the examples that the row reads wrongly. */
function faultsOf(row: LineRow): string[] {
  const pattern = patternOf(row)
  const [like, unlike] = [textsOf(row.like), textsOf(row.unlike)]
  return [...like.filter((text) => !pattern.test(text)), ...unlike.filter((text) => pattern.test(text))]
}

/** Returns whether the row reads an example wrongly. */
function hasFault(row: LineRow): boolean {
  const pattern = patternOf(row)
  return textsOf(row.like).some((text) => !pattern.test(text)) || textsOf(row.unlike).some((text) => pattern.test(text))
}

const named = LINE_ROWS.map(
  (row) => [`${row.kind} ${row.language} ${row.phrases?.[0] ?? row.pattern?.source}`, row] as const,
)

describe.each(named)('[C4] the row "%s"', (_, row) => {
  test('recognizes its examples, and no counterexample', () => {
    expect([textsOf(row.like).length > 0, textsOf(row.unlike).length > 0]).toEqual([true, true])
    expect(faultsOf(row)).toEqual([])
  })
  test('has no word that no example needs', () => {
    const unnoticed = rowMutants(row).filter((mutant) => !hasFault(mutant.row))
    expect(unnoticed.map(({ removed }) => removed)).toEqual([])
  })
})

test('[C4] every kind of line has a row', () => {
  expect(LINE_KINDS.filter((kind) => !LINE_ROWS.some((row) => row.kind === kind))).toEqual([])
})

test.each(BEFORE_ORDERS.split('|'))('[C9] "%s" may come before an order', (word) => {
  const row = LINE_ROWS.find(({ at }) => at === 'clause')!
  expect(patternOf(row).test(`${word.replaceAll('_', ' ')} never push`)).toBe(true)
})
