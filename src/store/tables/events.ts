import type { EventFilter, Store } from '../../app/ports/ports.js'
import { SERVICE_APP, type NewEvent } from '../../domain/event.js'
import type { Database, Statement } from '../database.js'
import { EventTail, type EventPage } from '../event-tail.js'
import { cursorOf, eventOf, placeOf, type EventRow } from './rows.js'
import type { LocalNotifier } from '../notifier.js'

/** Writes events of one session, numbered on from `seqBefore`. Once a transaction: `n` counts from 1 in it. */
export function insertEvents(
  session: { id: string | null; appId: string },
  seqBefore: number,
  events: readonly NewEvent[],
  at: Date,
): Statement {
  const text = `
    INSERT INTO events (tx, n, app_id, session_id, seq, type, at, data)
    SELECT (SELECT base FROM event_clock) + pg_current_xact_id()::text::bigint, e.n, $1, $2, $3 + e.n, e.type, $4, e.data
    FROM unnest($5::text[], $6::text[]) WITH ORDINALITY AS e (type, data, n)`
  const values = [
    session.appId,
    session.id,
    seqBefore,
    at,
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
  ]
  return { name: 'insert-events', text, values }
}

/** Events of no session, heard by every app; they are not numbered. */
export function insertServiceEvents(events: readonly NewEvent[]): Statement {
  return insertEvents({ id: null, appId: SERVICE_APP }, -1, events, new Date())
}

/** The oldest transaction still at work: rows below it are all visible, and nothing can appear before them any more. */
const EDGE = `edge AS (SELECT base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS tx FROM event_clock)`
/** Newest row below the edge, and whether there are committed rows at or above it that must wait. */
const NEWEST = `newest AS (SELECT e.tx, e.n FROM events e, edge WHERE e.tx < edge.tx ORDER BY e.tx DESC, e.n DESC LIMIT 1)`
const WAITING = `EXISTS (SELECT FROM events e, edge WHERE e.tx >= edge.tx) AS waiting`

/** How soon to look again for rows that wait for an older transaction; its end need not wake anybody. */
const LOOK_AGAIN_MS = 10

/** Bytes of stored text in a page of events: they are parsed and written anew, which takes several times as much. */
const PAGE_BYTES = 2 * 1024 * 1024

interface PageRow {
  newest_tx: string | null
  newest_n: string | null
  waiting: boolean
  /** Rows that pass the filter, up to the limit; those beyond the bytes of the page are counted too. */
  found: string | null
}

export function eventLog(
  db: Database,
  notifier: LocalNotifier,
): Pick<Store, 'events' | 'lastEvents' | 'head' | 'untilEvents'> {
  const read = async (after: string, filter: EventFilter, limit: number, maxBytes = PAGE_BYTES): Promise<EventPage> => {
    const rows = await db.query<PageRow & ({ [K in keyof EventRow]: EventRow[K] } | { tx: null })>(
      page(after, filter, limit, maxBytes),
    )
    const [first] = rows
    if (first?.waiting) notifier.later(LOOK_AGAIN_MS)
    const stored = rows.flatMap((row) => (row.tx === null ? [] : [row]))
    const [events, sizes] = [stored.map(eventOf), stored.map(({ data }) => data.length)]
    const last = events.at(-1)?.cursor
    if (last !== undefined && (events.length === limit || events.length < Number(first?.found)))
      return { events, sizes, head: last, more: true }
    // Events of deleted sessions are gone, so the newest may lie before what the caller has seen.
    const newest = newestOf(first)
    return { events, sizes, head: newest > after ? newest : after, more: false }
  }
  const head = async (): Promise<string> => {
    const text = `WITH ${EDGE}, ${NEWEST} SELECT tx AS newest_tx, n AS newest_n FROM newest`
    return newestOf((await db.query<PageRow>({ name: 'head', text }))[0])
  }
  const tail = new EventTail({ page: (after, limit) => read(after, { appId: null }, limit), head })
  return {
    events: async (after, filter, limit, maxBytes = PAGE_BYTES) => {
      placeOf(after) // refuses what is no cursor
      return (await tail.after(after, filter, { limit, maxBytes })) ?? read(after, filter, limit, maxBytes)
    },
    lastEvents: async (sessionId, types, limit) => {
      const text = `
        WITH ${EDGE}
        SELECT page.* FROM edge, LATERAL (${withinBytes(
          'SELECT e.* FROM events e WHERE e.session_id = $1 AND e.type = ANY($2::text[]) AND e.tx < edge.tx ORDER BY e.tx DESC, e.n DESC LIMIT $3',
          'e.tx DESC, e.n DESC',
          '$4',
        )}) page ORDER BY page.tx, page.n`
      return (
        await db.query<EventRow>({ name: 'last-events', text, values: [sessionId, types, limit, PAGE_BYTES] })
      ).map(eventOf)
    },
    head,
    untilEvents: (signal, timeoutMs) => notifier.until(signal, timeoutMs),
  }
}

function newestOf(row: PageRow | undefined): string {
  return row && row.newest_tx !== null && row.newest_n !== null ? cursorOf(row.newest_tx, row.newest_n) : '0'
}

/** One statement, one snapshot: the page, the newest place and whether anything waits. One row at least. */
function page(after: string, { appId, sessionIds, types }: EventFilter, limit: number, maxBytes: number): Statement {
  const { tx, n } = placeOf(after)
  const values: unknown[] = [tx, n, limit, maxBytes]
  const conditions: string[] = []
  const narrow = (condition: (parameter: string) => string, value: unknown) => {
    values.push(value)
    conditions.push(`AND ${condition(`$${values.length}`)}`)
  }
  if (appId !== null) narrow((p) => `e.app_id = ANY(${p}::text[])`, [appId, SERVICE_APP])
  if (sessionIds) narrow((p) => `e.session_id = ANY(${p}::text[])`, sessionIds)
  if (types) narrow((p) => `e.type = ANY(${p}::text[])`, types)
  const rows = `
    SELECT e.* FROM events e
    WHERE (e.tx, e.n) > ($1::bigint, $2::bigint) AND e.tx < edge.tx ${conditions.join(' ')}
    ORDER BY e.tx, e.n LIMIT $3`
  const text = `
    WITH ${EDGE}, ${NEWEST}
    SELECT page.*, newest.tx AS newest_tx, newest.n AS newest_n, ${WAITING}
    FROM edge LEFT JOIN newest ON true LEFT JOIN LATERAL (${withinBytes(rows, 'e.tx, e.n', '$4')}) page ON true
    ORDER BY page.tx, page.n`
  const shape = [appId !== null && 'app', sessionIds && 'sessions', types && 'types'].filter(Boolean).join('-')
  return { name: `events-${shape || 'all'}`, text, values }
}

/** The first rows of a statement over events, at most so many bytes of their data and at least one row; `found`: how many there are in all.
 * The size of a text is in its header: rows beyond the page are not read. */
function withinBytes(rows: string, order: string, maxBytes: string): string {
  return `
    SELECT * FROM (
      SELECT e.*, sum(octet_length(e.data)) OVER (ORDER BY ${order}) AS total, row_number() OVER (ORDER BY ${order}) AS place, count(*) OVER () AS found
      FROM (${rows}) e
    ) sized WHERE place = 1 OR total <= ${maxBytes}::bigint`
}
