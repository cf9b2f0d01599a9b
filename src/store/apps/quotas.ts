import { QUEUE_UP } from '../queue-up.js'
import { STREAMS_VALID_MS, type QuotaStore } from '../../ports/quota-port.js'
import { NO_QUOTAS, WINDOW_SECONDS, type Quotas, type StoredUse } from '../../domain/quota.js'
import type { Database, Statement } from '../database.js'
import { HISTORY } from '../messages/shared-history.js'
import { interval, NOW } from '../scheduling/lease-time.js'

/** Quotas added later have no limit in older settings. */
export function quotasOf(text: string | null): Quotas {
  return text === null ? NO_QUOTAS : { ...NO_QUOTAS, ...(JSON.parse(text) as Partial<Quotas>) }
}

/** A session that is being imported counts, too. */
const STORED = `
  SELECT count(*)::float8 AS sessions, coalesce(sum(last_seq), 0)::float8 AS messages, coalesce(sum(stored_bytes), 0)::float8 AS bytes
  FROM sessions WHERE app_id = $1`

/** A row belongs to one window at a time: a later window starts it again. */
const USE_WINDOW = `
  INSERT INTO app_windows AS w (app_id, quota, window_start, used)
  VALUES ($1, $2, date_bin(make_interval(secs => $3), ${NOW}, 'epoch'::timestamptz), $4)
  ON CONFLICT (app_id, quota) DO UPDATE SET window_start = excluded.window_start,
    used = excluded.used + CASE WHEN w.window_start = excluded.window_start THEN w.used ELSE 0 END
  RETURNING used, extract(epoch FROM window_start + make_interval(secs => $3) - ${NOW})::float8 AS seconds`

const OTHERS = `SELECT coalesce(sum(open), 0)::integer AS open FROM app_streams WHERE app_id = $1 AND process <> $2 AND valid_until > ${NOW}`
const SET_STREAMS = `
  WITH others AS (${OTHERS}), given AS (
    INSERT INTO app_streams (app_id, process, open, valid_until)
    SELECT $1, $2, $3, ${NOW} + ${interval(STREAMS_VALID_MS)} FROM others WHERE $4::integer IS NULL OR others.open + $3 <= $4
    ON CONFLICT (app_id, process) DO UPDATE SET open = excluded.open, valid_until = excluded.valid_until RETURNING 1
  ) SELECT others.open, EXISTS (SELECT FROM given) AS is_set FROM others`
/** Rows of processes that ended. */
const DELETE_OLD = `DELETE FROM app_streams WHERE app_id = $1 AND valid_until < ${NOW} - ${interval(STREAMS_VALID_MS)}`

/** Returns a statement that counts the bytes of sessions from their messages. The database knows the size of a text without reading it. */
export function countBytes(sessionIds: readonly string[]): Statement {
  const text = `
    UPDATE sessions s SET stored_bytes = (SELECT coalesce(sum(octet_length(m.raw)), 0) FROM ${HISTORY} m WHERE m.session_id = s.id)
    WHERE s.id = ANY($1::text[])`
  return { text, values: [sessionIds] }
}

export function quotaTables(db: Database): QuotaStore {
  return {
    quotas: async (appId) => {
      const text = 'SELECT quotas FROM apps WHERE id = $1'
      const [row] = await db.query<{ quotas: string | null }>({ name: 'quotas', text, values: [appId] })
      return quotasOf(row?.quotas ?? null)
    },
    storedUse: async (appId) => {
      const [row] = await db.query<StoredUse & object>({ name: 'stored-use', text: STORED, values: [appId] })
      return row!
    },
    useWindow: async (appId, quota, amount) => {
      const values = [appId, quota, WINDOW_SECONDS[quota], amount]
      const rows = await db.query<{ used: number; seconds: number }>({ name: 'use-window', text: USE_WINDOW, values })
      const { used, seconds } = rows[0]!
      return { used, resetSeconds: seconds }
    },
    setStreams: ({ appId, process, open }, limit) =>
      db.transaction(async (tx) => {
        tx.send({ ...QUEUE_UP, values: [`streams ${appId}`] })
        tx.send({ name: 'old-streams', text: DELETE_OLD, values: [appId] })
        const values = [appId, process, open, limit]
        const rows = await tx.query<{ open: number; is_set: boolean }>({
          name: 'set-streams',
          text: SET_STREAMS,
          values,
        })
        const { open: others, is_set } = rows[0]!
        return { isSet: is_set, others }
      }),
    openStreams: async (appId) => {
      const [row] = await db.query<{ open: number }>({ name: 'open-streams', text: OTHERS, values: [appId, ''] })
      return row!.open
    },
    sizeSessions: (limit) =>
      db.transaction(async (tx) => {
        // Locked, so that no message is added between the count and the write.
        const text = 'SELECT id FROM sessions WHERE stored_bytes IS NULL LIMIT $1 FOR UPDATE SKIP LOCKED'
        const rows = await tx.query<{ id: string }>({ text, values: [limit] })
        if (rows.length > 0) await tx.query(countBytes(rows.map(({ id }) => id)))
        return rows.length
      }),
  }
}
