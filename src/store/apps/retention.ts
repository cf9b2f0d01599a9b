import type { AppStore, Removed } from '../../ports/app-port.js'
import type { Database, Transaction } from '../database.js'
import { REDUCTION_HISTORY } from '../messages/shared-history.js'

export function retentionTable(db: Database): Pick<AppStore, 'idleSessions' | 'expiredSessions'> {
  return {
    idleSessions: async (now, limit) => {
      const text = `
        SELECT s.id, a.retention_days AS "retentionDays", s.last_activity_at AS "lastActivityAt" FROM apps a, LATERAL (
          SELECT id, last_activity_at, active_day FROM sessions
          WHERE app_id = a.id AND active_day <= utc_day($1) - a.retention_days
            AND last_activity_at <= $1::timestamptz - make_interval(days => a.retention_days)
            AND NOT EXISTS (SELECT FROM expiring_sessions e WHERE e.session_id = sessions.id)
          ORDER BY active_day LIMIT $2) s
        WHERE a.retention_days IS NOT NULL ORDER BY s.active_day LIMIT $2`
      return db.query({ text, values: [now, limit] })
    },
    expiredSessions: async (now, limit) => {
      await db.query({ text: WITHDRAW, values: [now] })
      const text = `
        SELECT s.id, s.last_activity_at AS "lastActivityAt" FROM expiring_sessions e JOIN sessions s ON s.id = e.session_id
        WHERE e.deletes_at <= $1 ORDER BY e.deletes_at LIMIT $2`
      return db.query({ text, values: [now, limit] })
    },
  }
}

/** Withdraws due notices of sessions that were active since, or that their app keeps longer now. */
const WITHDRAW = `
  DELETE FROM expiring_sessions e USING sessions s JOIN apps a ON a.id = s.app_id
  WHERE e.deletes_at <= $1 AND s.id = e.session_id AND (s.last_activity_at > e.idle_since OR a.retention_days IS NULL
    OR s.last_activity_at + make_interval(days => a.retention_days) > e.deletes_at)`

/** Notes when an idle session is to be deleted. */
export function scheduleDeletion(tx: Transaction, sessionId: string, idleSince: Date, deletesAt: Date): void {
  const text = `
    INSERT INTO expiring_sessions (session_id, idle_since, deletes_at) VALUES ($1, $2, $3)
    ON CONFLICT (session_id) DO UPDATE SET idle_since = excluded.idle_since, deletes_at = excluded.deletes_at`
  tx.send({ text, values: [sessionId, idleSince, deletesAt] })
}

/** Counts what the deletion of a session is about to remove. */
export async function countRows(tx: Transaction, sessionId: string, appId: string): Promise<Omit<Removed, 'messages'>> {
  const of = (table: string) =>
    `(SELECT count(*) FROM ${table === 'reductions' ? REDUCTION_HISTORY : table} t WHERE session_id = $1)::float8 AS ${table}`
  const text = `
    SELECT ${['checkpoints', 'compressions', 'reductions', 'snapshots'].map(of).join(', ')},
      (SELECT count(*) FROM events WHERE session_id = $1 AND app_id = $2)::float8 AS events,
      coalesce((SELECT passages FROM search_sessions WHERE session_id = $1), 0)::float8 AS "searchRows"`
  const [row] = await tx.query<Omit<Removed, 'messages'>>({ name: 'count-rows', text, values: [sessionId, appId] })
  return row!
}
