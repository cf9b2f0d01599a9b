import { passageWords, type Passage } from './passages.js'
import type { QueryTerm } from './query.js'
import type { Word } from './words.js'

/** Scores passages by BM25, with a bonus for those that have all of the query, close together, and for messages among
 * others that match. `npm run eval -- search` measures the constants. [R7] */

/** What is known about the searched collection. */
export interface Collection {
  passages: number
  /** Passages that have each term of the query. */
  frequencies: readonly number[]
}

/** An occurrence of a query term in a passage. */
export interface Occurrence {
  /** Index in the query. */
  term: number
  start: number
  end: number
  /** Position among the words. */
  word: number
}

export interface Ranked<P> {
  passage: P
  score: number
  occurrences: Occurrence[]
}

/** The usual constants of BM25: saturation of repeats, and influence of length. */
const SATURATION = 1.2
const LENGTH_INFLUENCE = 0.5
/** Words of a typical passage. */
const TYPICAL_WORDS = 80
/** Share of the score that depends on how much of the query a passage has. */
const COVERAGE_SHARE = 0.5
/** Bonus for query terms that follow each other as in the query, relative to their weight. */
const ADJACENT_BONUS = 0.25
/** Share of the score of the next and the second message that a message gains: a conversation stays with its subject. */
const NEIGHBOR_SHARES = [0.4, 0.2]
const MAX_OCCURRENCES = 400

/** Returns the weight of each query term: rare terms weigh more. */
export function termWeights({ passages, frequencies }: Collection): number[] {
  return frequencies.map((found) => {
    const frequency = Math.min(found, passages)
    return Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5))
  })
}

/** Returns the score of a passage and where it has the terms. A score of 0: it has none. */
export function rankPassage<P extends Passage>(
  passage: P,
  terms: readonly QueryTerm[],
  weights: readonly number[],
): Ranked<P> {
  const { occurrences, words } = occurrencesIn(passage, terms)
  const counts = terms.map(() => 0)
  for (const { term } of occurrences) counts[term]! += 1
  const length = SATURATION * (1 - LENGTH_INFLUENCE + (LENGTH_INFLUENCE * words) / TYPICAL_WORDS)
  let [score, had, all] = [0, 0, 0]
  for (const [term, count] of counts.entries()) {
    const weight = weights[term]!
    all += weight
    if (count === 0) continue
    had += weight
    score += (weight * count * (SATURATION + 1)) / (count + length)
  }
  for (const pair of adjacentPairs(occurrences)) score += ADJACENT_BONUS * (weights[pair]! + weights[pair + 1]!)
  const coverage = all === 0 ? 0 : had / all
  return { passage, score: score * (1 - COVERAGE_SHARE + COVERAGE_SHARE * coverage), occurrences }
}

/** Returns the scores of messages of one session, raised by those of the messages around them.
 * @param scores by number of the message */
export function withNeighbors(scores: ReadonlyMap<number, number>): Map<number, number> {
  return new Map(
    [...scores].map(([seq, score]) => [
      seq,
      NEIGHBOR_SHARES.reduce(
        (sum, share, at) => sum + share * ((scores.get(seq - at - 1) ?? 0) + (scores.get(seq + at + 1) ?? 0)),
        score,
      ),
    ]),
  )
}

/** Terms of a query by spelling. A start finds every term that begins with it. */
function occurrencesIn(passage: Passage, terms: readonly QueryTerm[]): { occurrences: Occurrence[]; words: number } {
  const all = [...passageWords(passage)]
  const bySpelling = termsBySpelling(terms, all)
  const starts = terms.flatMap(({ starts: all }, term) => all.map((start) => [start, term] as const))
  const occurrences: Occurrence[] = []
  let word = 0
  for (const { start, end, terms: own, others } of all) {
    word += 1
    if (occurrences.length >= MAX_OCCURRENCES) continue
    const note = (one: string) => {
      for (const term of bySpelling.get(one) ?? []) add(occurrences, { term, start, end, word })
      for (const [first, at] of starts) if (one.startsWith(first)) add(occurrences, { term: at, start, end, word })
    }
    for (const one of own) note(one)
    for (const one of others) note(one)
  }
  return { occurrences, words: word }
}

/** Of the terms of a query, which rank many passages. */
const spellingsOf = new WeakMap<readonly QueryTerm[], ReadonlyMap<string, readonly number[]>>()

/** Returns the terms that each spelling finds, with the pairs of which the words have both. */
function termsBySpelling(terms: readonly QueryTerm[], words: readonly Word[]): ReadonlyMap<string, readonly number[]> {
  const known = spellingsOf.get(terms) ?? withSpellings(new Map(), terms, ({ spellings }) => spellings)
  spellingsOf.set(terms, known)
  if (terms.every(({ pairs }) => pairs.length === 0)) return known
  const had = new Set(words.flatMap(({ terms: own, others }) => [...own, ...others]))
  return withSpellings(known, terms, ({ pairs }) => pairs.filter((pair) => pair.every((one) => had.has(one))).flat())
}

function withSpellings(
  known: ReadonlyMap<string, readonly number[]>,
  terms: readonly QueryTerm[],
  spellings: (term: QueryTerm) => readonly string[],
): Map<string, readonly number[]> {
  const found = new Map(known)
  for (const [at, term] of terms.entries())
    for (const one of spellings(term)) found.set(one, [...(found.get(one) ?? []), at])
  return found
}

/** Adds an occurrence, once for each term and word. */
function add(occurrences: Occurrence[], found: Occurrence): void {
  for (let at = occurrences.length - 1; occurrences[at]?.word === found.word; at--)
    if (occurrences[at]!.term === found.term) return
  occurrences.push(found)
}

/** Returns each term that is followed by the next term of the query somewhere, once. */
function adjacentPairs(occurrences: readonly Occurrence[]): Set<number> {
  const pairs = new Set<number>()
  for (const [at, { term, word }] of occurrences.entries())
    for (let next = at + 1; next < occurrences.length && occurrences[next]!.word <= word + 1; next++)
      if (occurrences[next]!.term === term + 1) pairs.add(term)
  return pairs
}
