import type { components } from './generated/api.js'

/** Types that the event stream shares with its two connections. */

type AnyEvent = components['schemas']['Event']
export type EventType = AnyEvent['type']
export type Event<T extends EventType = EventType> = Extract<AnyEvent, { type: T }>

/** `caught-up` separates replayed events from live ones. It comes once for each connection. */
export type StreamItem = { kind: 'event'; cursor: string; event: Event } | { kind: 'caught-up'; cursor: string }

/** An item of one connection. `open` is the first: the position where the connection starts, if known. */
export type ConnectionItem = StreamItem | { kind: 'open'; cursor?: string }

export interface Connecting {
  after: string | undefined
  sessionIds: readonly string[]
  types: readonly EventType[]
  signal: AbortSignal
}
