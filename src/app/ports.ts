import type { Checkpoint } from '../domain/checkpoint.js'
import type { Compression } from '../domain/compression.js'
import type { Cut } from '../domain/cut.js'
import type { Event, EventType, NewEvent } from '../domain/event.js'
import type { LedgerEntry, LedgerState } from '../domain/ledger.js'
import type { ModelCare, Trouble } from '../domain/model-care.js'
import type { Format, NewMessage, SeqRange, StoredMessage, ViewEntry } from '../domain/message.js'
import type { Reduction } from '../domain/reduction.js'
import type { Session } from '../domain/session.js'

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

export type IdPrefix = 'ses' | 'msg' | 'cp' | 'cmp' | 'off' | 'cut' | 'evt' | 'app' | 'key' | 'tic'
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

// ---- store ------------------------------------------------------------------------------------------------------------

/** A compression and where it belongs. */
export interface Subject {
  sessionId: string
  compressionId: string
}

export interface Page {
  limit: number
  /** Id (or seq as text) of the last item already seen. */
  after?: string
}

export interface App {
  id: string
  name: string
  createdAt: Date
}
export type KeyRole = 'admin' | 'app' | 'viewer'
export interface Key {
  id: string
  appId: string
  role: KeyRole
  createdAt: Date
}
/** A one-use key for the query string of a WebSocket or SSE address. */
export interface Ticket {
  appId: string
  role: KeyRole
}

export interface EventFilter {
  /** null: all apps (admin). Events of the service itself pass for every app. */
  appId: string | null
  sessionIds?: string[]
  types?: EventType[]
}

/** Everything a context is made of, read in one snapshot. */
export interface SessionRecords {
  session: Session
  /** Messages in the context, ascending. */
  entries: ViewEntry[]
  /** Of messages in the context. */
  reductions: Reduction[]
  /** Live ones, by `range.to`. */
  checkpoints: Checkpoint[]
}

/** One lock, one transaction, one session. Everything written here becomes visible together, or not at all.
 * `session` is a working copy: change its fields; they are written back when the work returns. */
export interface SessionTx {
  readonly session: Session
  entries(): Promise<ViewEntry[]>
  reductions(): Promise<Reduction[]>
  checkpoints(): Promise<Checkpoint[]>
  /** Full messages by number, ascending; unknown numbers are left out. */
  messages(seqs: number[]): Promise<StoredMessage[]>
  insertMessages(messages: NewMessage[]): Promise<void>
  /** Writes the records, marks the messages `reduced` and lowers their `viewTokens`. */
  insertReductions(reductions: Reduction[]): Promise<void>
  /** Marks messages covered by a checkpoint. Returns how many were still raw or reduced; the caller refuses anything short. */
  cover(ranges: SeqRange[]): Promise<number>
  /** Marks messages set aside. */
  setAside(ranges: SeqRange[]): Promise<number>
  insertCheckpoint(checkpoint: Checkpoint): Promise<void>
  /** Ends the life of checkpoints in favour of another. */
  supersede(ids: string[], by: string): Promise<void>
  insertCut(cut: Cut): Promise<void>
  /** Adds what is not there yet; of entries that say of one thing only the newest stays open. [C9] */
  insertLedger(entries: LedgerEntry[]): Promise<void>
  /** Open entries, the newest `reach` of each kind. */
  openLedger(reach: number): Promise<LedgerEntry[]>
  insertCompression(compression: Compression): Promise<void>
  updateCompression(compression: Compression): Promise<void>
  compression(id: string): Promise<Compression | null>
  /** The one that is queued or running, if any. */
  activeCompression(): Promise<Compression | null>
  /** Notes when a copied checkpoint was last offered to a model; null: it may be offered again. */
  noteUpgrade(checkpointId: string, triedAt: Date | null): Promise<void>
  /** Remembers the reply to an idempotency key. */
  rememberReply(key: string, bodyDigest: string, reply: string): Promise<void>
  rememberedReply(key: string): Promise<{ bodyDigest: string; reply: string } | null>
  /** Adds to the log in the same transaction. */
  emit(event: NewEvent): void
}

