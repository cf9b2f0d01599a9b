import type { Checkpoint } from '../../domain/compression/checkpoint.js'
import type { Compression, FailReason } from '../../domain/compression/compression.js'
import type { Cut } from '../../domain/context/cut.js'
import type { Event, EventType, NewEvent } from '../../domain/event.js'
import type { GoalAct } from '../../domain/goal/act.js'
import type { Goal } from '../../domain/goal/goal.js'
import type { LedgerEntry, LedgerState } from '../../domain/ledger/ledger.js'
import type { ModelHealth, HealthIssue } from '../../domain/model/model-health.js'
import type { NewMessage, SeqRange, StoredMessage, ViewEntry } from '../../domain/message.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { Session } from '../../domain/session/session.js'
import type { BoundaryCall } from '../../domain/context/watermark.js'

/** What the verbs need of the store. Nothing here knows Postgres. */

/** A compression and where it belongs. */
export interface Subject {
  sessionId: string
  compressionId: string
}

/** One run of a compression: what its worker holds. A later run of the same compression has another number. */
export interface Run extends Subject {
  runs: number
}

export interface Page {
  limit: number
  /** Id (or seq as text) of the last item already seen. */
  after?: string
}

/** Messages by range or by number, at most so many and so many bytes of text. The first of them is always in the page, however large.
 * `longest`: messages of more bytes are left out. */
export type HistoryPageRequest = (SeqRange | { seqs: readonly number[] }) & {
  limit: number
  maxBytes?: number
  longest?: number
}

