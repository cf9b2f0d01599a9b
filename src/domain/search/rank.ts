import { eachPassageWord, type Passage } from './passages.js'
import type { QueryTerm } from './query.js'
import type { Terms } from './words.js'

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

function occurrencesIn(passage: Passage, terms: readonly QueryTerm[]): { occurrences: Occurrence[]; words: number } {
  const { matches, wanted } = matcherOf(terms, passage)
  const occurrences: Occurrence[] = []
  let words = 0
  const take = (found: Terms, start: number, end: number) => {
    words += 1
    if (occurrences.length < MAX_OCCURRENCES)
      for (const term of matches(found)) occurrences.push({ term, start, end, word: words })
  }
  eachPassageWord(passage, take, wanted)
  return { occurrences, words }
}

interface Matcher {
  /** Returns the terms of a query that a word has, each once. */
  matches: (word: Terms) => readonly number[]
  /** Finds the words that may have one. */
  wanted: RegExp
}

/** Of the terms of a query, which rank many passages. */
const matchers = new WeakMap<readonly QueryTerm[], Matcher>()

function matcherOf(terms: readonly QueryTerm[], passage: Passage): Matcher {
  if (terms.some(({ pairs }) => pairs.length > 0)) return newMatcher(terms, pairsIn(terms, passage))
  const known = matchers.get(terms) ?? newMatcher(terms, [])
  matchers.set(terms, known)
  return known
}

/** Returns the words of the pairs of which a passage has both, of each term. */
function pairsIn(terms: readonly QueryTerm[], passage: Passage): string[][] {
  const had = new Set<string>()
  eachPassageWord(passage, ({ terms: own, others }) => {
    for (const one of own) had.add(one)
    for (const one of others) had.add(one)
  })
  return terms.map(({ pairs }) => pairs.filter((pair) => pair.every((one) => had.has(one))).flat())
}

/** The same words repeat, so each is compared once. */
function newMatcher(terms: readonly QueryTerm[], pairs: readonly (readonly string[])[]): Matcher {
  const bySpelling = new Map<string, number[]>()
  for (const [at, { spellings }] of terms.entries())
    for (const one of [...spellings, ...(pairs[at] ?? [])]) bySpelling.set(one, [...(bySpelling.get(one) ?? []), at])
  const starts = terms.flatMap(({ starts: all }, term) => all.map((start) => [start, term] as const))
  const known = new WeakMap<Terms, readonly number[]>()
  const matches = ({ terms: own, others }: Terms): readonly number[] => {
    const found = [...own, ...others].flatMap((one) => [
      ...(bySpelling.get(one) ?? []),
      ...starts.flatMap(([start, term]) => (one.startsWith(start) ? [term] : [])),
    ])
    return found.length === 0 ? NONE : [...new Set(found)]
  }
  return {
    matches: (word) => {
      const before = known.get(word)
      if (before) return before
      const found = matches(word)
      known.set(word, found)
      return found
    },
    wanted: startingWith([...bySpelling.keys(), ...starts.map(([start]) => start)]),
  }
}

/** Letters with which a word of ASCII characters, or a piece of it, begins as its terms do: no ending that is cut leaves less. */
const START_CHARS = 3

function startingWith(terms: readonly string[]): RegExp {
  const starts = terms.map((term) => term.slice(0, START_CHARS).replace(/[^a-z0-9]/g, '\\$&'))
  const choices = [...new Set(starts)].join('|')
  return new RegExp(choices, 'i')
}

const NONE: readonly number[] = []

/** Returns each term that is followed by the next term of the query somewhere, once. */
function adjacentPairs(occurrences: readonly Occurrence[]): Set<number> {
  const pairs = new Set<number>()
  for (const [at, { term, word }] of occurrences.entries())
    for (let next = at + 1; next < occurrences.length && occurrences[next]!.word <= word + 1; next++)
      if (occurrences[next]!.term === term + 1) pairs.add(term)
  return pairs
}