export interface Store {
  ping(): Promise<void>
  // apps and keys
  insertApp(app: App): Promise<void>
  apps(page: Page): Promise<App[]>
  app(id: string): Promise<App | null>
  insertKey(key: Key, hash: string): Promise<void>
  keys(appId: string | null, page: Page): Promise<Key[]>
  deleteKey(id: string): Promise<boolean>
  keyByHash(hash: string): Promise<Key | null>
  insertTicket(hash: string, ticket: Ticket, expiresAt: Date): Promise<void>
  /** Gives the ticket once; null if unknown, used or expired. */
  takeTicket(hash: string, now: Date): Promise<Ticket | null>
  // sessions
  /** With `idempotency`: stores nothing and returns the session made before, if the key was used with the same digest; throws idempotency_conflict on another. */
  insertSession(session: Session, events: NewEvent[], idempotency?: { key: string; bodyDigest: string }): Promise<Session>
  /** null when unknown, or when it belongs to another app (`appId` null: any). */
  session(id: string, appId: string | null): Promise<Session | null>
  sessions(appId: string | null, page: Page): Promise<Session[]>
  /** Removes all of it but the event that says so. False: there was none. */
  deleteSession(id: string, appId: string | null): Promise<boolean>
  /** Locks the session and runs `work` in a transaction. Throws session_not_found. Deadlocks and serialisation failures are retried a few times. */
  change<T>(id: string, appId: string | null, work: (tx: SessionTx) => Promise<T>): Promise<T>
  // reading
  records(id: string, appId: string | null): Promise<SessionRecords | null>
  /** Full messages by number from a bounded cache or the table. */
  messages(sessionId: string, seqs: number[]): Promise<StoredMessage[]>
  history(sessionId: string, range: { from: number; to: number; limit: number }): Promise<StoredMessage[]>
  compressions(sessionId: string, page: Page): Promise<Compression[]>
  compression(sessionId: string, id: string): Promise<Compression | null>
  /** Live ones by default, of the newest messages first. */
  checkpoints(sessionId: string, page: Page & { superseded?: boolean }): Promise<Checkpoint[]>
  checkpoint(sessionId: string, id: string): Promise<Checkpoint | null>
  reductions(sessionId: string, page: Page): Promise<Reduction[]>
  reduction(sessionId: string, id: string): Promise<Reduction | null>
  cuts(sessionId: string): Promise<Cut[]>
  /** Entries of the ledger, newest first. */
  ledger(sessionId: string, page: Page & { state?: LedgerState }): Promise<LedgerEntry[]>
  /** Open ones, the newest `reach` of each kind. */
  openLedger(sessionId: string, reach: number): Promise<LedgerEntry[]>
  /** State and size of the messages of a session, or of a range of them, ascending. */
  states(
    sessionId: string,
    range?: SeqRange,
  ): Promise<{ seq: number; state: 'raw' | 'reduced' | 'covered' | 'aside'; role: StoredMessage['role']; viewTokens: number }[]>
  /** Compressions nobody works on: queued, or running with a lease that ran out. Oldest first. */
  owed(now: Date, limit: number): Promise<{ compressionId: string; sessionId: string }[]>
  /** Chooses the compression whose turn it is and holds it for its worker until `until`: of the app that had the model longest ago the
   * session nearest its limit. `waits`: why nothing was chosen. Those that ask a model are held by at most `modelSlots` at one time. [V7] */
  claim(turn: {
    now: Date
    until: Date
    modelSlots: number
  }): Promise<(Subject & { isUpgrade: boolean }) | { waits: 'nothing-owed' | 'model-busy' }>
  /** Live copied checkpoints of sessions quiet since `idleSince`, offered to no model since `triedBefore`; those in the emptiest windows
   * first. None while one is being written anew. [V5] */
  upgradable(when: { idleSince: Date; triedBefore: Date }, limit: number): Promise<{ sessionId: string; checkpointId: string }[]>
  /** Prolongs the lease of a running compression; false: it is no longer running. */
  extendLease(compressionId: string, until: Date): Promise<boolean>
  // model care
  /** What is known of a server and its models, the server itself first. */
  modelCare(server: string, limit: number): Promise<ModelCare[]>
  /** What keeps models of a server from writing summaries; at most a second old, so that no reply waits for it. */
  troubles(server: string): Promise<Trouble[]>
  /** Reads and changes, under one lock, what is known of a model (null: of the server); events told with it are heard by every app. */
  changeModelCare<T>(
    server: string,
    model: string | null,
    work: (care: ModelCare) => { care: ModelCare; events?: NewEvent[]; result: T },
  ): Promise<T>
  // events
  /** Events after a cursor that can no longer be overtaken by an earlier one, ascending. `head` is the cursor to go on from
   * even when the filter let nothing through. */
  events(after: string, filter: EventFilter, limit: number): Promise<{ events: Event[]; head: string }>
  /** Newest safe cursor. */
  head(): Promise<string>
  /** Resolves when something may have happened after now, when `timeoutMs` has passed, or on abort; a wake-up, not a promise. */
  untilEvents(signal: AbortSignal, timeoutMs: number): Promise<void>
  close(): Promise<void>
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
  /** Adds a job once; lower `urgency` first (0 … 100). Never throws for a queue that is away: the sweep will find what is owed. */
  enqueue(job: Job, urgency?: number): Promise<void>
  depth(): Promise<Record<JobName, { waiting: number; active: number; failed: number }>>
  close(): Promise<void>
}

