import { ASKING_WORDS } from '../../knowledge/asking-words.js'
import { askingSentence, isAsking, splitBeforeQuestion } from './asks.js'
import { MAX_QUERY_TERMS, queryTerms, type QueryTerm } from '../search/query.js'
import { splitIntoSentences } from './sentences.js'
import { sideAsked, type Side } from './sides.js'

/** Reads what a message of a person asks for. [M2] */

/** Characters of a message that are read: its beginning and its end, where the question mostly is. */
const HEAD_CHARS = 2_000
const TAIL_CHARS = 4_000
/** In the form in which search compares them. */
const ASKING = stemsOf(Object.values(ASKING_WORDS).flat().join(' '))

export interface RecallQuery {
  terms: QueryTerm[]
  /** Whether the message asks. What only states needs a closer match to recall something. */
  isQuestion: boolean
  /** Whose words it asks for: those of the person who asks, or those of the other side. null: it does not say. */
  asksOf: Side | null
  /** The sentence that asks, with those before it that it needs; the whole message, if none asks. */
  question: string
  /** Terms of the question that name someone or something: they have a capital letter within a sentence. */
  names: number[]
  /** Terms of the question that are a number or an id. */
  ids: number[]
  /** Terms that only the sentences around the question have. */
  around: number[]
}

/** Returns the query of a message. Without a word of its own it refers to the last exchange, whose names are sought instead.
 * @param before texts of the last exchange */
export function recallQuery(text: string, before: readonly string[]): RecallQuery {
  const read = excerpted(text)
  const { question, others, asks } = partsOf(read)
  const isQuestion = asks || isAsking(text.slice(-TAIL_CHARS))
  const own = subjectTerms(`${question}\n${others}`)
  if (own.length === 0) {
    const said = before.flatMap((one) => namesIn(excerpted(one)))
    const terms = isQuestion && REFERS.test(text) ? subjectTerms(said.join(' ')) : []
    return { terms, isQuestion, asksOf: isQuestion ? sideAsked(read) : null, question, names: [], ids: [], around: [] }
  }
  const asked = new Set(placesOf(own, queryTerms(question)))
  return {
    terms: own,
    isQuestion,
    asksOf: isQuestion ? sideAsked(question) : null,
    question,
    names: placesOf(own, queryTerms(namesIn(question).join(' '))),
    ids: placesOf(own, queryTerms(idsIn(question).join(' '))),
    around: own.flatMap((_, at) => (asked.has(at) ? [] : [at])),
  }
}

/** Terms of its own with which a question is sought alone. With three, 2.6 points fewer of 77 questions between sentences of small talk. */
const LEAST_TERMS = 2
/** Sentences before a question that it may need. */
const MOST_BEFORE = 4

/** Returns what a message asks, and the sentences around that, the nearest before it first. A question of few words needs those before it: “My sister comes on
 * Friday. What does she like?” */
function partsOf(text: string): { question: string; others: string; asks: boolean } {
  const sentences = splitIntoSentences(text).flatMap(({ from, to }) => splitBeforeQuestion(text.slice(from, to)))
  const last = askingSentence(sentences)
  for (let from = last; from >= Math.max(0, last - MOST_BEFORE); from--) {
    const question = sentences.slice(from, last + 1).join('\n')
    if (hasOpenQuotation(question) || subjectTerms(question).length < LEAST_TERMS) continue
    const others = [...sentences.slice(0, from).toReversed(), ...sentences.slice(last + 1)]
    return { question, others: others.join('\n'), asks: true }
  }
  return { question: text, others: '', asks: last !== -1 }
}

/** Whether a text has a quotation mark without the other: the sentence was split within a quotation. */
function hasOpenQuotation(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1
  return count('"') % 2 === 1 || count('“') !== count('”') || count('「') !== count('」')
}

/** The most that the words around a question weigh, each by itself and together: shares of the weight of a word, and of the question. They say why it is
 * asked, or nothing: “Where is the key? I am at the door.” */
const AROUND_SHARE = 0.5
const ALL_AROUND_SHARE = 0.25

/** Returns how much each term of a query counts.
 * @param rarity of each term: rare ones say more */
export function weightsOf({ around }: Pick<RecallQuery, 'around'>, rarity: readonly number[]): number[] {
  const isAround = new Set(around)
  const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0)
  const others = sum(rarity.filter((_, term) => isAround.has(term)))
  const question = sum(rarity) - others
  const share = others === 0 ? 0 : Math.min(AROUND_SHARE, (ALL_AROUND_SHARE * question) / others)
  return rarity.map((weight, term) => (isAround.has(term) ? share * weight : weight))
}

/** Characters of a paragraph that asks, at most, and the terms of its own with which it is sought alone. */
const MOST_ASKING_CHARS = 1_000
const ENOUGH_TERMS = 3

/** Returns the paragraph that asks, of a message with more words than a query has: people paste a text and ask below or above it, and programs
 * put documents there. If it says little (“What is wrong here?”), the rest follows; if no paragraph at the end or the beginning asks, the whole
 * message is returned. [M2] */
export function askedPart(text: string): string {
  const read = excerpted(text)
  if (queryTerms(read).length < MAX_QUERY_TERMS) return text
  const paragraphs = read.split('\n').filter((one) => one.trim() !== '')
  // A label for what the model is to write.
  const last = paragraphs.findLast((one) => !/[:：]$/.test(one.trimEnd()))
  const ends = [last ?? '', paragraphs[0] ?? '']
  const asking = ends.find((one) => one.length <= MOST_ASKING_CHARS && isAsking(one))
  if (asking === undefined) return text
  return subjectTerms(asking).length >= ENOUGH_TERMS ? asking : `${asking}\n${text}`
}

/** Returns the words in the form in which search compares them. Each is read by itself: a query has at most 24 terms. */
function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').flatMap((word) => queryTerms(word).flatMap(({ spellings }) => spellings)))
}

/** Returns which of the terms are also among others. */
function placesOf(terms: readonly QueryTerm[], others: readonly QueryTerm[]): number[] {
  const spelled = new Set(others.flatMap(({ spellings }) => spellings))
  return terms.flatMap(({ spellings }, at) => (spellings.some((one) => spelled.has(one)) ? [at] : []))
}

function namesIn(text: string): string[] {
  return [...text.matchAll(NAME)].map(([, name]) => name ?? '')
}

const LATIN_WORDS = /[\w.@-]{4,}/g
/** Five digits, or letters with digits. */
const HAS_ID = /\d{5}|[A-Za-z][._-]?\d\d/

function idsIn(text: string): string[] {
  return (text.match(LATIN_WORDS) ?? []).filter((word) => HAS_ID.test(word))
}

/** A word with a capital letter that begins no sentence. */
const NAME = /(?<=[\p{Ll},;] )(\p{Lu}[\p{L}\p{N}_-]+)/gu
/** A question of only these words still asks for something. */
const REFERS = /\p{L}{2,}.*\p{L}{2,}/u

function subjectTerms(text: string): QueryTerm[] {
  return queryTerms(text).filter(({ spellings, isCommon }) => !isCommon && !spellings.some((one) => ASKING.has(one)))
}

function excerpted(text: string): string {
  return text.length <= HEAD_CHARS + TAIL_CHARS ? text : `${text.slice(0, HEAD_CHARS)} ${text.slice(-TAIL_CHARS)}`
}
