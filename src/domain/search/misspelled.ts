import type { Occurrence } from './rank.js'
import type { QueryTerm } from './query.js'
import { foldWord, stemWord } from './fold.js'

/** Finds other spellings of a word that was never said: people mistype, and write the names of others as they hear them. One letter may be wrong,
 * missing, or too much, or two of them exchanged. The first letter stays: most mistakes are not there, and words with another one are others. [R7] */

/** Letters of a word and of its other spelling, without their endings. Shorter ones have too many neighbors that are words, too. */
const LEAST_LETTERS = { name: 4, word: 5 }
/** Longer ones are data. */
const MOST_LETTERS = 20
/** Words of one query. Each takes a lookup. */
const MOST_WORDS = 3
/** Share of the found places that the most frequent spelling has, at least: of two words that are as near, neither is meant. */
const NEAR_SHARE = 0.8

/** Letters that a word of a script may have, as search compares them. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ',
  'αβγδεζηθικλμνξοπρσςτυφχψω',
  'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئىة',
]

/** A term of a query that was never said. */
export interface NearTerm {
  /** Index in the query. */
  at: number
  /** Whether it names someone or something. */
  isName: boolean
  /** Finds any of the spellings that are one mistake from it. */
  term: QueryTerm
}

/** Returns what to look for in place of words that were never said, names first, at most three.
 * @param absent indexes of the terms that nothing has
 * @param names indexes of those that name someone or something */
export function nearTerms(
  terms: readonly QueryTerm[],
  absent: readonly number[],
  names: ReadonlySet<number>,
): NearTerm[] {
  const first = [...absent].sort((a, b) => Number(names.has(b)) - Number(names.has(a)) || a - b)
  return first
    .flatMap((at): NearTerm[] => {
      const isName = names.has(at)
      const spellings = spellingsNear(terms[at]!.word, isName ? LEAST_LETTERS.name : LEAST_LETTERS.word)
      return spellings.length === 0 ? [] : [{ at, isName, term: { ...terms[at]!, spellings, starts: [], pairs: [] } }]
    })
    .slice(0, MOST_WORDS)
}

function spellingsNear(word: string, least: number): string[] {
  const letters = [...word]
  const alphabet = ALPHABETS.find((one) => letters.every((letter) => one.includes(letter)))
  const own = stemWord(word)
  if (!alphabet || own.length < least || letters.length > MOST_LETTERS) return []
  const found = new Set<string>()
  const add = (...parts: readonly string[][]) => found.add(stemWord(parts.flat().join('')))
  for (let at = 1; at <= letters.length; at++) {
    const [before, here, after] = [letters.slice(0, at), letters.slice(at, at + 1), letters.slice(at + 1)]
    for (const letter of alphabet) {
      add(before, [letter], here, after)
      if (here.length > 0) add(before, [letter], after)
    }
    if (here.length > 0) add(before, after)
    if (after.length > 0) add(before, after.slice(0, 1), here, after.slice(1))
  }
  return [...found].filter((one) => one.length >= least && one !== own)
}

const CAPITAL = /^\p{Lu}/u

/** Returns the spellings that the found passages have of a word, if it is clear which word is meant; else none. That of a name has a capital letter.
 * @param found passages with the places that have any spelling near to it */
export function nearSpellings(
  found: readonly { passage: { text: string }; occurrences: readonly Pick<Occurrence, 'start' | 'end'>[] }[],
  isName: boolean,
): string[] {
  const counts = new Map<string, number>()
  let all = 0
  for (const { passage, occurrences } of found)
    for (const { start, end } of occurrences) {
      const word = passage.text.slice(start, end)
      if (isName && !CAPITAL.test(word)) continue
      all += 1
      for (const folded of foldWord(word)) {
        const stem = stemWord(folded)
        counts.set(stem, (counts.get(stem) ?? 0) + 1)
      }
    }
  return [...counts].flatMap(([spelling, count]) => (count >= NEAR_SHARE * all ? [spelling] : []))
}
