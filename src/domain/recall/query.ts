import { isAsking } from './asks.js'
import { MAX_QUERY_TERMS, queryTerms, type QueryTerm } from '../search/query.js'
import { sideAsked, type Side } from './sides.js'

/** Reads what a message of a person asks for. [M2] */

/** Characters of a message that are read: its beginning and its end, where the question mostly is. */
const HEAD_CHARS = 2_000
const TAIL_CHARS = 4_000
/** Words about asking and remembering, in the form in which search compares them. They say nothing about the subject. */
const ASKING = stemsOf(
  'tell talk talked told mention mentioned remember remind recall discuss discussed earlier before again know think ' + // words: ok
    'please thanks thank ok okay yes great good nice sure hey hello hi well really just also like want need gave given thought something anything much many long ' +
    'kind type thing recently currently specific specifically give help explain summary show list provide describe ' +
    'summarize summarise ' + // words: ok
    'sag sagte gesagt erzahlt erwahnt erinnerst erinnere weißt bitte danke ja gut noch mal nochmal wieder schon ' +
    'fass fasse zusammen zusammenfassung diskussion diskutiert',
)

export interface RecallQuery {
  terms: QueryTerm[]
  /** Whether the message asks. What only states needs a closer match to recall something. */
  isQuestion: boolean
  /** Whose words it asks for: those of the person who asks, or those of the other side. null: it does not say. */
  asksOf: Side | null
  /** Terms that name someone or something: they have a capital letter within a sentence. */
  names: number[]
  /** Terms that only what follows the last question mark has. */
  after: number[]
}

/** Returns the query of a message. Without a word of its own it refers to the last exchange, whose names are sought instead.
 * @param before texts of the last exchange */
export function recallQuery(text: string, before: readonly string[]): RecallQuery {
  const isQuestion = isAsking(text.slice(-TAIL_CHARS)) || FOR_MORE.has(firstTerm(text) ?? '')
  const read = excerpted(text)
  const own = subjectTerms(read)
  const asksOf = isQuestion ? sideAsked(read) : null
  if (own.length > 0)
    return { terms: own, isQuestion, asksOf, names: namesAmong(own, read), after: afterQuestion(own, read) }
  const said = before.flatMap((one) => namesIn(excerpted(one)))
  const terms = isQuestion && REFERS.test(text) ? subjectTerms(said.join(' ')) : []
  return { terms, isQuestion, asksOf, names: [], after: [] }
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

function afterQuestion(terms: readonly QueryTerm[], text: string): number[] {
  const end = [...text.matchAll(MARK)].at(-1)?.index
  const asked = end === undefined ? [] : subjectTerms(text.slice(0, end))
  if (asked.length === 0) return []
  const spelled = new Set(asked.flatMap(({ spellings }) => spellings))
  return terms.flatMap(({ spellings }, at) => (spellings.some((one) => spelled.has(one)) ? [] : [at]))
}

/** First words of a request for what was said, without a question mark. */
const REQUESTS =
  'tell remind recall describe explain summarize summarise list show find give erzahl beschreib zeig nenn fass' // words: ok
const FOR_MORE = stemsOf(REQUESTS)

/** Returns the words in the form in which search compares them. Each is read by itself: a query has at most 24 terms. */
function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').flatMap((word) => queryTerms(word).flatMap(({ spellings }) => spellings)))
}

function firstTerm(text: string): string | undefined {
  return queryTerms(text.slice(0, 40))[0]?.spellings[0]
}

function namesIn(text: string): string[] {
  return [...text.matchAll(NAME)].map(([, name]) => name ?? '')
}

function namesAmong(terms: readonly QueryTerm[], text: string): number[] {
  const named = new Set(queryTerms(namesIn(text).join(' ')).flatMap(({ spellings }) => spellings))
  return terms.flatMap(({ spellings }, at) => (spellings.some((one) => named.has(one)) ? [at] : []))
}

/** A word with a capital letter that begins no sentence. */
const NAME = /(?<=[\p{Ll},;] )(\p{Lu}[\p{L}\p{N}_-]+)/gu
/** Not the mark of a URL. */
const MARK = /[?？؟](?![\w=])/g
/** A question of only these words still asks for something. */
const REFERS = /\p{L}{2,}.*\p{L}{2,}/u

function subjectTerms(text: string): QueryTerm[] {
  return queryTerms(text).filter(({ spellings, isCommon }) => !isCommon && !spellings.some((one) => ASKING.has(one)))
}

function excerpted(text: string): string {
  return text.length <= HEAD_CHARS + TAIL_CHARS ? text : `${text.slice(0, HEAD_CHARS)} ${text.slice(-TAIL_CHARS)}`
}
