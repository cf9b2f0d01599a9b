import type { EventFilter, Store } from '../../app/ports/ports.js'
import { DomainError } from '../../domain/errors.js'
import { SERVICE_APP, type Event, type NewEvent } from '../../domain/event.js'
import type { Database, Statement } from '../database.js'
import { cursorOf, eventOf, positionOf, type EventRow } from './rows.js'
import type { LocalNotifier } from '../notifier.js'

/** Inserts the events of one session, numbered from `seqBefore` + 1. Call once per transaction: `n` starts at 1. */
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

/** Inserts events that belong to no session. Every app receives them. Their `seq` has no meaning. */
export function insertServiceEvents(events: readonly NewEvent[]): Statement {
  return insertEvents({ id: null, appId: SERVICE_APP }, -1, events, new Date())
}

/** The oldest running transaction. All rows below it are visible, and no row can appear below it later. */
const EDGE = `edge AS (SELECT base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS tx FROM event_clock)`
/** Newest row below the edge, and whether committed rows at or above the edge must wait. */
const NEWEST = `newest AS (SELECT e.tx, e.n FROM events e, edge WHERE e.tx < edge.tx ORDER BY e.tx DESC, e.n DESC LIMIT 1)`
const WAITING = `EXISTS (SELECT FROM events e, edge WHERE e.tx >= edge.tx) AS waiting`

/** Delay before the next look for rows that wait for an older transaction, whose end may notify no process. */
const RECHECK_MS = 10

/** Bytes of stored text per page of events. Parsing and serializing them takes several times as much memory. */
const PAGE_BYTES = 2 * 1024 * 1024

interface EventPage {
  events: Event[]
  /** Length of the stored text of each event, in characters. */
  sizes: number[]
  /** Cursor to continue from. */
  head: string
  /** Whether the page is full, so that more events may follow. */
  more: boolean
}

interface PageRow {
  newest_tx: string | null
  newest_n: string | null
  waiting: boolean
  /** Whether the cursor is past everything that was ever readable, so that this log cannot have returned it. */
  beyond: boolean
  /** Number of rows that pass the filter, up to the limit. Includes rows beyond the byte limit of the page. */
  found: string | null
}

export function eventLog(
  db: Database,
  notifier: LocalNotifier,
): Pick<Store, 'events' | 'lastEvents' | 'head' | 'untilEvents'> {
  const events = async (
    after: string,
    filter: EventFilter,
    limit: number,
    maxBytes = PAGE_BYTES,
  ): Promise<EventPage> => {
    const rows = await db.query<PageRow & ({ [K in keyof EventRow]: EventRow[K] } | { tx: null })>(
      page(after, filter, limit, maxBytes),
    )
    const [first] = rows
    if (first?.beyond) throw cursorBeyond(after)
    if (first?.waiting) notifier.later(RECHECK_MS)
    const stored = rows.flatMap((row) => (row.tx === null ? [] : [row]))
    const [found, sizes] = [stored.map(eventOf), stored.map(({ data }) => data.length)]
    const last = found.at(-1)?.cursor
    if (last !== undefined && (found.length === limit || found.length < Number(first?.found)))
      return { events: found, sizes, head: last, more: true }
    // Events of deleted sessions are removed, so the newest event may be older than the caller's cursor.
    const newest = newestOf(first)
    return { events: found, sizes, head: newest > after ? newest : after, more: false }
  }
  const head = async (): Promise<string> => {
    const text = `WITH ${EDGE}, ${NEWEST} SELECT tx AS newest_tx, n AS newest_n FROM newest`
    return newestOf((await db.query<PageRow>({ name: 'head', text }))[0])
  }
  return {
    events,
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

function cursorBeyond(cursor: string): DomainError {
  const fault = { path: 'after', expected: 'the cursor of an event that exists', received: cursor }
  return new DomainError(
    'cursor_invalid',
    'The cursor is past the end of the event log. Start again from "0", or without a cursor.',
    {},
    [fault],
  )
}

function newestOf(row: PageRow | undefined): string {
  return row && row.newest_tx !== null && row.newest_n !== null ? cursorOf(row.newest_tx, row.newest_n) : '0'
}

/** Reads the page, the newest cursor, and whether rows wait, all from one snapshot. Returns at least one row. */
function page(after: string, { appId, sessionIds, types }: EventFilter, limit: number, maxBytes: number): Statement {
  const { tx, n } = positionOf(after)
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
    SELECT page.*, newest.tx AS newest_tx, newest.n AS newest_n, ${WAITING}, $1::bigint >= edge.tx AS beyond
    FROM edge LEFT JOIN newest ON true LEFT JOIN LATERAL (${withinBytes(rows, 'e.tx, e.n', '$4')}) page ON true
    ORDER BY page.tx, page.n`
  const shape = [appId !== null && 'app', sessionIds && 'sessions', types && 'types'].filter(Boolean).join('-')
  return { name: `events-${shape || 'all'}`, text, values }
}

/**
 * Limits a statement over events to its first rows, up to `maxBytes` of data but at least one row.
 * `found` is the number of rows without the limit. Postgres reads a text's size from its header, not the text itself.
 */
function withinBytes(rows: string, order: string, maxBytes: string): string {
  return `
    SELECT * FROM (
      SELECT e.*, sum(octet_length(e.data)) OVER (ORDER BY ${order}) AS total, row_number() OVER (ORDER BY ${order}) AS row_n, count(*) OVER () AS found
      FROM (${rows}) e
    ) sized WHERE row_n = 1 OR total <= ${maxBytes}::bigint`
}
