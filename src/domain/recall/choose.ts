import { isAboveFloor, NEAR_BEST } from './floor.js'
import type { Match } from './excerpt.js'
import type { RecallQuery } from './query.js'
import type { RecallPassage, RecallUnit } from './units.js'

/** Chooses what to quote, best first. A second search for the names in the best hits was tried: it lost 1.3 points, because its hits
 * take the tokens of better ones. [M2] [M3] */

export interface Chosen<P> {
  passage: P
  /** Orders what is chosen. */
  score: number
  /** Places of the words of the question in the text of the passage, ascending. */
  matches: Match[]
  /** Share of the weight of the question that is found there. */
  coverage: number
  /** The message after it, which answers its question; null: it asks none. */
  beside: number | null
}

const MAX_CHOSEN = 40
/** The answer is in several messages if the hit at this place, from 0, has at least this share of the score of the best. */
const SPREAD = { place: 3, share: 0.62 }
/** Ends with a question, or with a question and a few more words: “Which one? Please be brief.” */
const ASKS = /[?？؟](?![\w=])[^?？؟\n]{0,80}$/

/** Whether many messages answer about as well as the best one. */
export function isSpread(units: readonly RecallUnit<RecallPassage>[]): boolean {
  const other = units[SPREAD.place]
  return other !== undefined && other.score >= SPREAD.share * units[0]!.score
}

/** @param weights of the terms of the query
 * @param isKnown whether the searched messages have a term */
export function chosenQuotes<P extends RecallPassage>(
  query: Pick<RecallQuery, 'isQuestion' | 'names'>,
  units: readonly RecallUnit<P>[],
  weights: readonly number[],
  isKnown: (term: number) => boolean,
): Chosen<P>[] {
  const [best] = units
  if (!best || !isAboveFloor(best, query, isKnown)) return []
  const near = units.filter(({ score }) => score >= NEAR_BEST * best.score)
  return near.slice(0, MAX_CHOSEN).map(({ best: { passage, occurrences }, coverage, score }) => {
    const matches = occurrences.map(({ start, term }) => ({ start, weight: weights[term]! }))
    const beside = passage.start === 0 && ASKS.test(passage.text.trimEnd()) ? passage.seq + 1 : null
    return { passage, score, matches, coverage, beside }
  })
}
