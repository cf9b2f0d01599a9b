import type { QueryTerm } from '../../domain/search/query.js'
import type { Statement } from '../database.js'
import { newestRuns, quoted, sessionLexeme, termCondition, type Runs } from './lexemes.js'

/** Plans the lookups of one search: what to look for in the index, and how many of the newest passages to take. Each page
 * of the table that a lookup reads costs as much as thousands of index entries, so terms are joined in the index. */

export interface Scope {
  app: number
  /** Numbers of the sessions; null: all of the app. */
  sessions: string[] | null
  /** Passages in the scope. */
  passages: number
  /** Passages of the app that ever entered the index. */
  made: number
}

export interface Lookup {
  /** Indexes in the query. A passage must have all of them. */
  terms: number[]
  limit: number
  /** Where it looks: of what is frequent, the newest passages are enough. null: everywhere. */
  runs: Runs | null
  /** Whether it returns the newest, for which it reads the place of every passage that matches; else any of them. */
  isOrdered: boolean
}

const ALL_LIMIT = 80
const PAIR_LIMIT = 40
const SINGLE_LIMIT = 64
/** Terms that are looked up in pairs, and alone at first and if that finds too little; the rarest first. */
const PAIRED_TERMS = 4
const FIRST_SINGLES = 2
const SINGLE_TERMS = 8
const FREQUENT_SINGLES = 4
/** Share of the app's passages above which a term is looked up only together with others, and not at all if there are
 * two others. */
const FREQUENT_SHARE = 0.02
const UBIQUITOUS_SHARE = 0.1
/** Assumed share of a term that is not among the frequent ones of ANALYZE: half of what the rarest of these have. */
const RARE_SHARE = 0.0004
/** Expected passages for each one taken, above which a lookup reads only the newest runs, and passages expected there. */
const MANY = 2
const SLACK = 1.5
/** Passages of a session that are all read if they have any term. */
const WHOLE_SESSION = 480
/** Passages from which a session is long: enough of them have several terms. */
const LONG_SESSION = 2_000
const SESSION_LIMITS = { all: 100, pair: 100, single: 400, read: 400, terms: 24, paired: 5 }
const LONG_SESSION_LIMITS = { ...SESSION_LIMITS, pair: 60, single: 200, read: 240 }

function sessionLimits({ passages }: Pick<Scope, 'passages'>): typeof SESSION_LIMITS {
  return passages >= LONG_SESSION ? LONG_SESSION_LIMITS : SESSION_LIMITS
}

/** Candidates whose text is read. */
const READ_LIMIT = 64

/** Returns how many candidates are read. More are read of a session, where few passages have several terms. */
export function readLimit(scope: Scope): number {
  return scope.sessions === null ? READ_LIMIT : sessionLimits(scope).read
}

/** Returns the lookups to make at once, and those to make if these find too little.
 * @param shares of the passages of the app that have each term; 0: rare */
export function lookupsOf(scope: Scope, terms: readonly QueryTerm[], shares: readonly number[]): Lookup[][] {
  const byRarity = terms
    .map((_, term) => term)
    // Nothing is known about rare terms. Longer ones are rarer.
    .sort((a, b) => shares[a]! - shares[b]! || terms[b]!.spellings[0]!.length - terms[a]!.spellings[0]!.length)
  if (scope.sessions !== null) return [inSession(scope, byRarity)]
  const specific = byRarity.filter((term) => shares[term]! <= UBIQUITOUS_SHARE)
  const joined = specific.length < 2 ? byRarity : specific
  const rare = byRarity.filter((term) => shares[term]! <= FREQUENT_SHARE)
  const lookup = (wanted: number[], limit: number): Lookup => {
    const share = wanted.reduce((product, term) => product * (shares[term]! || RARE_SHARE), 1)
    const isFrequent = share * scope.passages > MANY * limit
    const runs = isFrequent ? newestRuns(scope.app, scope.made, (SLACK * limit) / share) : null
    return { terms: wanted, limit, runs, isOrdered: true }
  }
  const alone = rare.slice(0, SINGLE_TERMS).map((term) => lookup([term], SINGLE_LIMIT))
  const frequent = byRarity.filter((term) => !rare.includes(term)).slice(0, FREQUENT_SINGLES)
  const inPairs = (some: readonly number[]) => pairsOf(some).map((pair) => lookup(pair, PAIR_LIMIT))
  const first = [
    ...(joined.length > 2 ? [lookup(joined, ALL_LIMIT)] : []),
    ...inPairs(joined.slice(0, PAIRED_TERMS)),
    ...alone.slice(0, FIRST_SINGLES),
  ]
  return [
    first,
    [...alone.slice(FIRST_SINGLES), ...inPairs(joined.slice(PAIRED_TERMS, 2 * PAIRED_TERMS))],
    frequent.map((term) => lookup([term], SINGLE_LIMIT)),
  ]
}

/** In a session every lookup is cheap. */
function inSession(scope: Scope, byRarity: readonly number[]): Lookup[] {
  const { all, pair, single, terms, paired } = sessionLimits(scope)
  const lookup = (wanted: number[], limit: number): Lookup => ({ terms: wanted, limit, runs: null, isOrdered: true })
  const isWhole = scope.passages <= WHOLE_SESSION
  const alone = byRarity.slice(0, terms).map((term) => lookup([term], isWhole ? WHOLE_SESSION : single))
  if (isWhole) return alone
  return [
    ...(byRarity.length > 2 ? [lookup([...byRarity], all)] : []),
    ...pairsOf(byRarity.slice(0, paired)).map((both) => lookup(both, pair)),
    ...alone,
  ]
}

function pairsOf(terms: readonly number[]): number[][] {
  return terms.flatMap((one, at) => terms.slice(at + 1).map((other) => [one, other]))
}

/** Returns the statement of all lookups: one row each, with its position and the numbers of its passages. */
export function lookupStatement(
  { app, sessions }: Scope,
  terms: readonly QueryTerm[],
  lookups: readonly Lookup[],
): Statement {
  const inScope =
    sessions === null ? [] : [`(${sessions.map((n) => quoted(sessionLexeme(app, Number(n)))).join(' | ')})`]
  const conditions = terms.map((term) => termCondition(app, term))
  const queries = lookups.map(({ terms: wanted, runs }) =>
    [
      ...inScope,
      ...(runs === null ? [] : [`(${runs.lexemes.map(quoted).join(' | ')})`]),
      ...wanted.map((term) => conditions[term]!),
    ].join(' & '),
  )
  const values = [queries, lookups.map(({ limit }) => limit), lookups.map(({ isOrdered }) => isOrdered)]
  return { ...LOOK_UP, values }
}

/** The sum keeps the planner from reading the table from its end until it has enough, which is slow for rare terms. */
const LOOK_UP = {
  name: 'look-up-passages',
  text: `
    SELECT l.at::integer - 1 AS at, CASE WHEN l.ordered
      THEN ARRAY(SELECT id FROM search_passages WHERE lexemes @@ l.query::tsquery ORDER BY id + 0 DESC LIMIT l.wanted)
      ELSE ARRAY(SELECT id FROM search_passages WHERE lexemes @@ l.query::tsquery LIMIT l.wanted) END AS ids
    FROM unnest($1::text[], $2::integer[], $3::boolean[]) WITH ORDINALITY AS l (query, wanted, ordered, at)`,
}
