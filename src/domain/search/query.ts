import { splitWords } from '../texts.js'
import { stemWord } from './fold.js'
import { compoundsOf, otherForms, partsOfCompound } from './forms.js'
import { wordsOf } from './words.js'

/** Reads what to search for. [R7] */

export interface QueryTerm {
  /** The passage has the term if it has one of these. */
  spellings: string[]
  /** The passage also has the term if it has both of one of these: the words of a compound. */
  pairs: [string, string][]
  /** A function word. It counts only if the query has nothing else. */
  isCommon: boolean
  /** A single character of a script without spaces, which starts the terms that find it. */
  isStart: boolean
}

/** Terms of one query. */
const MAX_QUERY_TERMS = 24
/** Words of a query that are joined in pairs. */
const MAX_JOINED = 6
const STARTS_PAIR = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30fc]$/u

/** Returns the distinct terms of a query, at most 24, those that say most first. Empty if it has no letter or digit. */
export function queryTerms(query: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>()
  const forms = new Set<string>()
  const words = [...wordsOf(query)]
  const { isCommon, isEnglish } = languageOf(words.map(({ terms: [first = ''] }) => first))
  const plain: { word: string; term: QueryTerm }[] = []
  for (const [at, { start, end, terms: all, others }] of words.entries()) {
    // The last character of a run is part of the pair before it.
    const followsPair = words[at - 1] !== undefined && words[at - 1]!.end > start
    for (const [index, term] of all.entries()) {
      const isStart = STARTS_PAIR.test(term)
      if ((isStart && followsPair) || terms.has(term) || forms.has(term)) continue
      const spellings = [term, ...(index === 0 || all.length === 1 ? others : [])]
      const found: QueryTerm = { spellings, pairs: [], isCommon: isCommon(term), isStart }
      terms.set(term, found)
      if (all.length > 1 || found.isCommon) continue
      const word = query.slice(start, end)
      for (const other of otherForms(word, term)) if (spellings.push(other)) forms.add(other)
      if (!isEnglish) plain.push({ word, term: found })
    }
  }
  addCompounds(plain)
  const found = [...terms.values()]
  const specific = found.filter(({ isCommon: is }) => !is)
  return (specific.length > 0 ? specific : found).slice(0, MAX_QUERY_TERMS)
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

/** Function words by language, folded. Those of another script are in every query. */
const COMMON = [
  `a am an and are as at be been but by can could did do does doing done for from had has have he her him his how i if in into is it its
    let me my no not of on or our out she should so some than that the their them then there they this these those to up us was were what when where which who whom whose us we why will with would you your about also any shall may might must s t re ve ll d m don doesn didn
    isn wasn won say said mine yours ours hers theirs`,
  `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da dabei damit dann daran darauf darf daruber das dass davon dazu dein deine
    deinem deinen deiner dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch durfen durfte ein eine einem einen einer
    eines er es etwa etwas euch euer eure fur gegen hab habe haben habt hast hat hatte hatten hattest hatten hier hinter ich ihm ihn ihnen ihr ihre
    ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes kann kannst kein keine keinem keinen keiner konnen konnte konnten
    mein meine meinem meinen meiner meines mich mir mit mochte muss musst musste mussen nach neben nicht nichts noch nun nur ob oder ohne sehr sein seine
    seinem seinen seiner seit sich sie sind so soll sollen sollst sollte sollten uber um und uns unser unsere unserem unseren unter vom von vor war waren warst
    warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden weshalb wie wieder wieso will willst wir wird wirst wo wofur woher
    wohin wollen wollte wollten womit woruber wozu wurde wurden zu zum zur zwischen`,
]
const COMMON_BY_SCRIPT = termsOf(
  `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне было вот от меня о из ему теперь был до вас или ни
    быть это был для мы их чем была сам чтоб без чего где когда кто какой какие
    什么 怎么 么时 时候 为什 哪些 是什 我们 你们 他们 这个 那个 的是 是否 是不 不是 么样 多少 如何 です ます した して この その ある ない か の は が を に`,
)
const COMMON_BY_LANGUAGE = COMMON.map(termsOf)

function termsOf(words: string): ReadonlySet<string> {
  return new Set(splitWords(words).map(stemWord))
}

/** Reads the language by its function words. Those of one that has fewer of them say something: *hat* and *war* are common in German
 * alone. */
function languageOf(terms: readonly string[]): { isCommon: (term: string) => boolean; isEnglish: boolean } {
  const counts = COMMON_BY_LANGUAGE.map((common) => terms.filter((term) => common.has(term)).length)
  const most = Math.max(...counts)
  const spoken = COMMON_BY_LANGUAGE.filter((_, at) => counts[at] === most)
  const isCommon = (term: string) => COMMON_BY_SCRIPT.has(term) || spoken.some((common) => common.has(term))
  return { isCommon, isEnglish: most > 0 && spoken[0] === COMMON_BY_LANGUAGE[0] }
}
