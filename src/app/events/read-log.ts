import { CURSOR_START, type Event, type EventType } from '../../domain/event.js'
import type { Goal } from '../../domain/goal/goal.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { readSession } from '../shared/read-session.js'

export interface LogPage {
  session: Session
  events: Event[]
  /** The goals of the session, if an event is about goals: events carry only ids. */
  goals: Goal[]
  /** Cursor to continue from. */
  cursor: string
}

export interface LogInput extends SessionAddress {
  /** Event types that have a line in the session log. */
  types: EventType[]
  /** The newest events, or those after a cursor of the event log. */
  part: { last: number } | { after?: string; limit: number }
}

const GOAL_EVENTS: readonly EventType[] = ['goal-updated', 'decision-locked']

/** Returns the events behind the session log. Throws session_not_found. [R5] */
export async function readLog(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId, types, part }: LogInput,
): Promise<LogPage> {
  const session = await readSession({ store }, { sessionId, appId })
  await store.untilPublished()
  const goalsOf = async (events: readonly Event[]) =>
    events.some(({ type }) => GOAL_EVENTS.includes(type)) ? store.goals(sessionId) : []
  if ('last' in part) {
    const events = await store.lastEvents(sessionId, types, part.last)
    return { session, events, goals: await goalsOf(events), cursor: events.at(-1)?.cursor ?? CURSOR_START }
  }
  const filter = { appId, sessionIds: [sessionId], types }
  const { events, head } = await store.events(part.after ?? CURSOR_START, filter, part.limit)
  return { session, events, goals: await goalsOf(events), cursor: head }
}