/** A message without arguments and contents of the parts named in `without`. */
export interface FramedMessage {
  message: StoredMessage
  without: readonly number[]
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

/** The goal that a session is opened with. */
export interface FirstGoal {
  act: GoalAct
  goals: Goal[]
}

/** One lock, one transaction, one session. Everything written here becomes visible together, or not at all.
 * `session` is a working copy: change its fields; they are written back when the work returns. */
export interface SessionTx {
  readonly session: Session
  /** Database time when the lock was taken. Leases are measured by it, never by the clock of a worker. */
  readonly now: Date
  entries(): Promise<ViewEntry[]>
  reductions(): Promise<Reduction[]>
  /** Those of the ids that are offloads of this session, also of messages that left the context. */
  offloadsAmong(ids: string[]): Promise<string[]>
  checkpoints(): Promise<Checkpoint[]>
  /** Full messages by number, ascending; unknown numbers are left out. */
  messages(seqs: number[]): Promise<StoredMessage[]>
  /** As of the store, the messages of this transaction included. */
  history(page: HistoryPageRequest): Promise<StoredMessage[]>
  outlines(page: HistoryPageRequest): Promise<StoredMessage[]>
  span(seqs: readonly number[]): Promise<StoredMessage[]>
  /** Digests of messages, ascending by number. */
  digests(seqs: readonly number[]): Promise<{ seq: number; digest: string }[]>
  /** Calls of messages after `seq`, wherever those are now, ascending; at most 1,000 that have the call id or the tool, MCP prefix or not. */
  callsAfter(seq: number, wanted: { callId: string } | { toolName: string }): Promise<BoundaryCall[]>
  insertMessages(messages: NewMessage[]): Promise<void>
  /** What an app says of a message in the context after it came. */
  pin(seq: number, pinned: boolean): Promise<void>
  /** Writes the records, marks the messages `reduced` and lowers their `viewTokens`. */
  insertReductions(reductions: Reduction[]): Promise<void>
  /** Marks messages covered by a checkpoint. Returns how many were still raw or reduced; the caller refuses anything short. */
  cover(ranges: SeqRange[]): Promise<number>
  /** Marks messages set aside. */
  evict(ranges: SeqRange[]): Promise<number>
  insertCheckpoint(checkpoint: Checkpoint): Promise<void>
  /** Ends the life of checkpoints in favor of another. */
  supersede(ids: string[], by: string): Promise<void>
  /** Messages, parts and checkpoints changed in this transaction since its last cut. */
  rewrittenBlocks(): number
  insertCut(cut: Cut): Promise<void>
  /** Adds what is not there yet; of entries that say of one thing only the newest stays open. [C9] */
  insertLedger(entries: LedgerEntry[]): Promise<void>
  /** Open entries, the newest `reach` of each kind. */
  openLedger(reach: number): Promise<LedgerEntry[]>
  /** Goals of the session, in the order in which they were added. */
  goals(): Promise<Goal[]>
  /** Adds an act to the record, and writes the goals it changed as they are after it. [G4] */
  recordGoals(act: GoalAct, changed: Goal[]): Promise<void>
  insertCompression(compression: Compression): Promise<void>
  /** Throws when a later run has begun. */
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
  insertSession(
    session: Session,
    events: NewEvent[],
    idempotency?: { key: string; bodyDigest: string },
    initialGoal?: FirstGoal,
  ): Promise<Session>
  /** null when unknown, or when it belongs to another app (`appId` null: any). */
  session(id: string, appId: string | null): Promise<Session | null>
  sessions(appId: string | null, page: Page): Promise<Session[]>
  /** Removes all of it but the event that says so. False: there was none. */
  deleteSession(id: string, appId: string | null): Promise<boolean>
  /** Locks the session and runs `work` in a transaction. Throws session_not_found. Deadlocks and serialisation failures are retried a few times. */
  change<T>(id: string, appId: string | null, work: (tx: SessionTx) => Promise<T>): Promise<T>
  // reading
  records(id: string, appId: string | null): Promise<SessionRecords | null>
  /** Full messages by number from a bounded cache or the table. `admit` is asked before long texts are read, with the bytes of all of them;
   * when it throws, none is read. */
  messages(
    sessionId: string,
    seqs: readonly number[],
    admit?: (bytes: number) => Promise<void>,
  ): Promise<StoredMessage[]>
  /** Full messages past the cache, ascending; 16 MiB of text unless said. A page that does not end with the last message wanted has more
   * after it. */
  history(sessionId: string, page: HistoryPageRequest): Promise<StoredMessage[]>
  /** Where that page ends and the bytes of text in it, without reading them; null: there is nothing. */
  measureHistory(sessionId: string, page: HistoryPageRequest): Promise<{ last: number; bytes: number } | null>
  /** Messages whose long results and arguments are there by head and tail, and pictures and files without their bytes: what summaries and
   * exact lines read. 4 MiB of text unless said. */
  outlines(sessionId: string, page: HistoryPageRequest): Promise<StoredMessage[]>
  /** Outlines of all the messages, shortened further until they are together about 2 MiB of results and arguments. */
  span(sessionId: string, seqs: readonly number[]): Promise<StoredMessage[]>
  /** Those of the messages that are worth having without their large parts. */
  frames(sessionId: string, seqs: readonly number[]): Promise<FramedMessage[]>
  /** The newest `count` messages of people, ascending, wherever they stand now; looked for among the newest 5,000. */
  lastWords(sessionId: string, count: number): Promise<StoredMessage[]>
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
  /** In the order in which they were added. */
  goals(sessionId: string): Promise<Goal[]>
  /** Everything that was ever done to them, in order. */
  goalActs(sessionId: string): Promise<GoalAct[]>
  /** State and size of the messages of a session, whether they are pinned now, or of a range of them, ascending. */
  states(
    sessionId: string,
    range?: SeqRange,
  ): Promise<
    {
      seq: number
      state: 'raw' | 'reduced' | 'covered' | 'evicted'
      role: StoredMessage['role']
      pinned: boolean
      viewTokens: number
    }[]
  >
  /** Compressions that no worker runs: queued, or running with a lease that ran out or lies beyond any lease. Oldest first. */
  pending(limit: number): Promise<Subject[]>
  /** Chooses the next compression and holds it for its worker for CLAIM_MS: of the app that had the model longest ago the session nearest
   * its limit. `waits`: why nothing was chosen. At most `modelSlots` that ask a model are held at one time. [V7] */
  claim(modelSlots: number): Promise<(Subject & { isUpgrade: boolean }) | { waits: 'nothing-owed' | 'model-busy' }>
  /** Live copied checkpoints of sessions quiet since `idleSince`, offered to no model since `triedBefore`; those in the emptiest windows
   * first. None while one is being written anew. [V5] */
  upgradable(
    when: { idleSince: Date; triedBefore: Date },
    limit: number,
  ): Promise<{ sessionId: string; checkpointId: string }[]>
  /** Ends a compression that no worker runs as failed, and says so as an event, without reading any document of its session. Its session's own
   * record of it stays; the next append notices that there is none. */
  failUnread(subject: Subject, why: { reason: FailReason; detail: string }): Promise<void>
  /** Notes that a copied checkpoint was offered to a model, without reading its session. */
  noteOffer(checkpointId: string): Promise<void>
  /** Extends the lease of a run by LEASE_MS from now; false: the run has ended, or a later one has begun. */
  extendLease(run: Pick<Run, 'compressionId' | 'runs'>): Promise<boolean>
  // model care
  /** What is known of a server and its models, the server itself first. */
  modelHealth(server: string, limit: number): Promise<ModelHealth[]>
  /** What keeps models of a server from writing summaries; at most a second old, so that no reply waits for it. */
  issues(server: string): Promise<HealthIssue[]>
  /** Reads and changes, under one lock, what is known of a model (null: of the server); events told with it are heard by every app. */
  changeModelHealth<T>(
    server: string,
    model: string | null,
    work: (health: ModelHealth) => { health: ModelHealth; events?: NewEvent[]; result: T },
  ): Promise<T>
  // events
  /** Events after a cursor that can no longer be overtaken by an earlier one, ascending. `head` is the cursor to go on from
   * even when the filter let nothing through. A page holds at most `limit` events and `maxBytes` of stored text (2 MiB unless said), and the
   * first event in any case. `more`: it is full. `sizes`: characters of stored text of each event. */
  events(
    after: string,
    filter: EventFilter,
    limit: number,
    maxBytes?: number,
  ): Promise<{ events: Event[]; sizes: number[]; head: string; more: boolean }>
  /** The newest events of a session, in order; fewer than `limit` where these hold more than 2 MiB of stored text. */
  lastEvents(sessionId: string, types: EventType[], limit: number): Promise<Event[]>
  /** Newest safe cursor. */
  head(): Promise<string>
  /** Resolves when something may have happened after now, when `timeoutMs` has passed, or on abort; a wake-up, not a promise. */
  untilEvents(signal: AbortSignal, timeoutMs: number): Promise<void>
  close(): Promise<void>
}
