import { pause, pauseWhenDue } from '../../ports/pause.js'
import type { Store } from '../../ports/ports.js'
import type { Session } from '../../domain/session/session.js'
import type { Database } from '../database.js'
import { knownSetup, sessionColumns, sessionOf, type SessionRow } from '../tables/session-row.js'
import { VISIBLE } from './lock-session.js'
import { externalKey, metadataConditions } from './session-metadata.js'

/** Reads of more than one session. Their bytes are bounded in SQL, before a row is sent: a prompt, tools, and metadata of
 * sessions made before it had a limit may have many megabytes each. [13] */

type SessionLists = Pick<Store, 'sessions' | 'latestSessions' | 'sessionPositions'>

/** Maximum bytes of the setups of one page. A larger single one is read all the same. */
const PAGE_BYTES = 8 * 1024 * 1024
/** A longer setup is parsed in a slice of its own. */
const LONG_SETUP_CHARS = 262_144

export function sessionLists(db: Database): SessionLists {
  return {
    sessions: async (appId, { limit, after, externalId, metadata = {} }) => {
      const values: unknown[] = [appId, after ?? null, limit + 1, -1, externalKey(externalId), PAGE_BYTES, limit]
      // The size of a stored text is known without reading it.
      const text = `
        WITH sized AS (
          SELECT id AS page_id, octet_length(setup) AS bytes FROM sessions
          WHERE ($1::text IS NULL OR app_id = $1) AND ($2::text IS NULL OR id < $2)
            AND ${VISIBLE} AND ($5::text IS NULL OR external_id = $5)${metadataConditions(metadata, values)}
          ORDER BY id DESC LIMIT $3),
        page AS (
          SELECT page_id, sum(bytes) OVER (ORDER BY page_id DESC) AS total, row_number() OVER (ORDER BY page_id DESC) AS n,
            count(*) OVER () AS found FROM sized)
        SELECT ${sessionColumns(4)}, found FROM sessions JOIN page ON id = page_id
        WHERE n <= $7 AND (n = 1 OR total <= $6) ORDER BY id DESC`
      const rows = await db.query<SessionRow & { found: number }>({ text, values })
      const sessions: Session[] = []
      for (const { found: _, ...row } of rows) {
        sessions.push(sessionOf(row, knownSetup(row, undefined)))
        if ((row.setup?.length ?? 0) > LONG_SETUP_CHARS) await pause()
        else await pauseWhenDue()
      }
      return { sessions, more: sessions.length < Number(rows[0]?.found ?? 0) }
    },
    latestSessions: async (appId, metadata, limit) => {
      const values: unknown[] = [appId, -1, limit]
      const text = `
        SELECT ${sessionColumns(2)} FROM sessions WHERE app_id = $1 AND ${VISIBLE}${metadataConditions(metadata, values)}
        ORDER BY last_activity_at DESC, id DESC LIMIT $3`
      const rows = await db.query<SessionRow>({ text, values })
      return rows.map((row) => sessionOf(row, knownSetup(row, undefined)))
    },
    sessionPositions: async ({ limit, after }) => {
      const text = `
        SELECT id, last_seq FROM sessions WHERE ($1::text IS NULL OR id < $1) AND ${VISIBLE} ORDER BY id DESC LIMIT $2`
      const rows = await db.query<{ id: string; last_seq: number }>({ text, values: [after ?? null, limit] })
      return rows.map((row) => ({ id: row.id, lastSeq: row.last_seq }))
    },
  }
}
