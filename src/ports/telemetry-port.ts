import type { Cause } from '../domain/compression/compression.js'
import type { NewEvent } from '../domain/event.js'
import type { WarmUpSkip } from '../domain/warm-up/warm-up.js'
import type { ModelFailure } from './model-port.js'

/** Spans and metrics. Nothing here fails, waits, or carries conversation text. */

/** Ids and sizes for the attributes of a span. */
export interface SpanFacts {
  appId?: string | null
  sessionId?: string
  compressionId?: string
  model?: string
  protocol?: string
  messages?: number
  /** The request that caused the work. The span links to its span, which may have ended long ago. */
  cause?: Cause | undefined
}

export interface RequestFacts {
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  requestId: string
}
export interface RequestEnd {
  /** Id of the operation or door. */
  operation: string
  /** Path template; null: none. */
  route: string | null
  /** null: the client hung up before the response ended. */
  status: number | null
  /** Its duration says how long the client listened. */
  isStream: boolean
}

export interface RequestSpan {
  /** The span as a W3C `traceparent`; null without a tracer. */
  traceparent: string | null
  /** Makes it the current span. */
  run(next: () => void): void
  end(end: RequestEnd): void
}

export type DoorOutcome = 'answered' | 'refused' | 'upstream-failed' | 'client-left' | 'failed'

/** What became of a prompt that a worker changed: the server read it, or why it did not. */
export type WarmUpResult = 'evaluated' | 'gave-way' | 'not-served' | 'model-unavailable' | ModelFailure | WarmUpSkip

export interface Telemetry {
  /** Runs work in a span of its own. */
  span<T>(name: 'append' | 'compression' | 'door-turn', facts: SpanFacts, work: () => Promise<T>): Promise<T>
  /** Starts the span of an HTTP request, as a child of the span in its headers. */
  request(facts: RequestFacts): RequestSpan
  /** Counts what committed events report. */
  committed(appId: string, events: readonly NewEvent[]): void
  doorTurn(protocol: string, outcome: DoorOutcome, seconds: number): void
  /** @param seconds that the model server took; absent: it was not asked, or did not finish */
  warmUp(result: WarmUpResult, seconds?: number): void
  /** Counts a problem document by its code. */
  refused(code: string): void
  /** @param messages messages of the audited session @param violations broken rules */
  audited(messages: number, violations: number): void
  /** Counts an event stream until the returned function is called. */
  streamOpened(kind: 'websocket' | 'sse'): () => void
  /** Returns all metrics in the text format of Prometheus. */
  render(): Promise<{ contentType: string; text: string }>
}

/** Figures of the whole service, for metrics. */
export interface ServiceStats {
  sessions: number
  /** Compressions that are queued or running. */
  pendingCompressions: number
  /** Age of the oldest queued compression in seconds; 0: none is queued. */
  oldestPendingSeconds: number
  /** Compressions that use a model. */
  permitsUsed: number
  /** Age of the oldest committed event that is not published yet, in seconds; 0: all are. */
  eventLagSeconds: number
  databaseBytes: number
}

export interface StatsStore {
  serviceStats(): Promise<ServiceStats>
  /** Returns the connections of this process to the database. */
  pool(): { used: number; idle: number; waiting: number }
  /** Whether a write found the disk full within the last 30 s. */
  isDiskFull(): boolean
}
