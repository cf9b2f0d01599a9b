import { isAboveFloor, NEAR_BEST } from './floor.js'
import { quotedSpan } from './excerpt.js'
import type { RecallQuery } from './query.js'
import type { RecallPassage, RecallUnit } from './units.js'

/** Chooses what to quote, best first. [M2] [M3] */

export interface Chosen<P> {
  passage: P
  /** The words to quote, in the text of the passage. */
  from: number
  to: number
  /** Share of the weight of the question that is found there. */
  coverage: number
  /** Message beside it that belongs to it: the answer to its question, or the question that it answers; null: none. */
  beside: number | null
}

const MAX_CHOSEN = 40
/** Of the score of a hit of the second query. */
const SECOND_SHARE = 0.5
/** A message this short is understood only with the one before it. */
const SHORT_CHARS = 60
const ASKS = /[?？؟]\s*$/

/** Units of one query, best first, and the weights of its terms. */
interface Hits<P extends RecallPassage> {
  units: readonly RecallUnit<P>[]
  weights: readonly number[]
}

export function chosenQuotes<P extends RecallPassage>(
  query: Pick<RecallQuery, 'isQuestion'>,
  { units: first, weights: firstWeights }: Hits<P>,
  { units: second, weights: secondWeights }: Hits<P>,
): Chosen<P>[] {
  const [best] = first
  if (!best || !isAboveFloor(best.coverage, query)) return []
  const near = first.filter(({ score }) => score >= NEAR_BEST * best.score)
  const merged = new Map<string, { unit: RecallUnit<P>; score: number; weights: readonly number[] }>()
  for (const unit of near) merged.set(keyOf(unit), { unit, score: unit.score / best.score, weights: firstWeights })
  const top = second[0]?.score ?? 1
  for (const unit of second) {
    const score = (SECOND_SHARE * unit.score) / top
    const known = merged.get(keyOf(unit))
    if (known) known.score += score / 2
    else if (score >= NEAR_BEST) merged.set(keyOf(unit), { unit, score, weights: secondWeights })
  }
  return [...merged.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_CHOSEN)
    .map(({ unit, weights: own }) => {
      const { passage, occurrences } = unit.best
      const matches = occurrences.map(({ start, term }) => ({ start, weight: own[term] ?? 0 }))
      const span = quotedSpan(passage.text, matches)
      return { passage, ...span, coverage: unit.coverage, beside: besideOf(passage) }
    })
}

function besideOf({ seq, text, start }: RecallPassage): number | null {
  if (start > 0) return null
  if (ASKS.test(text)) return seq + 1
  return text.length <= SHORT_CHARS && seq > 1 ? seq - 1 : null
}

function keyOf<P extends RecallPassage>({ best: { passage } }: RecallUnit<P>): string {
  return `${passage.sessionId} ${passage.seq}`
}
