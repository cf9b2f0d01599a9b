import type { ListedScope, ScopeStore } from '../../ports/standing-port.js'
import { scopeOf } from '../../domain/recall/scope.js'
import type { Database } from '../database.js'
import { hashOf } from '../hash-of.js'
import { forgottenScopes, namedScopes, type NamedScope } from './known-scopes.js'
import { knownSetup, sessionColumns, sessionOf, type SessionRow } from '../tables/session-row.js'

/** The scopes of an app and what belongs to each. Sessions have the name of their scope, and so does
 * the list of scopes with entries; the other tables have a hash of it. [M9] */

/** Sessions of a scope that are counted. Bounds the work of one read. */
const MOST_COUNTED = 10_000
/** Jumps from scope to scope in the index, so that many sessions of one cost nothing. */
const SCOPES = `
  WITH RECURSIVE found AS (
    (SELECT scope_hash, session_id, 1 AS at FROM memory_scopes WHERE app_id = $1 AND scope_hash > $4
      ORDER BY scope_hash, session_id DESC LIMIT 1)
    UNION ALL SELECT later.scope_hash, later.session_id, found.at + 1 FROM found, LATERAL (
      SELECT scope_hash, session_id FROM memory_scopes WHERE app_id = $1 AND scope_hash > found.scope_hash
      ORDER BY scope_hash, session_id DESC LIMIT 1) later
    WHERE found.at < $2)`

export function scopeTables(db: Database): ScopeStore {
  return {
    scopes: async (appId, { limit, after }) => {
      const place = after === undefined ? '' : hashOf(after)
      const text = `${SCOPES} SELECT ${sessionColumns(3)}, (
          SELECT count(*)::integer FROM standing_entries e WHERE e.app_id = $1 AND e.scope_hash = found.scope_hash AND state = 'open') AS open
        FROM found JOIN sessions ON id = found.session_id ORDER BY found.scope_hash`
      const rows = await db.query<SessionRow & { open: number }>({
        name: 'list-scopes',
        text,
        values: [appId, limit, -1, place],
      })
      const ofSessions = rows.flatMap(({ open, ...row }): ListedScope[] => {
        const scope = scopeOf(sessionOf(row, knownSetup(row, undefined)))
        return scope === null ? [] : [{ scope, openEntries: open, newestSession: row.id }]
      })
      return merged(ofSessions, await namedScopes(db, appId, place, limit), limit)
    },
    forgottenScopes: (now, limit) => forgottenScopes(db, now, limit),
    scopeCounts: async ({ appId, scope }) => {
      const values = [appId, hashOf(scope)]
      const text = `
        SELECT state, count(*)::integer AS count FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 GROUP BY state
        UNION ALL SELECT 'sessions', count(*)::integer FROM (
          SELECT FROM memory_scopes WHERE app_id = $1 AND scope_hash = $2 LIMIT ${MOST_COUNTED}) counted`
      const rows = await db.query<{ state: string; count: number }>({ name: 'count-scope', text, values })
      const count = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
      return {
        ...{ open: count('open'), superseded: count('superseded'), ended: count('ended'), sessions: count('sessions') },
      }
    },
    scopeSessions: async ({ appId, scope }, limit) => {
      const text = `
        SELECT ${sessionColumns(3)} FROM sessions WHERE app_id = $1 AND importing_until IS NULL AND id IN (
          SELECT session_id FROM memory_scopes WHERE app_id = $1 AND scope_hash = $2 ORDER BY session_id DESC LIMIT $4)
        ORDER BY id DESC`
      const rows = await db.query<SessionRow>({
        name: 'scope-sessions',
        text,
        values: [appId, hashOf(scope), -1, limit],
      })
      return rows.map((row) => sessionOf(row, knownSetup(row, undefined)))
    },
  }
}

/** Returns scopes with sessions and scopes with entries as one page: both are the first after a place, in the order of the hashes. */
function merged(ofSessions: readonly ListedScope[], named: readonly NamedScope[], limit: number): ListedScope[] {
  const all = new Map(
    named.map(({ hash, scope, openEntries }) => [hash, { scope, openEntries, newestSession: null } as ListedScope]),
  )
  for (const one of ofSessions) all.set(hashOf(one.scope), one)
  const ordered = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return ordered.slice(0, limit).map(([, one]) => one)
}
