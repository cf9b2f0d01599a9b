import { SERVICE_APP, type NewEvent } from '../../domain/event.js'
import type { Statement } from '../database.js'

/** Inserts the events of one session, numbered from `seqBefore` + 1. Call once per session in a transaction. */
export function insertEvents(
  session: { id: string | null; appId: string },
  seqBefore: number,
  events: readonly NewEvent[],
  at: Date,
): Statement {
  const text = `
    INSERT INTO events (tx, n, app_id, session_id, seq, type, at, data)
    SELECT (SELECT base FROM event_clock) + pg_current_xact_id()::text::bigint, $7::bigint + e.n, $1, $2, $3 + e.n, e.type, $4, e.data
    FROM unnest($5::text[], $6::text[]) WITH ORDINALITY AS e (type, data, n)`
  const values = [
    session.appId,
    session.id,
    seqBefore,
    at,
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    nextPlace(),
  ]
  return { name: 'insert-events', text, values }
}

/** Calls of `insertEvents` in one transaction may be as many, and have as many events each. Their product fits into a cursor. */
const PLACES = 2 ** 20
let calls = 0

/** Returns the place in the transaction before the first event: several sessions may be changed in one, and share no place. */
function nextPlace(): number {
  calls = (calls + 1) % PLACES
  return calls * PLACES
}

/** Inserts events that belong to no session. Every app receives them, or one. Their `seq` has no meaning. */
export function insertServiceEvents(events: readonly NewEvent[], appId = SERVICE_APP): Statement {
  return insertEvents({ id: null, appId }, -1, events, new Date())
}
