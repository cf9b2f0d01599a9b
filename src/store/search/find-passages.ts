import type { FoundPassage, SearchScope, SearchStore } from '../../app/ports/ports.js'
import type { QueryTerm } from '../../domain/search/query.js'
import { termWeights } from '../../domain/search/rank.js'
import type { Database } from '../database.js'
import { frequentTerms, shareOf } from './frequent-terms.js'
import { appNumber } from './lexemes.js'
import { lookupsOf, lookupStatement, SINGLE_LIMIT, type Lookup, type Scope } from './lookups.js'

/**
 * Finds candidates: passages with all terms, with two of the rare ones, and with each rare one. Each lookup returns its
 * newest passages only, so a query that matches everything costs no more than another.
 */

/** Candidates whose text is read. */
const READ_LIMIT = 80
const SESSION_READ_LIMIT = 240
/** Assumed frequency of a rare term that was not looked up alone. */
const RARE_FREQUENCY = 100

export function passageFinder(db: Database): Pick<SearchStore, 'findPassages'> {
  const frequent = frequentTerms(db)
  return {
    findPassages: async (at, terms) => {
      const [known, scope] = await Promise.all([frequent(), readScope(db, at)])
      const nothing = { passages: [], collection: { passages: 0, frequencies: terms.map(() => 0) } }
      if (scope === null || terms.length === 0) return nothing
      const shares = terms.map((term) => shareOf(term, scope, known))
      const lookups = lookupsOf(scope, terms, shares, known.passages)
      const found = await lookUp(db, scope, terms, lookups)
      const frequencies = terms.map((_, term) => frequencyOf(term, lookups, found, shares[term]! * known.passages))
      const collection = { passages: scope.passages, frequencies }
      const limit = scope.session === null ? READ_LIMIT : SESSION_READ_LIMIT
      const ids = bestOf(lookups, found, termWeights(collection)).slice(0, limit)
      return { passages: await readPassages(db, at.appId, ids), collection }
    },
  }
}

/** Returns what the lookups of a scope need. Null: nothing of it is in the index. */
async function readScope(db: Database, { appId, sessionId }: SearchScope): Promise<Scope | null> {
  const app = await appNumber(db, appId, false)
  if (app === 0) return null
  const newest = '(SELECT max(id) FROM search_passages) AS newest'
  const text =
    sessionId === null
      ? `SELECT NULL AS n, passages, ${newest} FROM search_apps WHERE app_id = $1`
      : `SELECT n, passages, ${newest} FROM search_sessions WHERE app_id = $1 AND session_id = $2`
  const values = sessionId === null ? [appId] : [appId, sessionId]
  const [row] = await db.query<{ n: string | null; passages: string; newest: string | null }>({ text, values })
  return row ? { app, session: row.n, passages: Number(row.passages), newestId: Number(row.newest ?? 0) } : null
}

/** Returns the passages of each lookup. */
async function lookUp(
  db: Database,
  scope: Scope,
  terms: readonly QueryTerm[],
  lookups: readonly Lookup[],
): Promise<string[][]> {
  // Unnamed, so that the server plans it for these terms.
  const rows = await db.query<{ at: number; ids: string[] }>(lookupStatement(scope, terms, lookups))
  const found: string[][] = lookups.map(() => [])
  for (const { at, ids } of rows) found[at] = ids
  return found
}

/** Returns how many passages have a term: exact if its lookup found them all. */
function frequencyOf(term: number, lookups: readonly Lookup[], found: readonly string[][], estimate: number): number {
  const at = lookups.findIndex(({ terms }) => terms.length === 1 && terms[0] === term)
  const lookup = lookups[at]
  if (lookup === undefined) return Math.max(estimate, RARE_FREQUENCY)
  const count = found[at]?.length ?? 0
  return count < SINGLE_LIMIT && lookup.afterId === 0 ? count : Math.max(estimate, 2 * SINGLE_LIMIT)
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
