import { CURSOR_START, type SessionEvent } from '../../domain/event.js'
import type { EventStore } from '../../ports/ports.js'
import type { Database, Statement } from '../database.js'
import { incarnationAt } from '../log-incarnations.js'
import { afterPlace, cursorInvalid, EDGE, PAGE_BYTES } from './events.js'
import { cursorOf, placeOf } from './rows.js'

/** Reads events of sessions for reports that count all of them. The place of each event, its incarnation and its id take half
 * of the time of a page of `events`, and no report needs them. */

interface SessionEventRow {
  tx: string | null
  n: string
  session_id: string
  seq: number
  type: SessionEvent['type']
  /** Milliseconds since 1970. */
  at_ms: number
  data: string
  /** Bytes of the data of this and the earlier rows of the page. */
  bytes: string
  /** Why the cursor is of another log; null: it is not. */
  fault: 'beyond' | 'removed' | null
}

export function sessionEvents(db: Database): EventStore['sessionEvents'] {
  return async (after, { sessionIds, types }, limit) => {
    const rows = await db.query<SessionEventRow>(pageStatement(after, sessionIds, types, limit))
    const fault = rows[0]?.fault ?? null
    if (fault !== null) throw cursorInvalid(after, fault)
    const last = rows.at(-1)
    if (last === undefined || last.tx === null) return { events: [], head: after, more: false }
    const events = rows.map(eventOf)
    const more = events.length === limit || Number(last.bytes) > PAGE_BYTES
    return { events, head: await cursorAt(db, { tx: last.tx, n: last.n }), more }
  }
}

function eventOf({ session_id: sessionId, seq, type, at_ms: ms, data }: SessionEventRow): SessionEvent {
  const at = new Date(Math.round(ms)).toISOString()
  return { sessionId, seq, at, type, data: JSON.parse(data) } as SessionEvent // written from a NewEvent, so type and data match
}

async function cursorAt(db: Database, { tx, n }: { tx: string; n: string }): Promise<string> {
  const text = `SELECT ${incarnationAt('$1::bigint')} AS incarnation`
  const [row] = await db.query<{ incarnation: string }>({ name: 'incarnation-at', text, values: [tx] })
  return cursorOf({ tx, n, incarnation: row!.incarnation })
}

/** Reads the page, and whether the cursor is of this log, from one snapshot. Returns at least one row. */
function pageStatement(after: string, sessionIds: string[], types: string[], limit: number): Statement {
  const { tx, n, incarnation } = placeOf(after) ?? { tx: '0', n: '0', incarnation: '' }
  const text = `
    WITH ${EDGE}
    SELECT page.*, CASE WHEN $7::text IS NULL THEN NULL WHEN $1::bigint >= edge.tx THEN 'beyond'
      WHEN ${incarnationAt('$1::bigint')} <> $7 THEN 'removed' END AS fault
    FROM edge LEFT JOIN LATERAL (
      SELECT * FROM (
        SELECT one.*, sum(octet_length(one.data)) OVER (ORDER BY one.tx, one.n ROWS UNBOUNDED PRECEDING) AS bytes
        FROM unnest($5::text[]) AS each (id), LATERAL (
          SELECT e.tx, e.n, e.session_id, e.seq, e.type, date_part('epoch', e.at) * 1000 AS at_ms, e.data FROM events e
          WHERE ${afterPlace('session_id')} AND e.type = ANY($6::text[])
          ORDER BY e.session_id, e.tx, e.n LIMIT $3) one
        ORDER BY one.tx, one.n LIMIT $3
      ) sized WHERE bytes - octet_length(data) < $4::bigint
    ) page ON true
    ORDER BY page.tx, page.n`
  const known = after === CURSOR_START ? null : incarnation
  return { name: 'session-events', text, values: [tx, n, limit, PAGE_BYTES, [...new Set(sessionIds)], types, known] }
}
