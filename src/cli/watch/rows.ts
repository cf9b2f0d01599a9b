import { z } from 'zod'
import { sessionName } from '../../../packages/client/src/index.js'
import { EVENT_TYPES, type NewEvent } from '../../domain/event.js'
import { logLine } from '../../present/log-line.js'
import { Named } from '../session/name.js'
import type { WatchedEvent } from './event-stream.js'

/** The sessions on the screen, updated by events. */

export const Status = z.looseObject({
  used: z.number(),
  limit: z.number(),
  level: z.string(),
  breakdown: z.record(z.string(), z.number()),
  compressor: z.looseObject({ state: z.string() }),
})
const Summary = Named.extend({
  id: z.string(),
  model: z.string(),
  lastActivityAt: z.string(),
  contextStatus: Status,
})
export const SessionPage = z.object({ sessions: z.array(Summary) })

export interface Row {
  id: string
  /** What people call it, else the end of the id. */
  name: string
  model: string
  status: z.infer<typeof Status> | null
  lastEvent: string
  /** ISO 8601. */
  at: string
}
export type Rows = Map<string, Row>

/** Rows in memory. The least recently active ones are dropped. */
const MAX_ROWS = 500
/** A later message of a session without a name is not read for one. */
const OPENING_SEQ = 3

export function setSessions(rows: Rows, { sessions }: z.infer<typeof SessionPage>): void {
  for (const session of sessions) {
    const { id, model, lastActivityAt, contextStatus: status } = session
    const known = rows.get(id)
    const at = known && known.at > lastActivityAt ? known.at : lastActivityAt
    rows.set(id, {
      id,
      name: sessionName(session) ?? shortId(id),
      model,
      status,
      lastEvent: known?.lastEvent ?? '',
      at,
    })
  }
}

/** Applies an event. Returns whether the name of the session must be read. */
export function applyEvent(rows: Rows, event: WatchedEvent): boolean {
  const { sessionId: id, type, data, at } = event
  if (id === null) return false
  if (type === 'session-deleted') {
    rows.delete(id)
    return false
  }
  const known = rows.get(id)
  const row = known ?? { id, name: shortId(id), model: '', status: null, lastEvent: '', at }
  const status = type === 'budget-updated' ? Status.safeParse(data) : null
  const line = eventText(event)
  rows.set(id, { ...row, at, status: status?.data ?? row.status, lastEvent: line ?? row.lastEvent })
  if (rows.size > MAX_ROWS) rows.delete(byActivity(rows).at(-1)!.id)
  return known === undefined || (line !== null && isOpening(event) && row.name === shortId(id))
}

/** Whether messages of this event may hold the first words of a session, by which it is named. */
function isOpening({ type, data }: WatchedEvent): boolean {
  const [first] =
    type === 'message-appended' && Array.isArray(data.messages) ? (data.messages as { seq?: unknown }[]) : []
  return typeof first?.seq === 'number' && first.seq <= OPENING_SEQ
}

/** Newest activity first. */
export function byActivity(rows: Rows): Row[] {
  return [...rows.values()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? 1 : -1))
}

/** Returns the line of the session log for an event, its type if it has none, and null for an event that only repeats
 * the budget. */
export function eventText({ type, data }: WatchedEvent): string | null {
  if (type === 'budget-updated') return null
  if (type === 'message-appended') {
    const messages = Array.isArray(data.messages) ? data.messages.length : 1
    return messages === 1 ? 'Message appended' : `${messages} messages appended`
  }
  if (!EVENT_TYPES.some((known) => known === type)) return type
  try {
    return logLine({ type, data } as NewEvent)?.line ?? type
  } catch {
    // A daemon of another version may send other data.
    return type
  }
}

function shortId(id: string): string {
  return `…${id.slice(-8)}`
}
