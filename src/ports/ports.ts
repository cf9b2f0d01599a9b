import type { Cause } from '../domain/compression/compression.js'
import type { AlertSender } from './event-port.js'
import type { Actor } from './key-port.js'
import type { Model, ModelWindows, Tokenizer } from './model-port.js'
import type { QuotaGuard } from './quota-port.js'
import type { DateReader } from './search-port.js'
import type { Store } from './store-port.js'
import type { Telemetry } from './telemetry-port.js'

export * from './model-port.js'
export type * from './search-port.js'
export type * from './archive-port.js'
export type * from './door-port.js'
export type * from './event-port.js'
export type * from './key-port.js'
export type * from './quota-port.js'
export type * from './session-port.js'
export type * from './telemetry-port.js'
export type * from './store-port.js'
export type * from './standing-port.js'
export type * from './store-records.js'
export type * from './time-port.js'

/** Everything that `app` needs from outside. Implemented by `store`, `queue`, and `model`; assembled in `wiring.ts`. */
export interface Ports {
  store: Store
  queue: Queue
  tokenizer: Tokenizer
  dates: DateReader
  /** Where operators are notified; null: nowhere. */
  alerts: AlertSender | null
  model: Model
  /** Servers behind the doors, where their windows can be asked for; null: the server of `model`, or none. [S6] */
  upstreams: { ollama: ModelWindows | null; openai: ModelWindows | null }
  quotas: QuotaGuard
  telemetry: Telemetry
  clock: Clock
  ids: Ids
  log: Log
  settings: Settings
  /** The request that the work is done for, in its own process or later in a job. */
  cause?: Cause
  /** Who the work is done for. Absent: the service itself. */
  actor?: Actor
}

/** Operator settings that `app` reads. */
export interface Settings {
  /** Model that writes summaries; null: each session's own model. */
  summaryModel: string | null
  /** Model that embeds texts; null: similarity is measured by word overlap. [Q3] */
  embedModel: string | null
  /** Host and port of the model server, without credentials. Names the server in events and records. */
  modelServer: string
  /** Maximum compressions that use the model at the same time, over all processes. [V7] */
  modelSlots: number
  /** Maximum milliseconds that a context waits for what to recall. [M4] */
  recallMs: number
  /** Days for which entries of the audit log are kept. */
  auditLogDays: number
}

export interface Clock {
  now(): Date
  /** Milliseconds of a monotonic clock, for durations. */
  monotonicMs(): number
}

export type IdPrefix =
  | 'ses'
  | 'msg'
  | 'cp'
  | 'cmp'
  | 'off'
  | 'cut'
  | 'evt'
  | 'goal'
  | 'itm'
  | 'app'
  | 'key'
  | 'tic'
  | 'snp'
  | 'std'
  | 'aud'
  | 'del'
export interface Ids {
  /** Returns an id such as `ses_…`: unique, unguessable, sortable by creation time. */
  make(prefix: IdPrefix): string
  /** Returns 32 random bytes as URL-safe text, for keys and tickets. */
  secret(): string
}

/** Logger with pino's interface. Messages are constant and facts are fields. Conversation text is never logged. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type JobName = 'compression' | 'aging' | 'upkeep'
/** A job carries ids only. The store knows which work is pending. [C7] */
export interface Job {
  name: JobName
  sessionId: string
  /** Compression id for `compression` and `aging`. */
  subjectId: string
}
export interface Queue {
  /** Adds a job once. Never throws when the queue is unavailable: the sweep requeues pending work. */
  enqueue(job: Job): Promise<void>
  depth(): Promise<Record<JobName, { waiting: number; active: number; failed: number }>>
  close(): Promise<void>
}
