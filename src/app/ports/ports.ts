import type { Model, Tokenizer } from './model-port.js'
import type { Store } from './store-port.js'

export * from './model-port.js'
export type * from './store-port.js'

/** What the verbs of `app` need from the world. Implemented by `store`, `queue`, `model`; put together in `wiring.ts`. */
export interface Ports {
  store: Store
  queue: Queue
  tokenizer: Tokenizer
  model: Model
  clock: Clock
  ids: Ids
  log: Log
  settings: Settings
}

/** What the operator decided that verbs must know. */
export interface Settings {
  /** Model that writes summaries; null: each session's own. */
  summaryModel: string | null
  /** Model that embeds texts; null: likeness is judged by words. [Q3] */
  embedModel: string | null
  /** Host and port of the model server, without credentials: its name in events and records. */
  modelServer: string
  /** Compressions that may ask the model at one time, over all processes. [V7] */
  modelSlots: number
}

export interface Clock {
  now(): Date
  /** Milliseconds that only grow; for durations. */
  monotonicMs(): number
}

export type IdPrefix = 'ses' | 'msg' | 'cp' | 'cmp' | 'off' | 'cut' | 'evt' | 'goal' | 'itm' | 'app' | 'key' | 'tic'
export interface Ids {
  /** `ses_…`: unique, unguessable, sortable by time of making. */
  make(prefix: IdPrefix): string
  /** 32 random bytes as URL-safe text, for keys and tickets. */
  secret(): string
}

/** pino's shape: facts as fields under a constant sentence; never content of conversations. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

// ---- queue ------------------------------------------------------------------------------------------------------------

export type JobName = 'compression' | 'aging' | 'upkeep'
/** Jobs carry ids only; what is owed is in the store. [C7] */
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
