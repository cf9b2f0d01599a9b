import { LANGUAGES, RUSSIAN_FUNCTION_WORDS, type Language } from '../../knowledge/languages.js'
import { foldWord, stemWord } from './fold.js'
import { compoundsOf, otherForms, partsOfCompound } from './forms.js'
import { queryWords, type QueryWord } from './query-words.js'

/** Reads what to search for. [R7] */

export interface QueryTerm {
  /** The word as it was written, with lower-case letters without accents. Empty: of a compound, or of a script without spaces. */
  word: string
  /** The passage has the term if it has one of these. */
  spellings: string[]
  /** The passage also has the term if it has a term that begins with one of these. */
  starts: string[]
  /** The passage also has the term if it has both of one of these: the words of a compound. */
  pairs: [string, string][]
  /** A function word. It counts only if the query has nothing else. */
  isCommon: boolean
}

/** Terms of one query. */
export const MAX_QUERY_TERMS = 24
/** Words of a query that are joined in pairs. */
const MAX_JOINED = 6

/** Returns the distinct terms of a query, at most 24, those that say most first. Empty if it has no letter or digit. */
export function queryTerms(query: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>()
  const forms = new Set<string>()
  const words = queryWords(query)
  const language = languageOf(words)
  const plain: { word: string; term: QueryTerm }[] = []
  for (const one of words) {
    const { start, end, terms: all, others } = one
    for (const [index, term] of all.entries()) {
      if (terms.has(term) || forms.has(term)) continue
      const spellings = [term, ...(index === 0 || all.length === 1 ? others : [])]
      const starts = one.isStart ? [term] : []
      const isWhole = !one.isUnspaced && all.length === 1
      const word = query.slice(start, end)
      const isCommon = one.isFunctionWord || language.isCommon(term)
      const found: QueryTerm = { word: isWhole ? foldWord(word)[0]! : '', spellings, starts, pairs: [], isCommon }
      terms.set(term, found)
      if (!isWhole || isCommon) continue
      for (const other of otherForms(word, term)) if (spellings.push(other)) forms.add(other)
      if (language.stem) addStem(found, language.stem(word.toLowerCase()))
      else if (!language.isEnglish) plain.push({ word, term: found })
    }
  }
  addCompounds(plain)
  const found = [...terms.values()]
  const specific = found.filter(({ isCommon: is }) => !is)
  return (specific.length > 0 ? specific : found).slice(0, MAX_QUERY_TERMS)
}

/** Letters of a stem by which all its forms are found. A shorter one starts too many other words. */
const LEAST_STEM = 4
const VOWELS = [...'aeiou']

/** Adds the forms of a word: those that begin with its stem, or, of a short one, those that end in a vowel: *casa* and *case*. */
function addStem({ spellings, starts }: QueryTerm, stem: string): void {
  const folded = foldWord(stem)[0]!
  // The index may have the stem itself without an ending.
  if (folded.length >= LEAST_STEM) {
    starts.push(folded)
    spellings.push(stemWord(folded))
  } else if (folded.length === LEAST_STEM - 1) spellings.push(...VOWELS.map((vowel) => stemWord(`${folded}${vowel}`)))
}

/** Adds the words of which each word may be made, and the compounds that two of them may make. English writes most compounds apart. */
function addCompounds(words: readonly { word: string; term: QueryTerm }[]): void {
  const few = words.slice(0, MAX_JOINED)
  for (const { word, term } of few) {
    term.pairs.push(...partsOfCompound(word))
    for (const other of few) {
      if (other.term === term) continue
      const joined = compoundsOf(word, other.word)
      term.spellings.push(...joined)
      other.term.spellings.push(...joined)
    }
  }
}

const termsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => foldWord(word).map(stemWord)))
const COMMON_BY_LANGUAGE = LANGUAGES.map((language) => ({ language, common: termsOf(language.functionWords) }))
const COMMON_BY_SCRIPT = termsOf(RUSSIAN_FUNCTION_WORDS)

interface QueryLanguage {
  isCommon: (term: string) => boolean
  isEnglish: boolean
  stem: Language['stem']
}

/** Function words by which a language is known that is not one of the first two: a single one may be a word of any language. */
const LEAST_FUNCTION_WORDS = 2

/** Reads the language by its function words. Those of one that has fewer of them say something: *hat* and *war* are common in German
 * alone. */
function languageOf(words: readonly QueryWord[]): QueryLanguage {
  const terms = words.map(({ terms: [first = ''] }) => first)
  const counted = COMMON_BY_LANGUAGE.map(({ language, common }) => {
    const count = terms.filter((term) => common.has(term)).length
    return { language, common, count: language.stem && count < LEAST_FUNCTION_WORDS ? 0 : count }
  })
  const most = Math.max(...counted.map(({ count }) => count))
  if (most === 0) return { isCommon: (term) => COMMON_BY_SCRIPT.has(term), isEnglish: false, stem: null }
  const tied = counted.filter(({ count }) => count === most)
  const { code, stem } = tied[0]!.language
  const spoken = tied.filter(({ language }) => stem !== null || language.stem === null)
  const isCommon = (term: string) => COMMON_BY_SCRIPT.has(term) || spoken.some(({ common }) => common.has(term))
  return { isCommon, isEnglish: code === 'en', stem }
}
