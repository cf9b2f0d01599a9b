import type { LineRow } from '../../src/knowledge/lines/row.js'
import { mutantsOf } from './alternatives.js'

/** Removes one thing at a time from a row of the table of kinds of lines: a phrase, one of the choices of a word, a word that may
 * not come before or after. */

export interface RowMutant {
  removed: string
  row: LineRow
}

export function rowMutants(row: LineRow): RowMutant[] {
  if (row.pattern) return mutantsOf(row.pattern).map(({ removed, pattern }) => ({ removed, row: { ...row, pattern } }))
  const { phrases = [], notThen = [], notAfter = [] } = row
  const without = (key: 'notThen' | 'notAfter', list: readonly string[]) =>
    list.map((removed): RowMutant => ({
      removed: `${key} ${removed}`,
      row: { ...row, [key]: list.filter((one) => one !== removed) },
    }))
  return [
    ...phrases.flatMap((phrase, at) => [
      ...(phrases.length > 1 ? [{ removed: phrase, row: withPhrase(row, at) }] : []),
      ...choicesOf(phrase).map(({ removed, rest }) => ({ removed, row: withPhrase(row, at, rest) })),
    ]),
    ...without('notThen', notThen),
    ...without('notAfter', notAfter),
  ]
}

function withPhrase(row: LineRow, at: number, ...instead: string[]): LineRow {
  return { ...row, phrases: row.phrases!.toSpliced(at, 1, ...instead) }
}

/** Returns the phrase without each choice of each of its words. A word that may be absent is also removed as a whole. */
function choicesOf(phrase: string): { removed: string; rest: string }[] {
  const words = phrase.split(' ')
  return words.flatMap((word, at) => {
    const isOptional = word.endsWith('?')
    const isExcluded = word.startsWith('!')
    const choices = word.replace(/^!|\?$/g, '').split('|')
    if (choices.length === 1 && !isOptional && !isExcluded) return []
    return choices.map((removed) => {
      const left = choices.filter((one) => one !== removed).join('|')
      return {
        removed,
        rest: words
          .toSpliced(at, 1, ...(left === '' ? [] : [`${isExcluded ? '!' : ''}${left}${isOptional ? '?' : ''}`]))
          .join(' '),
      }
    })
  })
}
