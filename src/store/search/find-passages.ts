import type { FoundPassage, SearchScope, SearchStore } from '../../app/ports/ports.js'
import type { QueryTerm } from '../../domain/search/query.js'
import { termWeights, type Collection } from '../../domain/search/rank.js'
import type { Database } from '../database.js'
import { frequentTerms, type FrequentTerms } from './frequent-terms.js'
import { appNumber, quoted, sessionLexeme, termCondition, termLexeme } from './lexemes.js'

/**
 * Finds candidates: passages with all terms, with two of the rare ones, and with each rare one. Each lookup returns its
 * newest passages only, so a query that matches everything costs no more than another.
 */

const ALL_LIMIT = 200
const PAIR_LIMIT = 100
const SINGLE_LIMIT = 300
/** Rare terms that are looked up in pairs and alone. */
const PAIRED_TERMS = 5
const SINGLE_TERMS = 10
/** In a session, where every lookup is cheap, all terms are looked up. */
const SESSION_SINGLE_TERMS = 24
/** Candidates whose text is read. */
const READ_LIMIT = 160
const SESSION_READ_LIMIT = 240
/** Assumed frequency of a rare term that was not looked up alone. */
const RARE_FREQUENCY = 100
/** Share of all passages above which a term is looked up only together with others. */
const FREQUENT_SHARE = 0.02

interface Lookup {
  /** Indexes in the query. */
  terms: number[]
  limit: number
}

interface Scoped extends Collection {
  app: number
  /** Number of the session; null: all of the app. */
  session: string | null
}

export function passageFinder(db: Database): Pick<SearchStore, 'findPassages'> {
  const frequent = frequentTerms(db)
  return {
    findPassages: async (scope, terms) => {
      const [known, scoped] = await Promise.all([frequent(), readScope(db, scope)])
      const nothing = { passages: [], collection: { passages: 0, frequencies: terms.map(() => 0) } }
      if (scoped === null || terms.length === 0) return nothing
      const estimates = terms.map((term) => estimateOf(term, scoped, known))
      const isFrequent = estimates.map((found) => found > FREQUENT_SHARE * Math.max(scoped.passages, 1_000))
      const lookups = lookupsOf(scoped, terms, isFrequent, estimates)
      const found = await lookUp(db, scoped, terms, lookups)
      const frequencies = terms.map((_, term) => frequencyOf(term, lookups, found, estimates[term]!))
      const collection = { passages: scoped.passages, frequencies }
      const limit = scoped.session === null ? READ_LIMIT : SESSION_READ_LIMIT
      const ids = bestOf(lookups, found, termWeights(collection)).slice(0, limit)
      return { passages: await readPassages(db, scope.appId, ids), collection }
    },
  }
}

async function readScope(
  db: Database,
  { appId, sessionId }: SearchScope,
): Promise<(Omit<Scoped, 'frequencies'> & { passages: number }) | null> {
  const app = await appNumber(db, appId, false)
  if (app === 0) return null
  const text =
    sessionId === null
      ? 'SELECT NULL AS n, passages FROM search_apps WHERE app_id = $1'
      : 'SELECT n, passages FROM search_sessions WHERE app_id = $1 AND session_id = $2'
  const values = sessionId === null ? [appId] : [appId, sessionId]
  const [row] = await db.query<{ n: string | null; passages: string }>({ text, values })
  return row ? { app, session: row.n, passages: Number(row.passages) } : null
}

type InScope = Omit<Scoped, 'frequencies'>

/** Returns the passages of the scope that have the term, as ANALYZE suggests; 0 if it is rare or unknown. */
function estimateOf(term: QueryTerm, { app, session, passages }: InScope, known: FrequentTerms): number {
  const found = term.spellings.reduce((sum, one) => sum + (known.shares.get(termLexeme(app, one)) ?? 0), 0)
  // In a session every lookup is narrow: the session is a term of its own.
  return session === null ? Math.min(passages, found * known.passages) : 0
}

