import { isRecord } from '../domain/json/json.js'
import { ID_PATTERN } from '../domain/texts.js'
import { EVENT_TYPES, type Event, type EventType, CURSOR } from '../domain/event.js'

/** Client and server frames of `/v1/events`. Each frame is one JSON text. [11] */

export interface Subscribe {
  type: 'subscribe'
  /** Cursor to start after. `0` replays the whole log; without it, delivery starts with new events. */
  after?: string
  sessionIds?: string[]
  types?: EventType[]
  /** `content`: events of appended messages carry the messages. For app keys. */
  include?: 'content'
}
export type ClientFrame = Subscribe | { type: 'unsubscribe' } | { type: 'ping' }

export type ServerFrame =
  | { type: 'hello'; cursor: string }
  | { type: 'event'; event: Event }
  | { type: 'caught-up'; cursor: string }
  | { type: 'pong' }
  | {
      type: 'error'
      code: 'invalid_frame' | 'forbidden' | 'cursor_invalid' | 'store_unavailable' | 'too_many_frames'
      detail: string
    }

const eventBytes = new WeakMap<Event, Buffer>()

/** Serializes a frame. Subscribers share event objects, so an event is serialized once for all of them. */
export function frameData(frame: ServerFrame): Buffer | string {
  if (frame.type !== 'event') return JSON.stringify(frame)
  let data = eventBytes.get(frame.event)
  if (data === undefined) {
    data = Buffer.from(JSON.stringify(frame))
    eventBytes.set(frame.event, data)
  }
  return data
}

/** Maximum sessions in a filter. */
const FILTER_SESSIONS_MAX = 100
const KNOWN_TYPES = new Set<string>(EVENT_TYPES)

/** Returns the frame, or the reason why the text is not a valid frame. */
export function parseFrame(text: string): ClientFrame | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'A frame must be JSON.'
  }
  if (!isRecord(value)) return 'A frame must be a JSON object.'
  if (value.type === 'ping' || value.type === 'unsubscribe') return unknownKeys(value, ['type']) ?? { type: value.type }
  if (value.type !== 'subscribe') return 'type must be one of "subscribe", "unsubscribe", "ping".'
  return parseSubscribe(value)
}

function parseSubscribe(value: Record<string, unknown>): Subscribe | string {
  const fault = unknownKeys(value, ['type', 'after', 'sessionIds', 'types', 'include'])
  if (fault) return fault
  const { sessionIds, types, include } = value
  // People write `after: 0` as a number.
  const after = typeof value.after === 'number' ? String(value.after) : value.after
  if (after !== undefined && (typeof after !== 'string' || !CURSOR.test(after))) return 'after must be a cursor or 0.'
  if (sessionIds !== undefined && !isListOf(sessionIds, isSessionId))
    return `sessionIds must be 1 to ${FILTER_SESSIONS_MAX} session ids.`
  if (types !== undefined && !isListOf(types, isEventType))
    return `types must be 1 to ${FILTER_SESSIONS_MAX} event types.`
  if (include !== undefined && include !== 'content') return 'include must be "content".'
  return { type: 'subscribe', after, sessionIds, types, ...(include !== undefined && { include }) }
}

function unknownKeys(value: Record<string, unknown>, known: string[]): string | null {
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  return unknown === undefined
    ? null
    : `Unknown field ${JSON.stringify(unknown.slice(0, 40))}; expected ${known.join(', ')}.`
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.length > 0 && value.length <= FILTER_SESSIONS_MAX && value.every(isItem)
}

function isSessionId(value: unknown): value is string {
  return typeof value === 'string' && ID_PATTERN.test(value)
}

function isEventType(value: unknown): value is EventType {
  return typeof value === 'string' && KNOWN_TYPES.has(value)
}
