import type { EventFilter, EventStore } from '../../ports/ports.js'
import { DomainError } from '../../domain/errors.js'
import { CURSOR_START, SERVICE_APP, type Event } from '../../domain/event.js'
import type { Database, Statement } from '../database.js'
import { incarnationAt } from '../log-incarnations.js'
import { cursorOf, eventOf, placeOf, type EventRow } from './rows.js'
import type { LocalNotifier } from '../notifier.js'

/** The oldest running transaction. All rows below it are visible, and no row can appear below it later. */
export const EDGE = `edge AS (SELECT base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS tx FROM event_clock)`
/** Newest row below the edge; of an app, the newest that the app may see. `$n` has the apps, if given. */
const newest = (apps?: string): string => {
  const one = (condition: string) =>
    `SELECT e.tx, e.n FROM events e WHERE ${condition} e.tx < edge.tx ORDER BY e.tx DESC, e.n DESC LIMIT 1`
  // For each app by itself: an index has the newest event of one app, but not of several.
  const rows = apps
    ? `unnest(${apps}::text[]) AS app (id), LATERAL (${one('e.app_id = app.id AND')}) last`
    : `LATERAL (${one('')}) last`
  return `newest AS (
    SELECT last.tx, last.n, ${incarnationAt('last.tx')} AS incarnation FROM edge, ${rows} ORDER BY last.tx DESC, last.n DESC LIMIT 1)`
}
/** Whether committed rows at or above the edge must wait. */
// By the newest row: for EXISTS, Postgres may read the whole table before it finds that there is none.
const WAITING = `coalesce((SELECT max(e.tx) FROM events e) >= edge.tx, false) AS waiting`

/** Delay before the next look for rows that wait for an older transaction, whose end may notify no process. */
const RECHECK_MS = 10

/** Longest wait for events that an older transaction holds back. */
const PUBLISHED_MS = 1_000

/** Bytes of stored text per page of events. Parsing and serializing them takes several times as much memory. */
export const PAGE_BYTES = 2 * 1024 * 1024

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
  newest_incarnation: string | null
  waiting: boolean
  /** Whether the cursor is past everything that was ever readable, so that this log cannot have returned it. */
  beyond: boolean
  /** Incarnation of the position of the cursor. */
  incarnation_after: string
  /** Number of rows that pass the filter, up to the limit. Includes rows beyond the byte limit of the page. */
  found: string | null
}

