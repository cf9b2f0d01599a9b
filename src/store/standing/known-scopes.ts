import type { StandingEntry } from '../../domain/standing/entry.js'
import type { Database, Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'

/** The names of scopes with entries. A session has the name of its scope, and entries only a hash: without these rows, nothing would find
 * a scope whose sessions are deleted, or that only the app wrote to. [M9] [M11] */

const NOTE = `
  INSERT INTO standing_scopes (app_id, scope_hash, scope, newest_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (app_id, scope_hash) DO UPDATE SET newest_at = greatest(standing_scopes.newest_at, excluded.newest_at)`

/** Notes that a scope has these new or changed entries. Sends without waiting. */
export function noteScope(tx: Transaction, appId: string, scope: string, entries: readonly StandingEntry[]): void {
  const times = entries.map(({ at, closedAt }) => Date.parse(closedAt ?? at))
  const newest = times.reduce((most, one) => Math.max(most, one), 0)
  tx.send({ name: 'note-standing-scope', text: NOTE, values: [appId, hashOf(scope), scope, new Date(newest)] })
}

/** Removes the name of a scope that has no entry left. Sends without waiting, after the entries are deleted. */
export function dropEmptyScope(tx: Transaction, appId: string, scope: string): void {
  const text = `
    DELETE FROM standing_scopes WHERE app_id = $1 AND scope_hash = $2
      AND NOT EXISTS (SELECT FROM standing_entries WHERE app_id = $1 AND scope_hash = $2)`
  tx.send({ name: 'drop-empty-scope', text, values: [appId, hashOf(scope)] })
}

/** A scope by its place in the list. */
export interface NamedScope {
  hash: string
  scope: string
  openEntries: number
}

/** Returns the scopes of an app that have entries, in the order of their hashes, after one. */
export async function namedScopes(db: Database, appId: string, after: string, limit: number): Promise<NamedScope[]> {
  const text = `
    SELECT scope_hash AS hash, scope, (
      SELECT count(*)::integer FROM standing_entries e
      WHERE e.app_id = $1 AND e.scope_hash = s.scope_hash AND state = 'open') AS "openEntries"
    FROM standing_scopes s WHERE app_id = $1 AND scope_hash > $2 ORDER BY scope_hash LIMIT $3`
  return db.query<NamedScope>({ name: 'list-named-scopes', text, values: [appId, after, limit] })
}

/** Returns scopes without a session whose newest entry is older than the retention of their app. */
export async function forgottenScopes(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ appId: string; scope: string; retentionDays: number }[]> {
  const text = `
    SELECT s.app_id AS "appId", s.scope, a.retention_days AS "retentionDays" FROM standing_scopes s JOIN apps a ON a.id = s.app_id
    WHERE s.newest_at < $1::timestamptz - make_interval(days => a.retention_days)
      AND NOT EXISTS (SELECT FROM memory_scopes m WHERE m.app_id = s.app_id AND m.scope_hash = s.scope_hash)
      AND NOT EXISTS (SELECT FROM standing_sessions m WHERE m.app_id = s.app_id AND m.scope_hash = s.scope_hash)
    ORDER BY s.newest_at LIMIT $2`
  return db.query({ text, values: [now, limit] })
}
