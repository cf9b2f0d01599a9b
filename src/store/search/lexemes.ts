import type { QueryTerm } from '../../domain/search/query.js'
import type { Database } from '../database.js'

/** Lexemes of the index. Each starts with the number of its app, so a query made here for one app matches nothing of another. [P11] */

export function termLexeme(app: number, term: string): string {
  return `${app.toString(36)}:${term}`
}

/** Returns the lexemes of terms, both separated by line breaks. */
export function termLexemes(app: number, terms: string): string {
  return termLexeme(app, terms.replaceAll('\n', `\n${termLexeme(app, '')}`))
}

/** Names a session. No term contains "~". */
export function sessionLexeme(app: number, session: number): string {
  return `${app.toString(36)}~${session.toString(36)}`
}

/** Passages of an app in the order in which they entered the index, in runs of two lengths. Each passage has the lexeme
 * of its short and of its long run: with one, the index alone finds the newest passages. */
export const SHORT_RUN = 1_024
export const LONG_RUN = 32_768
/** Runs that one lookup names at most. */
const MAX_RUNS = 10

/** Prefixes of the lexemes of runs. No term and no session has them. */
export function runPrefixes(app: number): { short: string; long: string } {
  return { short: `${app.toString(36)}^`, long: `${app.toString(36)}!` }
}

/** The newest runs of an app, and the share of its passages in them. */
export interface Runs {
  lexemes: string[]
  share: number
}

/** Returns the runs with the newest `wanted` of `made` passages of an app; null: too many of them. */
export function newestRuns(app: number, made: number, wanted: number): Runs | null {
  const { short, long } = runPrefixes(app)
  for (const [prefix, length] of [
    [short, SHORT_RUN],
    [long, LONG_RUN],
  ] as const) {
    const newest = Math.max(0, Math.floor((made - 1) / length))
    const count = Math.ceil(wanted / length) + 1
    if (count > newest) return null
    const lexemes = Array.from({ length: count }, (_, at) => `${prefix}${newest - at}`)
    // The newest run is not full.
    if (count <= MAX_RUNS) return { lexemes, share: (made - (newest - count + 1) * length) / made }
  }
  return null
}

/** Returns the `tsquery` of passages that have the term in any spelling, one that begins like it, or both of a pair. */
export function termCondition(app: number, { spellings, starts, pairs }: QueryTerm): string {
  const lexeme = (term: string) => quoted(termLexeme(app, term))
  const both = pairs.map((pair) => `(${pair.map(lexeme).join(' & ')})`)
  const begun = starts.map((start) => `${lexeme(start)}:*`)
  return `(${[...spellings.map(lexeme), ...begun, ...both].join(' | ')})`
}

export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/[\\']/g, '$&$&')}'`
}

/** Numbers never change. One map per database, dropped with it. */
const numbers = new WeakMap<Database, Map<string, number>>()

/** Returns the number of an app; 0 if it has none and none is to be made. */
export async function appNumber(db: Database, appId: string, isMade: boolean): Promise<number> {
  const known = numbers.get(db) ?? new Map<string, number>()
  numbers.set(db, known)
  const found = known.get(appId)
  if (found !== undefined) return found
  if (isMade)
    await db.query({ text: 'INSERT INTO search_apps (app_id) VALUES ($1) ON CONFLICT DO NOTHING', values: [appId] })
  const [row] = await db.query<{ n: number }>({ text: 'SELECT n FROM search_apps WHERE app_id = $1', values: [appId] })
  if (row) known.set(appId, row.n)
  return row?.n ?? 0
}
