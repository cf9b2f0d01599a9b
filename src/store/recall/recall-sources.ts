import type { ForgottenSource, RecallStore } from '../../ports/ports.js'
import type { Database, Transaction } from '../database.js'

/** Deleted sessions that others may quote. [M11] */

/** A read that began before the deletion of a session may record a quote of it a moment later. */
const SETTLE_SECONDS = 60

/** Notes a session that is about to be deleted, if others may quote it. */
export async function noteForgotten(tx: Transaction, id: string, appId: string): Promise<void> {
  const quoted = { text: 'SELECT 1 AS one FROM recall_sources WHERE source_id = $1 LIMIT 1', values: [id] }
  const scoped = {
    text: 'SELECT 1 AS one FROM memory_scopes WHERE session_id = $1 AND app_id = $2',
    values: [id, appId],
  }
  if ((await tx.query(scoped)).length + (await tx.query(quoted)).length === 0) return
  const text = 'INSERT INTO forgotten_sources (app_id, source_id) VALUES ($1, $2) ON CONFLICT DO NOTHING'
  tx.send({ text, values: [appId, id] })
}

export function forgottenSources(
  db: Database,
): Pick<RecallStore, 'forgottenSources' | 'quotingSessions' | 'settleForgotten'> {
  return {
    forgottenSources: (limit) =>
      db.query<ForgottenSource>({
        name: 'forgotten-sources',
        text: 'SELECT app_id AS "appId", source_id AS "sourceId", at FROM forgotten_sources ORDER BY at LIMIT $1',
        values: [limit],
      }),
    quotingSessions: async (sourceId, { limit, after }) => {
      const text =
        'SELECT session_id AS id FROM recall_sources WHERE source_id = $1 AND session_id > $2 ORDER BY session_id LIMIT $3'
      const rows = await db.query<{ id: string }>({
        name: 'quoting-sessions',
        text,
        values: [sourceId, after ?? '', limit],
      })
      return rows.map(({ id }) => id)
    },
    settleForgotten: async ({ appId, sourceId }) => {
      const text = `
        DELETE FROM forgotten_sources WHERE app_id = $1 AND source_id = $2 AND at < now() - interval '${SETTLE_SECONDS} seconds'`
      await db.query({ text, values: [appId, sourceId] })
    },
  }
}