export function eventLog(db: Database, notifier: LocalNotifier): Omit<EventStore, 'sessionEvents'> {
  const events = async (
    after: string,
    filter: EventFilter,
    limit: number,
    maxBytes = PAGE_BYTES,
  ): Promise<EventPage> => {
    const rows = await db.query<PageRow & ({ [K in keyof EventRow]: EventRow[K] } | { tx: null })>(
      pageStatement(after, filter, limit, maxBytes),
    )
    const [first] = rows
    const from = placeOf(after)
    if (first?.beyond) throw cursorInvalid(after, 'beyond')
    if (first && from && from.incarnation !== first.incarnation_after) throw cursorInvalid(after, 'removed')
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
  const head = async (appId: string | null): Promise<string> => {
    const columns = 'tx AS newest_tx, n AS newest_n, incarnation AS newest_incarnation'
    const text = `WITH ${EDGE}, ${newest(appId === null ? undefined : '$1')} SELECT ${columns} FROM newest`
    const values = appId === null ? [] : [visibleTo(appId)]
    return newestOf((await db.query<PageRow>({ name: appId === null ? 'head' : 'head-of-app', text, values }))[0])
  }
  return {
    events,
    lastEvents: async (sessionId, types, limit) => {
      const text = `
        WITH ${EDGE}
        SELECT page.*, ${incarnationAt('page.tx')} AS incarnation FROM edge, LATERAL (${withinBytes(
          'SELECT e.* FROM events e WHERE e.session_id = $1 AND e.type = ANY($2::text[]) AND e.tx < edge.tx ORDER BY e.tx DESC, e.n DESC LIMIT $3',
          'e.tx DESC, e.n DESC',
          '$4',
        )}) page ORDER BY page.tx, page.n`
      return (
        await db.query<EventRow>({ name: 'last-events', text, values: [sessionId, types, limit, PAGE_BYTES] })
      ).map(eventOf)
    },
    head,
    cursorBefore: async (at, appId) => {
      const [found, newest] = [await cursorBefore(db, at), await head(appId)]
      return found < newest ? found : newest
    },
    untilEvents: (signal, timeoutMs) => notifier.until(signal, timeoutMs),
    untilPublished: async () => {
      const deadline = AbortSignal.timeout(PUBLISHED_MS)
      const { newest, edge } = await publishing(db)
      let oldest = edge
      while (newest !== null && newest >= oldest && !deadline.aborted) {
        await notifier.until(deadline, RECHECK_MS)
        oldest = (await publishing(db)).edge
      }
    },
  }
}

/** Returns the transaction of the newest committed event, and the oldest one that may still add events. */
async function publishing(db: Database): Promise<{ newest: bigint | null; edge: bigint }> {
  const text = `WITH ${EDGE} SELECT edge.tx AS edge, (SELECT max(tx) FROM events) AS newest FROM edge`
  const [row] = await db.query<{ edge: string; newest: string | null }>({ name: 'publishing', text })
  const { edge, newest } = row!
  return { edge: BigInt(edge), newest: newest === null ? null : BigInt(newest) }
}

/** Searches by halves, because times have no index: 40 reads of one row in a log of any length. */
async function cursorBefore(db: Database, at: Date): Promise<string> {
  const ends = 'SELECT coalesce(min(tx), 0) AS first, coalesce(max(tx), 0) + 1 AS end FROM events'
  const [range] = await db.query<{ first: string; end: string }>({ name: 'events-range', text: ends })
  let [low, high] = [BigInt(range!.first), BigInt(range!.end)]
  const text = 'SELECT tx, at FROM events WHERE tx >= $1 ORDER BY tx, n LIMIT 1'
  while (low < high) {
    const middle = (low + high) / 2n
    const [row] = await db.query<{ tx: string; at: Date }>({ name: 'event-from', text, values: [String(middle)] })
    if (row === undefined || row.at >= at) high = middle
    else low = BigInt(row.tx) + 1n
  }
  if (low === 0n) return CURSOR_START
  const place = String(low - 1n)
  const named = `SELECT ${incarnationAt('$1::bigint')} AS incarnation`
  const [of] = await db.query<{ incarnation: string }>({ name: 'incarnation-at', text: named, values: [place] })
  return cursorOf({ tx: place, n: MAX_N, incarnation: of!.incarnation })
}

/** Larger than the number of any event in a transaction. */
const MAX_N = String(0xffff_ffff_ffffn)

const CURSOR_FAULTS = {
  beyond: 'is past the end of the event log',
  removed: 'is of events that the restore of a backup removed',
}

export function cursorInvalid(cursor: string, why: keyof typeof CURSOR_FAULTS): DomainError {
  const fault = { path: 'after', expected: 'the cursor of an event that exists', received: cursor }
  const detail = `The cursor ${CURSOR_FAULTS[why]}. Start again from "0", or without a cursor.`
  return new DomainError('cursor_invalid', detail, {}, [fault])
}

/** The apps whose events an app receives. */
function visibleTo(appId: string): string[] {
  return [appId, SERVICE_APP]
}

function newestOf(row: PageRow | undefined): string {
  const { newest_tx: tx, newest_n: n, newest_incarnation: incarnation } = row ?? {}
  return tx && n && typeof incarnation === 'string' ? cursorOf({ tx, n, incarnation }) : CURSOR_START
}

/** Reads the page, the newest cursor, and whether rows wait, all from one snapshot. Returns at least one row. */
function pageStatement(
  after: string,
  { appId, sessionIds, types }: EventFilter,
  limit: number,
  maxBytes: number,
): Statement {
  const { tx, n } = placeOf(after) ?? { tx: '0', n: '0' }
  const values: unknown[] = [tx, n, limit, maxBytes]
  const addParameter = (value: unknown): string => `$${values.push(value)}`
  // Always the fifth parameter: the newest row is looked up for them, too.
  if (appId !== null) values.push(visibleTo(appId))
  const ofTypes = types ? `AND e.type = ANY(${addParameter(types)}::text[])` : ''
  const ofApps = sessionIds && appId !== null ? 'AND e.app_id = ANY($5::text[])' : ''
  const rows = sessionIds
    ? inEach('session_id', addParameter([...new Set(sessionIds)]))
    : appId !== null
      ? inEach('app_id', '$5')
      : `SELECT e.* FROM events e WHERE (e.tx, e.n) > ($1::bigint, $2::bigint) AND e.tx < edge.tx ${ofTypes} ORDER BY e.tx, e.n LIMIT $3`
  /** One page of each id, joined. */
  function inEach(column: string, ids: string): string {
    return `
    SELECT one.* FROM unnest(${ids}::text[]) AS each (id), LATERAL (
      SELECT e.* FROM events e
      WHERE ${afterPlace(column)} ${ofApps} ${ofTypes}
      ORDER BY e.${column}, e.tx, e.n LIMIT $3) one
    ORDER BY one.tx, one.n LIMIT $3`
  }
  const text = `
    WITH ${EDGE}, ${newest(appId === null ? undefined : '$5')}
    SELECT page.*, ${incarnationAt('page.tx')} AS incarnation, newest.tx AS newest_tx, newest.n AS newest_n,
      newest.incarnation AS newest_incarnation, ${WAITING}, $1::bigint >= edge.tx AS beyond,
      ${incarnationAt('$1::bigint')} AS incarnation_after
    FROM edge LEFT JOIN newest ON true LEFT JOIN LATERAL (${withinBytes(rows, 'e.tx, e.n', '$4')}) page ON true
    ORDER BY page.tx, page.n`
  const shape = [appId !== null && 'app', sessionIds && 'sessions', types && 'types'].filter(Boolean).join('-')
  return { name: `events-${shape || 'all'}`, text, values }
}

/** Condition of the events of `each.id` after the place in `$1` and `$2`. By comparisons of whole rows, only the index of the
 * column gives the order: with `=`, Postgres may read every event after the cursor to find those of a small app, or sort all
 * of a large one. */
export const afterPlace = (column: string): string =>
  `(e.${column}, e.tx, e.n) > (each.id, $1::bigint, $2::bigint) AND (e.${column}, e.tx) < (each.id, edge.tx)`

/**
 * Limits a statement over events to its first rows, up to `maxBytes` of data but at least one row.
 * `found` is the number of rows without the limit. Postgres reads a text's size from its header, not the text itself.
 */
export function withinBytes(rows: string, order: string, maxBytes: string): string {
  return `
    SELECT * FROM (
      SELECT e.*, sum(octet_length(e.data)) OVER (ORDER BY ${order}) AS total, row_number() OVER (ORDER BY ${order}) AS row_n, count(*) OVER () AS found
      FROM (${rows}) e
    ) sized WHERE row_n = 1 OR total <= ${maxBytes}::bigint`
}
