import { isAboveFloor, leastScore } from './floor.js'
import type { Match } from './excerpt.js'
import type { RecallQuery } from './query.js'
import type { RecallPassage, RecallUnit } from './units.js'

/** Chooses what to quote, best first. A second search for the names in the best hits was tried: it lost 1.3 points, because its hits
 * take the tokens of better ones. Quoting less from around what is quoted already gained 0.4 points on one half of LoCoMo, and lost 1.5 on the
 * other. [M2] [M3] */

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
/** Ends with a question, or with a question and a few more words: “Which one? Please be brief.” */
const ASKS = /[?？؟](?![\w=])[^?？؟\n]{0,80}$/

/** What a search found, and what the context shows of it. */
export interface FoundUnits<P> {
  /** Best first. */
  units: readonly RecallUnit<P>[]
  /** Of the terms of the query. */
  weights: readonly number[]
  /** Whether the searched messages have a term. */
  isKnown: (term: number) => boolean
  /** Whether the context shows a passage verbatim. */
  isShown: (passage: P) => boolean
  /** Whether a block of an earlier question shows words of its message. It may leave for the new one, so these are chosen, too. */
  isRecalled: (passage: P) => boolean
}

export function chosenQuotes<P extends RecallPassage>(
  query: Pick<RecallQuery, 'isQuestion' | 'names'>,
  { units, weights, isKnown, isShown, isRecalled }: FoundUnits<P>,
): Chosen<P>[] {
  const inContext = ({ best: { passage } }: RecallUnit<P>) => isShown(passage) || isRecalled(passage)
  let closest: RecallUnit<P> | null = null
  let shownMatch = 0
  for (const unit of units) {
    if (inContext(unit)) shownMatch = Math.max(shownMatch, unit.match)
    else if (!closest || unit.match > closest.match) closest = unit
  }
  if (!closest || !isAboveFloor(closest, shownMatch, query, isKnown)) return []
  const least = leastScore(units[0]!.score, query)
  const near = units.filter(({ score, best: { passage } }) => score >= least && !isShown(passage))
  return near.slice(0, MAX_CHOSEN).map(({ best: { passage, occurrences }, coverage, score }) => {
    const matches = occurrences.map(({ start, term }) => ({ start, term, weight: weights[term]! }))
    const beside = passage.start === 0 && ASKS.test(passage.text.trimEnd()) ? passage.seq + 1 : null
    return { passage, score, matches, coverage, beside }
  })
}
