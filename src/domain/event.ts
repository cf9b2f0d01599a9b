import type { Json } from './message.js'

/** The one vocabulary of past facts. [P10] */
export const EVENT_TYPES = [
  'session-created',
  'session-updated',
  'session-deleted',
  'message-appended',
  'budget-updated',
  'level-changed',
  'reliability-changed',
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
  'tool-result-offloaded',
  'tool-result-condensed',
  'tool-result-masked',
  'tool-input-truncated',
  'messages-evicted',
  'message-pinned',
  'message-unpinned',
  'watermark-advanced',
  'snapshot-created',
  'auto-snapshot-created',
  'snapshot-restored',
  'snapshot-error',
  'session-forked',
  'rollover-complete',
  'emergency',
  'goal-updated',
  'decision-locked',
  'drift-detected',
  'audit-failed',
  'system-prompt-over-budget',
  'model-unavailable',
  'model-available',
  'model-unfit',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export interface NewEvent {
  type: EventType
  data: { [key: string]: Json }
}

export interface Event extends NewEvent {
  /** Opaque place in the log; sorts as text in delivery order. "0" is before everything. */
  cursor: string
  id: string
  appId: string
  sessionId: string | null
  /** 1, 2, 3 … in the session, without gaps. */
  seq: number
  /** ISO 8601. */
  at: string
}

/** App of the events that tell of the service itself (models coming and going): every app hears them. */
export const SERVICE_APP = '*'

export const CURSOR_START = '0'
