import type { UpkeepStore } from '../../ports/store-port.js'
import type { Database } from '../database.js'
import { PRESENT } from '../presence.js'
import { claimHolds, leaseHolds, NOW } from './lease-time.js'

/** Only a worker that was missed before and still has its number in the row loses a compression. */
const FREE = `
  WITH present AS (${PRESENT}),
  lost AS (
    SELECT c.session_id, c.id, c.worker FROM compressions c
    WHERE c.status IN ('queued', 'running') AND (${leaseHolds('c')} OR ${claimHolds('c')})
      AND c.worker IS NOT NULL AND c.worker::bigint NOT IN (SELECT worker FROM present)
  ), freed AS (
    UPDATE compressions c SET worker = NULL, claimed_until = NULL,
      lease_until = CASE c.status WHEN 'running' THEN ${NOW} - interval '1 second' END
    FROM lost WHERE c.session_id = lost.session_id AND c.id = lost.id AND c.worker = lost.worker
      AND c.status IN ('queued', 'running') AND lost.worker = ANY($1::integer[]) RETURNING c.id
  )
  SELECT coalesce((SELECT array_agg(DISTINCT worker) FROM lost), '{}') AS missing,
    (SELECT count(*)::integer FROM freed) AS freed`

/** Cursors are rows, so that a restart does not begin again with the newest sessions, and workers share them. */
export function upkeepTable(db: Database): UpkeepStore {
  return {
    upkeepCursor: async (task) => {
      const text = 'SELECT after FROM upkeep_cursors WHERE task = $1'
      const [row] = await db.query<{ after: string | null }>({ text, values: [task] })
      return row?.after ?? null
    },
    moveUpkeepCursor: async (task, after) => {
      const text = `
        INSERT INTO upkeep_cursors (task, after) VALUES ($1, $2) ON CONFLICT (task) DO UPDATE SET after = excluded.after`
      await db.query({ text, values: [task, after] })
    },
    freeAbandoned: async (missedBefore) => {
      const statement = { name: 'free-abandoned', text: FREE, values: [missedBefore] }
      const [row] = await db.query<{ missing: number[]; freed: number }>(statement)
      return row!
    },
  }
}
