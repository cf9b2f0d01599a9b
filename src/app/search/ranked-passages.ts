import { invalidRequest } from '../../domain/errors.js'
import type { SeqRange } from '../../domain/message.js'
import { rangesInclude } from '../../domain/ranges.js'
import { queryTerms, type QueryTerm } from '../../domain/search/query.js'
import { rankPassage, termWeights, withNeighbors, type Ranked } from '../../domain/search/rank.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { FoundPassage, Ports, RecallSources, SearchScope } from '../../ports/ports.js'
import { passagesFrom, type IndexedPassage, type Passage } from '../../domain/search/passages.js'
import { compute } from '../../threads/compute.js'

/** A ranked answer before it is cut to what the caller can use. */
export interface RankedPassages {
  /** Best first; the best passage of each message only. */
  ranked: Ranked<FoundPassage>[]
  /** Weights of the query terms. */
  weights: number[]
  waiting: Unindexed['waiting']
  read: Unindexed['read']
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
  const { passages, weights, waiting, read } = await foundPassages(ports, scope, terms)
  return { ranked: await rank(passages, terms, weights), weights, waiting, read }
}

/** Returns the passages that have any of the terms, from the index and from messages that wait for it, and the weights of the
 * terms.
 * @param shared messages of the session that the index may have under another one: a fork has them there from the start */
export async function foundPassages(
  { store }: Pick<Ports, 'store'>,
  scope: SearchScope,
  terms: readonly QueryTerm[],
  shared: RecallSources['shared'] = [],
): Promise<Omit<RankedPassages, 'ranked'> & { passages: FoundPassage[] }> {
  const [indexed, { passages: rest, waiting, read }] = await Promise.all([
    store.findPassages(scope, terms),
    unindexedPassages({ store }, scope, shared),
  ])
  const added = terms.map(({ spellings, starts, pairs }) => {
    const has = (term: string) => spellings.includes(term) || starts.some((start) => term.startsWith(start))
    return rest.filter(
      (passage) => passage.terms.some(has) || pairs.some((pair) => pair.every((one) => passage.terms.includes(one))),
    ).length
  })
  const { passages, frequencies } = indexed.collection
  const weights = termWeights({
    passages: passages + rest.length,
    frequencies: frequencies.map((count, term) => count + added[term]!),
  })
  return { passages: [...indexed.passages, ...rest], weights, waiting, read }
}

/** Ranks passages one by one: hundreds of long ones take longer than other requests may wait. [T1] */
export async function rankAll<P extends Passage>(
  passages: readonly P[],
  terms: readonly QueryTerm[],
  weights: readonly number[],
): Promise<Ranked<P>[]> {
  const all: Ranked<P>[] = []
  for (const passage of passages) {
    await pauseWhenDue()
    all.push(rankPassage(passage, terms, weights))
  }
  return all
}

type Best = Map<string, Map<number, Ranked<FoundPassage>>>

async function rank(
  passages: readonly FoundPassage[],
  terms: readonly QueryTerm[],
  weights: readonly number[],
): Promise<Ranked<FoundPassage>[]> {
  const best: Best = new Map()
  for (const ranked of await rankAll(passages, terms, weights)) {
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

/** What one search reads at most of the messages that are not in the index yet, which is usually a second behind. [R7] */
const SESSIONS = 10
const MESSAGES = 200
const BYTES = 1_048_576
/** Passages of one part. */
const PASSAGES = 400

interface Unindexed {
  passages: (FoundPassage & Pick<IndexedPassage, 'terms'>)[]
  /** Messages that are not in the index. */
  waiting: number
  /** Those of them that were read, the newest of each session. */
  read: number
}

/** Returns the passages of messages that wait for the index, newest first, within bounds. */
async function unindexedPassages(
  { store }: Pick<Ports, 'store'>,
  scope: SearchScope,
  shared: RecallSources['shared'],
): Promise<Unindexed> {
  const [sessions, elsewhere] = await Promise.all([
    store.unindexed(scope, SESSIONS),
    indexedElsewhere({ store }, scope, shared),
  ])
  const found: Unindexed = { passages: [], waiting: 0, read: 0 }
  let bytes = BYTES
  for (const { sessionId, indexedSeq, lastSeq } of sessions) {
    found.waiting += lastSeq - indexedSeq
    const limit = MESSAGES - found.read
    if (limit <= 0 || bytes <= 0) continue
    const range = { from: Math.max(indexedSeq + 1, lastSeq - limit + 1), to: lastSeq }
    for (const message of await store.history(sessionId, { ...range, limit, maxBytes: bytes, longest: BYTES })) {
      bytes -= message.raw.length
      found.read += 1
      const { format, raw, seq } = message
      if (rangesInclude(elsewhere, seq)) continue
      for (const text of await compute('partTexts', raw.length, { format, raw, seq }))
        for (let from: number | null = 0, cut = 0; from !== null && cut < PASSAGES; cut++) {
          await pauseWhenDue()
          const { passages, next } = passagesFrom(text, from, 1)
          for (const passage of passages) found.passages.push({ ...passage, sessionId, seq })
          from = next
        }
    }
  }
  return found
}

/** Returns which of the shared messages the index has under the session that they come from. */
async function indexedElsewhere(
  { store }: Pick<Ports, 'store'>,
  { appId }: SearchScope,
  shared: RecallSources['shared'],
): Promise<SeqRange[]> {
  const ranges = shared.map(async ({ sessionId, seqs }) => {
    const [waiting] = await store.unindexed({ appId, sessionId }, 1)
    const last = waiting?.indexedSeq ?? Infinity
    return seqs.filter(({ from }) => from <= last).map(({ from, to }) => ({ from, to: Math.min(to, last) }))
  })
  return (await Promise.all(ranges)).flat()
}
