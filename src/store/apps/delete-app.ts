import type { Deletion, RemovedByDeletion } from '../../ports/app-port.js'
import type { Transaction } from '../database.js'
import { countDeleted } from './count-deleted.js'

/** Deletes what an app has besides its sessions. */

/** Tables with a few rows for each app. */
const SMALL = [
  ...['keys', 'tickets', 'calibrations', 'model_turns', 'app_windows', 'app_streams', 'app_model_health'],
  ...['search_apps', 'standing_scopes'],
]

/** Deletes events and standing entries, at most `limit` rows of each. Returns how many. */
export async function deleteAppRows(tx: Transaction, deletion: Deletion, limit: number): Promise<number> {
  const values = [deletion.appId, limit]
  const events = `
    DELETE FROM events WHERE app_id = $1 AND (tx, n) IN (SELECT tx, n FROM events WHERE app_id = $1 ORDER BY tx, n LIMIT $2) RETURNING 1 AS one`
  const entries = `
    DELETE FROM standing_entries WHERE app_id = $1 AND id IN (SELECT id FROM standing_entries WHERE app_id = $1 LIMIT $2) RETURNING 1 AS one`
  const removed: Partial<RemovedByDeletion> = {
    standingEntries: (await tx.query({ text: entries, values })).length,
    events: (await tx.query({ text: events, values })).length,
  }
  const rows = Object.values(removed).reduce((sum, count) => sum + count, 0)
  if (rows > 0) await countDeleted(tx, deletion, removed)
  return rows
}

/** Deletes the app. Returns false, and deletes nothing, if it is too early. A process trusts a key for a while, so that a
 * session may be opened after the key is deleted. */
export async function finishApp(tx: Transaction, { appId }: Deletion, settleMs: number): Promise<boolean> {
  const text = `
    SELECT a.deleting_at + $2::float8 * interval '1 millisecond' <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM sessions s WHERE s.app_id = a.id) AS ready
    FROM apps a WHERE a.id = $1 FOR UPDATE`
  const [app] = await tx.query<{ ready: boolean }>({ text, values: [appId, settleMs] })
  // Another worker may have ended it.
  if (!app) return true
  if (!app.ready) return false
  for (const table of SMALL) tx.send({ text: `DELETE FROM ${table} WHERE app_id = $1`, values: [appId] })
  tx.send({ text: 'DELETE FROM apps WHERE id = $1', values: [appId] })
  return true
}
