import { CURSOR_START } from '../domain/event.js'
import { LOGGED_TYPES, logLine, type LogEntry } from '../domain/log-line.js'
import type { Session } from '../domain/session.js'
import type { Ports } from './ports.js'
import { readSession } from './read-session.js'

export interface LogPage {
  session: Session
  entries: LogEntry[]
  /** Where to go on. */
  cursor: string
}

/** What was done in a session, line by line, from the beginning or from a cursor of the event log. Throws session_not_found. [R5]
 * @param limit of events read; some are told by the line of another */
export async function readLog(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId, after = CURSOR_START, limit }: { sessionId: string; appId: string | null; after?: string; limit: number },
): Promise<LogPage> {
  const session = await readSession({ store }, sessionId, appId)
  const { events, head } = await store.events(after, { appId, sessionIds: [sessionId], types: LOGGED_TYPES }, limit)
  const entries = events.flatMap((event): LogEntry[] => {
    const line = logLine(event)
    return line === null ? [] : [{ at: event.at, seq: event.seq, type: event.type, ...line }]
  })
  return { session, entries, cursor: head }
}
