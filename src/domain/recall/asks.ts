import { QUESTION_LOOKS, QUESTION_WORDS, type QuestionWords } from '../../knowledge/questions.js'
import { wordSet } from '../texts.js'

/** Whether a message of a person asks, or requests what was said. Many people leave out the question mark. [M3] */

/** Not the mark of a URL. */
const MARK = /[?？؟](?![\w=])/
const WORDS = /\p{L}+/gu
/** Ends of sentences, in a message without a question mark. */
const ENDS = /[.!;:。！；：\n]+/
/** Characters of a sentence that are read. */
const READ_CHARS = 100
const NOT_ASCII = /[^\0-\x7f]/

type Kind = Exclude<keyof QuestionWords, 'language' | 'like' | 'unlike'>
const KINDS: readonly Kind[] = ['before', 'begins', 'ofThings', 'whole', 'verbs', 'measures', 'subjects', 'requests']
/** The words of each language: those of two languages together ask nothing. */
const LANGUAGES = QUESTION_WORDS.map(
  (words) => Object.fromEntries(KINDS.map((kind) => [kind, wordSet(words[kind])])) as WordsOf,
)

/** Whether a message has a question mark, or its first or its last sentence has the form of a question or of a request. */
export function isAsking(text: string): boolean {
  if (MARK.test(text)) return true
  const sentences = text.split(ENDS).filter((one) => /\p{L}/u.test(one))
  return [sentences.at(0), sentences.at(-1)].some((one) => one !== undefined && hasFormOfQuestion(one))
}

/** What sentences of people seldom have, and lines of code often: `const x = a ? b : c`. */
const CODE = /[={};]|\(\)/

/** Returns which sentence of a message asks, the last if several do; -1: none. */
export function askingSentence(sentences: readonly string[]): number {
  const marked = [...sentences.entries()].filter(([, sentence]) => MARK.test(sentence))
  const spoken = marked.findLast(([, sentence]) => !CODE.test(sentence)) ?? marked.at(-1)
  if (spoken) return spoken[0]
  const end = sentences.length - 1
  const [first, last] = [sentences[0], sentences[end]]
  if (last !== undefined && isAsking(last)) return end
  return first !== undefined && isAsking(first) ? 0 : -1
}

/** Words of a sentence without any sign, from which on it may be several: people type as they talk. */
const MANY_WORDS = 12
const SIGNS = /[,;:()“”"]/

/** Returns a sentence in two, before its last question: “the trip was long where is the key”. Only one of many words without a sign; any other has one
 * before its question. A verb begins one only after a connecting word: “anyway is the key there”. */
export function splitBeforeQuestion(sentence: string): string[] {
  const found = SIGNS.test(sentence) ? [] : [...sentence.matchAll(WORDS)]
  if (found.length < MANY_WORDS) return [sentence]
  const words = found.map(([word]) => word.toLowerCase())
  const begins = (at: number) =>
    LANGUAGES.some((language) => mayBegin(words[at]!, language) && beginsQuestion(words.slice(at, at + 5), language))
  const at = words.findLastIndex((_, place) => place > 0 && begins(place))
  if (at < 1) return [sentence]
  const place = found[at]!.index
  return [sentence.slice(0, place), sentence.slice(place)]
}

function mayBegin(word: string, { before, begins, ofThings, whole }: WordsOf): boolean {
  return [before, begins, ofThings, whole].some((words) => words.has(word))
}

function hasFormOfQuestion(sentence: string): boolean {
  if (NOT_ASCII.test(sentence) && QUESTION_LOOKS.some(({ pattern }) => pattern.test(endOf(sentence)))) return true
  const words = sentence.slice(0, READ_CHARS).toLowerCase().match(WORDS) ?? []
  return LANGUAGES.some((language) => beginsQuestion(words, language) || beginsRequest(words, language))
}

type WordsOf = Record<Kind, ReadonlySet<string>>

function beginsRequest(words: readonly string[], { before, requests }: WordsOf): boolean {
  const first = words.find((word) => !before.has(word))
  return first !== undefined && requests.has(first)
}

function beginsQuestion(words: readonly string[], language: WordsOf): boolean {
  const { before, begins, ofThings, whole, verbs, measures, subjects } = language
  const from = words.findIndex((word) => !before.has(word))
  const [first = '', second = '', third = ''] = words.slice(from === -1 ? words.length : from)
  if (first === '') return false
  if (whole.has(first)) return true
  if (begins.has(first)) return verbs.has(second)
  if (verbs.has(first) && subjects.has(second)) return true
  if (!ofThings.has(first)) return false
  return verbs.has(second) || measures.has(second) || (!subjects.has(second) && verbs.has(third))
}

function endOf(sentence: string): string {
  return sentence.trim().slice(-READ_CHARS)
}
