import { queryTerms, type QueryTerm } from '../search/query.js'

/** Reads what a message of a person asks for. [M2] */

/** Characters of a message that are read: its beginning and its end, where the question mostly is. */
const HEAD_CHARS = 2_000
const TAIL_CHARS = 4_000
/** Words about asking and remembering, in the form in which search compares them. They say nothing about the subject. */
const ASKING = new Set(
  queryTerms(
    'tell talk talked told mention mentioned remember remind recall discuss discussed earlier before again know think ' +
      'please thanks thank ok okay yes great good nice sure hey hello hi well really just also like want need something anything much many long ' +
      'kind type thing',
  )
    .concat(
      queryTerms(
        'sag sagte gesagt erzahlt erwahnt erinnerst erinnere weißt bitte danke ja gut noch mal nochmal wieder schon',
      ),
    )
    .concat(queryTerms('recently currently specific specifically give help explain summary show list provide describe'))
    .flatMap(({ spellings }) => spellings),
)
const ASKS = /[?？؟]/

export interface RecallQuery {
  terms: QueryTerm[]
  /** Whether the message asks. What only tells needs a closer match to recall something. */
  isQuestion: boolean
}

/** Returns the query of a message. Without a word of its own it refers to the last exchange, whose names are sought instead.
 * @param before texts of the last exchange */
export function recallQuery(text: string, before: readonly string[]): RecallQuery {
  const isQuestion = ASKS.test(text.slice(-TAIL_CHARS))
  const own = subjectTerms(excerpted(text))
  if (own.length > 0) return { terms: own, isQuestion }
  const names = before.flatMap((one) => [...excerpted(one).matchAll(NAME)].map(([, name]) => name ?? ''))
  return { terms: isQuestion && REFERS.test(text) ? subjectTerms(names.join(' ')) : [], isQuestion }
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

/** Hits whose names make the second query, and its terms. */
const SEED_HITS = 3
const MAX_NAMES = 6

/** Returns the query of the names in the best hits that the first query does not have; null: there are none. [M2] */
export function secondQuery(
  query: RecallQuery,
  hits: readonly { best: { passage: { text: string } } }[],
): RecallQuery | null {
  const had = new Set(query.terms.flatMap(({ spellings }) => spellings))
  const names = hits
    .slice(0, SEED_HITS)
    .flatMap(({ best: { passage } }) => [...passage.text.matchAll(NAME)].map(([, name]) => name ?? ''))
  const terms = subjectTerms([...new Set(names)].join(' ')).filter(
    ({ spellings }) => !spellings.some((one) => had.has(one)),
  )
  return terms.length === 0 ? null : { ...query, terms: terms.slice(0, MAX_NAMES) }
}
