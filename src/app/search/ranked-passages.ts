import { invalidRequest } from '../../domain/errors.js'
import { queryTerms, type QueryTerm } from '../../domain/search/query.js'
import { withNeighbors, type Ranked } from '../../domain/search/rank.js'
import type { FoundPassage, Ports, SearchScope } from '../../ports/ports.js'
import { foundPassages, type FoundPassages } from './found-passages.js'

/** A ranked answer before it is cut to what the caller can use. */
export interface RankedPassages {
  /** Best first; the best passage of each message only. */
  ranked: Ranked<FoundPassage>[]
  /** Weights of the query terms. */
  weights: number[]
  waiting: FoundPassages['waiting']
  read: FoundPassages['read']
}

/** Returns the terms of a query. Throws invalid_request if it has no letter or digit. */
export function requireTerms(query: string): QueryTerm[] {
  const terms = queryTerms(query)
  if (terms.length > 0) return terms
  const received = JSON.stringify(query.slice(0, 80))
  throw invalidRequest('q', 'a text with at least one letter or digit', received, 'There is nothing to search for.')
}

/** Ranks the passages that have any of the terms. [R7] */
export async function rankedPassages(
  ports: Pick<Ports, 'store'>,
  scope: SearchScope,
  terms: readonly QueryTerm[],
): Promise<RankedPassages> {
  const { ranked, weights, waiting, read } = await foundPassages(ports, { scope, terms })
  return { ranked: bestOfMessages(ranked), weights, waiting, read }
}

type Best = Map<string, Map<number, Ranked<FoundPassage>>>

/** Returns the best passage of each message, best first. */
function bestOfMessages(found: readonly Ranked<FoundPassage>[]): Ranked<FoundPassage>[] {
  const best: Best = new Map()
  for (const ranked of found) {
    const { passage, score } = ranked
    const inSession = best.get(passage.sessionId) ?? new Map<number, Ranked<FoundPassage>>()
    if (score > (inSession.get(passage.seq)?.score ?? 0)) inSession.set(passage.seq, ranked)
    best.set(passage.sessionId, inSession)
  }
  return [...best.values()].flatMap(scored).sort(
    // Newer messages first among equals. Session ids sort by creation.
    (a, b) => b.score - a.score || newerFirst(a.passage, b.passage),
  )
}

function scored(inSession: Map<number, Ranked<FoundPassage>>): Ranked<FoundPassage>[] {
  const scores = withNeighbors(new Map([...inSession].map(([seq, { score }]) => [seq, score])))
  return [...inSession].map(([seq, ranked]) => ({ ...ranked, score: scores.get(seq) ?? ranked.score }))
}

function newerFirst(a: FoundPassage, b: FoundPassage): number {
  if (a.sessionId === b.sessionId) return b.seq - a.seq
  return a.sessionId < b.sessionId ? 1 : -1
}
