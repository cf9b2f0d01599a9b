import type { QueryTerm } from '../../domain/search/query.js'
import type { Database } from '../database.js'
import { leavesOf } from '../table-leaves.js'
import { termLexeme } from './lexemes.js'
import type { Scope } from './lookups.js'

/** How often the frequent lexemes occur, as ANALYZE found. Rare ones are absent. */
export interface FrequentTerms {
  /** Passages in the index, of all apps. */
  passages: number
  /** Share of all passages, by lexeme. */
  shares: ReadonlyMap<string, number>
}

/** ANALYZE runs after a tenth of the passages changed. */
const REREAD_MS = 60_000

const TEXT = `
  WITH leaves AS (SELECT relname, rows AS passages FROM ${leavesOf("'search_passages'::regclass")} leaves)
  SELECT every.passages, most.lexeme, most.share FROM (SELECT sum(passages) AS passages FROM leaves) every LEFT JOIN LATERAL (
    SELECT frequent.lexeme, sum(frequent.share * l.passages) / nullif(every.passages, 0) AS share
    FROM leaves l JOIN pg_stats s ON s.schemaname = current_schema() AND s.tablename = l.relname AND s.attname = 'lexemes',
      unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) AS frequent (lexeme, share)
    WHERE frequent.lexeme IS NOT NULL GROUP BY frequent.lexeme
  ) most ON true`

/** Returns the share of the app's passages that have the term, as ANALYZE found; 0 if it is rare or unknown. In a session
 * every lookup is narrow, so it is 0. */
export function shareOf(term: QueryTerm, scope: Scope, { passages, shares }: FrequentTerms): number {
  if (scope.sessions !== null || scope.passages === 0) return 0
  const lexemes = new Set(term.spellings.map((one) => termLexeme(scope.app, one)))
  const starts = term.starts.map((one) => termLexeme(scope.app, one))
  if (starts.length > 0)
    for (const lexeme of shares.keys()) if (starts.some((start) => lexeme.startsWith(start))) lexemes.add(lexeme)
  const ofAll = [...lexemes].reduce((sum, lexeme) => sum + (shares.get(lexeme) ?? 0), 0)
  return Math.min(1, (ofAll * passages) / scope.passages)
}

/** Returns a reader that reads the statistics at most once a minute. */
export function frequentTerms(db: Database): () => Promise<FrequentTerms> {
  let read: { at: number; found: Promise<FrequentTerms> } | null = null
  return () => {
    if (read && performance.now() - read.at < REREAD_MS) return read.found
    const found = load(db)
    read = { at: performance.now(), found }
    found.catch(() => (read = null))
    return found
  }
}

async function load(db: Database): Promise<FrequentTerms> {
  const rows = await db.query<{ passages: number; lexeme: string | null; share: number }>({ text: TEXT })
  const shares = new Map(rows.flatMap(({ lexeme, share }) => (lexeme === null ? [] : [[lexeme, share] as const])))
  return { passages: rows[0]?.passages ?? 0, shares }
}
