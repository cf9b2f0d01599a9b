import { CURSOR_START, type Event } from '../../domain/event.js'
import { LOGGED_TYPES, logLine, type LogEntry } from '../../present/log-line.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../ports/ports.js'
import { readSession } from '../shared/read-session.js'

export interface LogPage {
  session: Session
  entries: LogEntry[]
  /** Where to go on. */
  cursor: string
}

export interface LogInput {
  sessionId: string
  appId: string | null
  /** The newest events, or those after a cursor of the event log; some are told by the line of another. */
  part: { last: number } | { after?: string; limit: number }
}

/** What was done in a session, line by line. Throws session_not_found. [R5] */
export async function readLog({ store }: Pick<Ports, 'store'>, { sessionId, appId, part }: LogInput): Promise<LogPage> {
  const session = await readSession({ store }, sessionId, appId)
  if ('last' in part) {
    const events = await store.lastEvents(sessionId, LOGGED_TYPES, part.last)
    return { session, entries: entriesOf(events), cursor: events.at(-1)?.cursor ?? CURSOR_START }
  }
  const filter = { appId, sessionIds: [sessionId], types: LOGGED_TYPES }
  const { events, head } = await store.events(part.after ?? CURSOR_START, filter, part.limit)
  return { session, entries: entriesOf(events), cursor: head }
}

function entriesOf(events: readonly Event[]): LogEntry[] {
  return events.flatMap((event): LogEntry[] => {
    const line = logLine(event)
    return line === null ? [] : [{ at: event.at, seq: event.seq, type: event.type, ...line }]
  })
}
