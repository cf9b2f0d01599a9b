import type { QueryTerm } from '../../domain/search/query.js'
import type { Statement } from '../database.js'
import { quoted, sessionLexeme, termCondition } from './lexemes.js'

/** Plans the lookups of one search: what to look for in the index, and how many of the newest passages to take. */

export interface Scope {
  app: number
  /** Number of the session; null: all of the app. */
  session: string | null
  /** Passages in the scope. */
  passages: number
  /** Highest passage number in the index. */
  newestId: number
}

export interface Lookup {
  /** Indexes in the query. A passage must have all of them. */
  terms: number[]
  limit: number
  /** Number above which it looks: of what occurs everywhere, the newest passages are enough. 0: everywhere. */
  afterId: number
}

export const SINGLE_LIMIT = 200
const ALL_LIMIT = 100
const PAIR_LIMIT = 60
/** Terms that are looked up in pairs and alone, the rarest first. */
const PAIRED_TERMS = 5
const SINGLE_TERMS = 8
/** In a session, where every lookup is cheap, all terms are looked up. */
const SESSION_SINGLE_TERMS = 24
/** Share of all passages above which a term is looked up only together with others. */
const FREQUENT_SHARE = 0.02
/** Expected passages above which a lookup is narrowed to the newest, and passages expected there for each one taken. */
const MANY_PASSAGES = 1_000
const SLACK = 3
/** Passages from anywhere that a narrowed lookup adds, in case the newest have none. */
const ELSEWHERE_LIMIT = 20

/** @param shares of all passages that have each term; 0: rare
 * @param total passages in the index, of all apps */
export function lookupsOf(
  scope: Scope,
  terms: readonly QueryTerm[],
  shares: readonly number[],
  total: number,
): Lookup[] {
  const byRarity = terms
    .map((_, term) => term)
    // Nothing is known about rare terms. Longer ones are rarer.
    .sort((a, b) => shares[a]! - shares[b]! || terms[b]!.spellings[0]!.length - terms[a]!.spellings[0]!.length)
  const rare = byRarity.filter((term) => shares[term]! <= FREQUENT_SHARE)
  const paired = byRarity.slice(0, PAIRED_TERMS)
  const pairs = paired.flatMap((one, at) => paired.slice(at + 1).map((other) => [one, other]))
  const alone = scope.session === null ? SINGLE_TERMS : SESSION_SINGLE_TERMS
  const singles = rare.length > 0 ? rare.slice(0, alone) : byRarity.slice(0, 1)
  const lookup = (wanted: number[], limit: number): Lookup => {
    const share = wanted.reduce((product, term) => product * shares[term]!, 1)
    const isNarrowed = share * total > MANY_PASSAGES
    const afterId = isNarrowed ? Math.max(0, Math.floor(scope.newestId - (SLACK * limit) / share)) : 0
    return { terms: wanted, limit, afterId }
  }
  return [
    ...(terms.length > 2 ? [lookup(byRarity, ALL_LIMIT)] : []),
    ...pairs.map((pair) => lookup(pair, PAIR_LIMIT)),
    ...singles.map((term) => lookup([term], SINGLE_LIMIT)),
  ]
}

/** Returns the statement of all lookups: one row each, with its position and the numbers of its passages. */
export function lookupStatement(
  { app, session }: Scope,
  terms: readonly QueryTerm[],
  lookups: readonly Lookup[],
): Statement {
  const inSession = session === null ? [] : [quoted(sessionLexeme(app, Number(session)))]
  const conditions = terms.map((term) => termCondition(app, term))
  const values: unknown[] = []
  const parts = lookups.map(({ terms: wanted, limit, afterId }, at) => {
    values.push([...inSession, ...wanted.map((term) => conditions[term]!)].join(' & '))
    const found = `SELECT id FROM search_passages WHERE lexemes @@ $${values.length}::tsquery`
    const newest = `${found}${afterId > 0 ? ` AND id > ${afterId}` : ''} ORDER BY id DESC LIMIT ${limit}`
    const ids = afterId > 0 ? `(${newest}) UNION (${found} LIMIT ${ELSEWHERE_LIMIT})` : newest
    return `SELECT ${at} AS at, ARRAY(${ids}) AS ids`
  })
  return { text: parts.join(' UNION ALL '), values }
}
