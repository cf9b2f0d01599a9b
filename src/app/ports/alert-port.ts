import type { EventType } from '../../domain/event.js'

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
