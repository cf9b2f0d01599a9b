import type { Event, EventType, SessionEvent } from '../domain/event.js'
import type { EventFilter } from './store-records.js'

/** The event log. An event is withheld while an older transaction may still add one before it. */
export interface EventStore {
  /** Returns events after a cursor, ascending.
   * A page has at most `limit` events and `maxBytes` of stored text (default 2 MiB), but at least one event.
   * `head` is the cursor to continue from, even if the filter matched nothing: the newest event that the app of the
   * filter may see. `more` is true if the page is full.
   * `sizes` are the characters of stored text of each event. Throws invalid_request for an invalid cursor,
   * cursor_invalid for one past the end, or of another incarnation of the log. */
  events(
    after: string,
    filter: EventFilter,
    limit: number,
    maxBytes?: number,
  ): Promise<{ events: Event[]; sizes: number[]; head: string; more: boolean }>
  /** Returns events of sessions after a cursor, ascending, without their places: half the work of `events`.
   * A page has at most `limit` events and 2 MiB of stored text, but at least one event. `head` is the cursor to continue from:
   * the given one if there is no event. `more` is true if the page is full. Throws as `events` does. */
  sessionEvents(
    after: string,
    filter: { sessionIds: string[]; types: EventType[] },
    limit: number,
  ): Promise<{ events: SessionEvent[]; head: string; more: boolean }>
  /** Returns the newest events of a session, in order. Fewer than `limit` if they exceed 2 MiB of stored text. */
  lastEvents(sessionId: string, types: EventType[], limit: number): Promise<Event[]>
  /** Returns the newest cursor that an app may see (null: of all apps) and before which no event can still appear. */
  head(appId: string | null): Promise<string>
  /** Returns a cursor after which the log has the events from a time on, by the clocks of the processes that wrote them;
   * at most the newest that an app may see (null: of all apps). */
  cursorBefore(at: Date, appId: string | null): Promise<string>
  /** Resolves when there may be new events, after `timeoutMs`, or on abort. A wake-up does not guarantee an event. */
  untilEvents(signal: AbortSignal, timeoutMs: number): Promise<void>
  /** Resolves when no event committed before the call is withheld, or after 1 s. */
  untilPublished(): Promise<void>
}

/** What operators are notified of, wherever they are. */
export interface Alert {
  /** Cursor of the event. An alert that is sent twice has the same. */
  id: string
  type: EventType
  /** ISO 8601. */
  at: string
  appId: string
  sessionId: string | null
  /** One sentence, for programs that show a `text`. */
  text: string
  /** Data of the event. */
  data: object
}

/** Sends alerts to the address that the operator configured. */
export interface AlertSender {
  /** Host of the address, without anything secret. */
  host: string
  /** Throws an Error that says why the receiver did not take it, within 10 s. */
  send(alert: Alert, signal?: AbortSignal): Promise<void>
}