function lookupsOf(
  { session }: InScope,
  terms: readonly QueryTerm[],
  isFrequent: readonly boolean[],
  estimates: readonly number[],
): Lookup[] {
  const byRarity = terms
    .map((_, term) => term)
    // Nothing is known about rare terms. Longer ones are rarer.
    .sort((a, b) => estimates[a]! - estimates[b]! || terms[b]!.spellings[0]!.length - terms[a]!.spellings[0]!.length)
  const rare = byRarity.filter((term) => !isFrequent[term])
  const paired = byRarity.slice(0, PAIRED_TERMS)
  const pairs = paired.flatMap((one, at) => paired.slice(at + 1).map((other) => [one, other]))
  const singles =
    rare.length > 0 ? rare.slice(0, session === null ? SINGLE_TERMS : SESSION_SINGLE_TERMS) : byRarity.slice(0, 1)
  return [
    ...(terms.length > 2 ? [{ terms: byRarity, limit: ALL_LIMIT }] : []),
    ...pairs.map((pair) => ({ terms: pair, limit: PAIR_LIMIT })),
    ...singles.map((term) => ({ terms: [term], limit: SINGLE_LIMIT })),
  ]
}

/** Returns the passages of each lookup, newest first. */
async function lookUp(
  db: Database,
  { app, session }: InScope,
  terms: readonly QueryTerm[],
  lookups: readonly Lookup[],
): Promise<string[][]> {
  const inSession = session === null ? [] : [quoted(sessionLexeme(app, Number(session)))]
  const conditions = terms.map((term) => termCondition(app, term))
  const values = lookups.map((one) => [...inSession, ...one.terms.map((term) => conditions[term]!)].join(' & '))
  // Unnamed, so that the server plans it for these terms: from the newest passage on for frequent ones, else by index.
  const text = lookups
    .map(
      ({ limit }, at) =>
        `SELECT ${at} AS at, ARRAY(SELECT id FROM search_passages WHERE lexemes @@ $${at + 1}::tsquery ORDER BY id DESC LIMIT ${limit}) AS ids`,
    )
    .join(' UNION ALL ')
  const rows = await db.query<{ at: number; ids: string[] }>({ text, values })
  const found: string[][] = lookups.map(() => [])
  for (const { at, ids } of rows) found[at] = ids
  return found
}

/** Returns how many passages have a term: exact if its lookup found them all. */
function frequencyOf(term: number, lookups: readonly Lookup[], found: readonly string[][], estimate: number): number {
  const at = lookups.findIndex(({ terms }) => terms.length === 1 && terms[0] === term)
  const count = found[at]?.length
  if (count === undefined) return Math.max(estimate, RARE_FREQUENCY)
  return count < SINGLE_LIMIT ? count : Math.max(estimate, 2 * SINGLE_LIMIT)
}

/** Returns the candidates with the heaviest terms, as far as the lookups show them. */
function bestOf(lookups: readonly Lookup[], found: readonly string[][], weights: readonly number[]): string[] {
  const termsById = new Map<string, Set<number>>()
  for (const [at, ids] of found.entries())
    for (const id of ids) {
      const has = termsById.get(id) ?? new Set()
      for (const term of lookups[at]!.terms) has.add(term)
      termsById.set(id, has)
    }
  const weighed = [...termsById].map(([id, terms]) => ({
    id,
    weight: [...terms].reduce((sum, term) => sum + weights[term]!, 0),
  }))
  // Newer ones first among equals: higher numbers.
  weighed.sort((a, b) => b.weight - a.weight || Number(b.id) - Number(a.id))
  return weighed.map(({ id }) => id)
}

interface PassageRow {
  session_id: string
  seq: number
  part: number
  start: number
  is_json: boolean
  name: string | null
  body: string
}

async function readPassages(db: Database, appId: string, ids: readonly string[]): Promise<FoundPassage[]> {
  if (ids.length === 0) return []
  const text = `
    SELECT i.session_id, p.seq, p.part, p.start, p.is_json, p.name, p.body
    FROM search_passages p JOIN search_sessions i ON i.n = p.session_n WHERE p.id = ANY($1::bigint[]) AND i.app_id = $2`
  const rows = await db.query<PassageRow>({ name: 'read-passages', text, values: [ids, appId] })
  return rows.map((row) => ({
    sessionId: row.session_id,
    seq: row.seq,
    part: row.part,
    start: row.start,
    isJson: row.is_json,
    name: row.name === null ? null : (JSON.parse(row.name) as string),
    text: JSON.parse(row.body) as string,
  }))
}
