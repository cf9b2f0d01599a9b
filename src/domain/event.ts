import type { EventData } from './event-data.js'
import { REDUCTION_EVENTS } from './reductions/registry.js'

/** Positions in the event log, and what older versions gave. */
export const CURSOR = /^[\w.:-]{1,64}$/

/** Event types, in the order of docs/events.md. [P10] */
export const EVENT_TYPES = [
  'session-created',
  'session-updated',
  'session-deleted',
  'session-expiring',
  'session-imported',
  'message-appended',
  'budget-updated',
  'budget-warning',
  'level-changed',
  'tokens-recalibrated',
  'count-deviation',
  'reliability-changed',
  'reliability-warning',
  'fresh-session-advised',
  'compression-queued',
  'compression-started',
  'compression-progress',
  'compressed',
  'compression-skipped',
  'compression-error',
  'compression-stuck',
  'checkpoint-created',
  'checkpoint-aged',
  'checkpoint-merged',
  'checkpoint-upgraded',
  'context-rewritten',
  'context-recalled',
  'prompt-evaluated',
  'standing-added',
  'standing-changed',
  'standing-deleted',
  ...REDUCTION_EVENTS.map(({ type }) => type),
  'messages-evicted',
  'message-pinned',
  'message-unpinned',
  'watermark-advanced',
  'emergency',
  'snapshot-created',
  'auto-snapshot-created',
  'snapshot-restored',
  'snapshot-error',
  'session-forked',
  'rollover-complete',
  'goal-updated',
  'decision-locked',
  'drift-detected',
  'audit-failed',
  'system-prompt-over-budget',
  'fixed-part-over-budget',
  'model-unavailable',
  'model-available',
  'model-unfit',
  'model-window-lowered',
] as const satisfies readonly (keyof EventData)[]
export type EventType = (typeof EVENT_TYPES)[number]

/** An event before it is stored: one member per type, so that `type` decides the shape of `data`. */
export type NewEvent<T extends EventType = EventType> = { [K in T]: { type: K; data: EventData[K] } }[T]

export interface EventHead {
  /** Opaque position in the event log. Sorts as text in delivery order. "0" is before every event. */
  cursor: string
  id: string
  appId: string
  sessionId: string | null
  /** Number of the event in its session, starting at 1, without gaps. */
  seq: number
  /** ISO 8601. */
  at: string
}
export type Event<T extends EventType = EventType> = NewEvent<T> & EventHead

/** An event of a session without its place in the log, for reports that count all of them. */
export type SessionEvent<T extends EventType = EventType> = NewEvent<T> & Pick<EventHead, 'sessionId' | 'seq' | 'at'>

/** App of events about the service itself, such as a model becoming unavailable. Every app receives them. */
export const SERVICE_APP = '*'

export const CURSOR_START = '0'
