import type { FoundPassage, SearchScope, SearchStore } from '../../ports/ports.js'
import type { QueryTerm } from '../../domain/search/query.js'
import { termWeights } from '../../domain/search/rank.js'
import type { Database } from '../database.js'
import { frequentTerms, shareOf } from './frequent-terms.js'
import { appNumber } from './lexemes.js'
import { lookupsOf, lookupStatement, readLimit, type Lookup, type Scope } from './lookups.js'

/**
 * Finds candidates: passages with all terms, with two of the rare ones, and with each rare one. Each lookup returns its
 * newest passages only, so a query that matches everything costs no more than another.
 */

/** Candidates with which no further lookups are made. */
const ENOUGH = 40
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
      const found = await lookUp(db, scope, terms, lookupsOf(scope, terms, shares))
      const frequencies = terms.map((_, term) => frequencyOf(term, found, shares[term]! * scope.passages))
      const collection = { passages: scope.passages, frequencies }
      const ids = bestOf(found, termWeights(collection)).slice(0, readLimit(scope))
      return { passages: await readPassages(db, at.appId, ids), collection }
    },
  }
}

/** Returns what the lookups of a scope need. Null: nothing of it is in the index. */
async function readScope(db: Database, { appId, sessionId, besides = [] }: SearchScope): Promise<Scope | null> {
  const app = await appNumber(db, appId, false)
  if (app === 0) return null
  const text =
    sessionId === null
      ? 'SELECT NULL AS n, passages, made FROM search_apps WHERE app_id = $1'
      : `SELECT array_agg(i.n) AS n, sum(i.passages) AS passages, max(a.made) AS made
         FROM search_sessions i JOIN search_apps a ON a.app_id = i.app_id
         WHERE i.app_id = $1 AND i.session_id = ANY($2::text[]) HAVING count(*) > 0`
  const values = sessionId === null ? [appId] : [appId, [sessionId, ...besides]]
  const [row] = await db.query<{ n: string[] | null; passages: string; made: string }>({ text, values })
  return row ? { app, sessions: row.n, passages: Number(row.passages), made: Number(row.made) } : null
}

interface Found {
  lookups: Lookup[]
  /** Passages of each lookup. */
  found: string[][]
}

/** Makes the lookups of each round until enough is found. */
async function lookUp(
  db: Database,
  scope: Scope,
  terms: readonly QueryTerm[],
  rounds: readonly Lookup[][],
): Promise<Found> {
  const done: Found = { lookups: [], found: [] }
  const add = async (lookups: readonly Lookup[]) => {
    if (lookups.length === 0) return
    const rows = await db.query<{ at: number; ids: string[] }>(lookupStatement(scope, terms, lookups))
    const first = done.lookups.length
    done.lookups.push(...lookups)
    for (const { at, ids } of rows) done.found[first + at] = ids
  }
  for (const lookups of rounds) if (new Set(done.found.flat()).size < ENOUGH) await add(lookups)
  // Frequent terms may be absent from the newest passages, or never together there.
  const weak = done.lookups.filter(({ runs, limit }, at) => runs !== null && done.found[at]!.length < limit / 4)
  await add(weak.map((lookup) => ({ ...lookup, runs: null, isOrdered: false })))
  return done
}

/** Returns how many passages have a term: exact if its lookup found them all, else as its lookup shows, at least. */
function frequencyOf(term: number, { lookups, found }: Found, estimate: number): number {
  let frequency = estimate
  let isLookedUp = false
  for (const [at, { terms, limit, runs }] of lookups.entries()) {
    if (terms.length > 1 || terms[0] !== term) continue
    const count = found[at]!.length
    if (count < limit && runs === null) return count
    isLookedUp = true
    frequency = Math.max(frequency, count / (runs?.share ?? 1))
  }
  return isLookedUp ? frequency : Math.max(frequency, RARE_FREQUENCY)
}

/** Returns the candidates with the heaviest terms, as far as the lookups show them. */
function bestOf({ lookups, found }: Found, weights: readonly number[]): string[] {
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

async function readPassages(db: Database, appId: string, ids: readonly string[]): Promise<FoundPassage[]> {
  if (ids.length === 0) return []
  const text = `
    SELECT i.session_id AS "sessionId", p.seq, p.part, p.start, p.is_json AS "isJson", p.name, p.body AS text
    FROM search_passages p JOIN search_sessions i ON i.n = p.session_n WHERE p.id = ANY($1::bigint[]) AND i.app_id = $2`
  const rows = await db.query<FoundPassage & object>({ name: 'read-passages', text, values: [ids, appId] })
  return rows.map((row) => ({
    ...row,
    name: row.name === null ? null : (JSON.parse(row.name) as string),
    text: JSON.parse(row.text) as string,
  }))
}
