import { invalidRequest } from '../../domain/errors.js'
import { excerptOf, type Excerpt } from '../../domain/search/excerpt.js'
import type { Ranked } from '../../domain/search/rank.js'
import type { FoundPassage, HitPlace, Ports } from '../../ports/ports.js'
import { readSession } from '../shared/read-session.js'
import { rankedPassages, requireTerms } from './ranked-passages.js'

export interface SearchInput {
  /** null: the app of the session, for an admin. */
  appId: string | null
  /** App to search if neither `appId` nor a session names one. */
  home: string
  /** null: all sessions of the app. */
  sessionId: string | null
  query: string
  limit: number
  /** Maximum base tokens of all excerpts together; null: no limit. */
  maxTokens: number | null
  /** Id of the last hit already seen. */
  after: string | null
}

export interface Hit extends HitPlace {
  /** Id of the hit in this search, to continue after. */
  id: string
  sessionId: string
  seq: number
  part: number
  score: number
  excerpt: Excerpt
  /** Base tokens of the excerpt. */
  tokens: number
}

export interface SearchResult {
  hits: Hit[]
  nextAfter: string | null
  /** Newest messages that are not in the index yet, and how many of them this search read. */
  unindexed: { waiting: number; read: number }
}

/** Characters of one excerpt. */
const EXCERPT_CHARS = 400
const MIN_EXCERPT_CHARS = 20

/** Searches what an app stored, whether or not it is still in a context. Best hits first, at most one for each message.
 * Throws session_not_found, and invalid_request for a query without words or an unknown `after`. [R7] */
export async function searchMessages(
  ports: Pick<Ports, 'store' | 'tokenizer'>,
  { sessionId, query, limit, maxTokens, after, ...caller }: SearchInput,
): Promise<SearchResult> {
  const terms = requireTerms(query)
  const session = sessionId === null ? null : await readSession(ports, { sessionId, appId: caller.appId })
  const appId = session?.appId ?? caller.appId ?? caller.home
  const scope = { appId, sessionId }
  const { ranked, weights, waiting, read } = await rankedPassages(ports, scope, terms)
  const rest = after === null ? ranked : ranked.slice(positionAfter(ranked, after))
  const page = rest.slice(0, limit)
  const places = await ports.store.placesOf(
    appId,
    page.map(({ passage }) => passage),
  )
  const hits: Hit[] = []
  let free = maxTokens ?? Infinity
  for (const [at, one] of page.entries()) {
    const place = places[at]
    // A session deleted since the passages were read.
    if (!place) continue
    let excerpt = excerptOf(one, weights, EXCERPT_CHARS)
    let tokens = ports.tokenizer.count(excerpt.text)
    // The first one is cut rather than left out.
    while (tokens > free && hits.length === 0 && excerpt.text.length > MIN_EXCERPT_CHARS) {
      excerpt = excerptOf(one, weights, Math.floor(excerpt.text.length * 0.7))
      tokens = ports.tokenizer.count(excerpt.text)
    }
    if (tokens > free) break
    free -= tokens
    const { seq, part } = one.passage
    hits.push({
      id: idOf(one),
      sessionId: one.passage.sessionId,
      seq,
      part,
      score: one.score,
      excerpt,
      tokens,
      ...place,
    })
  }
  const last = hits.at(-1)
  const isLast = !last || rest.length === 0 || idOf(rest.at(-1)!) === last.id
  return { hits, nextAfter: isLast ? null : last.id, unindexed: { waiting, read } }
}

function idOf({ passage }: Ranked<FoundPassage>): string {
  return `${passage.sessionId}-${passage.seq}`
}

function positionAfter(ranked: readonly Ranked<FoundPassage>[], after: string): number {
  const found = ranked.findIndex((one) => idOf(one) === after)
  if (found >= 0) return found + 1
  const expected = 'the id of a hit of the same search'
  throw invalidRequest('after', expected, after.slice(0, 80), 'No such hit in this search.')
}
