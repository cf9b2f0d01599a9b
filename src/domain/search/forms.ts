import { wordForms } from '../../knowledge/word-forms.js'
import { foldWord, stemWord } from './fold.js'

/** Finds the other forms of a word of a query, and the words of a compound, so that it finds them all. The index keeps each word as it
 * was said. What no word is finds nothing. [M2] [R7] */

/** *geholt*, *gemeldet*, *abgeholt* */
const PARTICIPLE = /^([a-z]{0,9}?)ge([a-z]{3,}?)e?t$/
/** *holen*, and *Lieferung*, which is made of *liefern*. */
const VERB = /^([a-z]{3,}?)(?:en|ung|ungen)$/

/** The terms of the rows that have a term: *half* is a form of two words. */
const FORMS = new Map<string, string[]>()
for (const row of wordForms()) {
  const terms = row.flatMap((form) => foldWord(form).map(stemWord))
  for (const term of terms) FORMS.set(term, [...(FORMS.get(term) ?? []), ...terms])
}

/** Returns the terms of other forms of a word.
 * @param word as it is written
 * @param term of the word */
export function otherForms(word: string, term: string): string[] {
  const all = [...(FORMS.get(term) ?? []), ...regularForms(foldWord(word)[0]!)]
  return [...new Set(all)].filter((one) => one !== term)
}

function regularForms(word: string): string[] {
  const [, prefix = '', root] = PARTICIPLE.exec(word) ?? [undefined, '', VERB.exec(word)?.[1]]
  if (root === undefined) return []
  const verb = `${prefix}${root}`
  return [
    `${verb}en`,
    `${verb}n`,
    `${verb}e`,
    `${verb}te`,
    `${verb}t`,
    `${prefix}ge${root}t`,
    `${prefix}ge${root}et`,
  ].map(stemWord)
}

const COMPOUND = /^[a-z]{8,40}$/
const LEAST_PART = 4

/** Returns the terms of the two words that a compound may be made of, for each place where it could be split: *Steuerberater* and *Termin*
 * of *Steuerberatertermin*. */
export function partsOfCompound(word: string): [string, string][] {
  const folded = foldWord(word)[0]!
  if (!COMPOUND.test(folded)) return []
  const places = Array.from({ length: folded.length - 2 * LEAST_PART + 1 }, (_, at) => at + LEAST_PART)
  return places.map((at) => [stemWord(folded.slice(0, at)), stemWord(folded.slice(at))])
}

const PART = /^[a-z]{3,20}$/
/** What may join the words of a compound. */
const LINKS = ['', 's', 'n']

/** Returns the terms of the compounds that two words may make. */
export function compoundsOf(first: string, second: string): string[] {
  const [a, b] = [foldWord(first)[0]!, foldWord(second)[0]!]
  return PART.test(a) && PART.test(b) ? LINKS.map((link) => stemWord(`${a}${link}${b}`)) : []
}