// ---- model ------------------------------------------------------------------------------------------------------------

export interface Tokenizer {
  /** At once, on this thread; for texts of a few KB. Linear in the input for any input. [T1] */
  count(text: string): number
  /** Any size: short texts here, long ones on another thread; past the time bound an estimate that is never too low. */
  countAll(texts: string[]): Promise<number[]>
  close(): Promise<void>
}

export interface ModelWindow {
  /** Tokens of the model's own context. */
  tokens: number
  /** Billions; null when the server does not say. */
  parameters: number | null
  family: string | null
  digest: string | null
}

export interface ChatRequest {
  model: string
  system: string
  prompt: string
  /** JSON schema for `format`; null: plain text. */
  schema: object | null
  numCtx: number
  numPredict: number
  /** Our count of the prompt, to notice silent cuts. */
  promptTokens: number
  signal: AbortSignal
  /** Called now and then with the tokens written so far. */
  onProgress?: (outputTokens: number) => void
}
export interface ChatReply {
  text: string
  promptTokens: number
  outputTokens: number
  durationMs: number
}
export type ModelFailure =
  | 'unavailable' // refused, reset, 5xx, no such host
  | 'timeout'
  | 'no-such-model'
  | 'prompt-cut' // the server silently dropped part of the prompt [V1]
  | 'length' // the answer ran into its limit
  | 'repeats' // one stretch again and again; not waited for to its end
  | 'empty' // nothing but blanks or thinking
  | 'rejected' // 4xx
  | 'aborted'
export class ModelError extends Error {
  constructor(
    readonly failure: ModelFailure,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.name = 'ModelError'
  }
}
export interface Model {
  /** One chat call; throws ModelError. Concurrency is bounded by the implementation. */
  chat(request: ChatRequest): Promise<ChatReply>
  /** The model's real window; null when the server is away or does not know the model. Cached, with a time-out; `fresh` asks anew. [S4] */
  window(model: string, fresh?: boolean): Promise<ModelWindow | null>
  /** Names the server has; empty when it is away. */
  models(): Promise<{ name: string; digest: string; parameters: number | null }[]>
  close(): Promise<void>
}

export type { Format }
