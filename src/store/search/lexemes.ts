import type { QueryTerm } from '../../domain/search/query.js'
import type { Database } from '../database.js'

/** Lexemes of the index. Each starts with the number of its app, so a query made here for one app matches nothing of another. [P11] */

export function termLexeme(app: number, term: string): string {
  return `${app.toString(36)}:${term}`
}

/** Names a session. No term contains "~". */
export function sessionLexeme(app: number, session: number): string {
  return `${app.toString(36)}~${session.toString(36)}`
}

/** Returns the `tsquery` of passages that have the term in any spelling. */
export function termCondition(app: number, { spellings, isStart }: QueryTerm): string {
  return `(${spellings.map((term) => `${quoted(termLexeme(app, term))}${isStart ? ':*' : ''}`).join(' | ')})`
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
