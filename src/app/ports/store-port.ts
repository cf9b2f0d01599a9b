import type { Checkpoint } from '../../domain/compression/checkpoint.js'
import type { Compression, FailReason } from '../../domain/compression/compression.js'
import type { Cut } from '../../domain/context/cut.js'
import type { Event, EventType, NewEvent } from '../../domain/event.js'
import type { GoalAct } from '../../domain/goal/act.js'
import type { Goal } from '../../domain/goal/goal.js'
import type { LedgerEntry, LedgerState } from '../../domain/ledger/ledger.js'
import type { Calibration, PromptSample } from '../../domain/model/calibration.js'
import type { ModelHealth, HealthIssue } from '../../domain/model/model-health.js'
import type { NewMessage, SeqRange, StoredMessage, ViewEntry } from '../../domain/message.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { Session } from '../../domain/session/session.js'
import type { ArchiveStore } from './archive-port.js'
import type { BoundaryCall } from '../../domain/context/watermark.js'
import type { SearchStore } from './search-port.js'
import type {
  Subject,
  Run,
  Page,
  HistoryPageRequest,
  FramedMessage,
  App,
  Key,
  Ticket,
  EventFilter,
  SessionRecords,
  FirstGoal,
  StateOfMessage,
  PromptVersion,
} from './store-records.js'
import type { ForkSource, TimeStore, TimeTx } from './time-port.js'

/** Port for the store. Independent of Postgres. */

/** A transaction on one locked session. All its writes become visible together, or none.
 * `session` is a working copy: change its fields, and the store writes them when the work returns. */
export interface SessionTx extends TimeTx {
  readonly session: Session
  /** Database time when the lock was acquired. Leases use this time, never the clock of a worker. */
  readonly now: Date
  entries(): Promise<ViewEntry[]>
  reductions(): Promise<Reduction[]>
  /** Returns the calibration of the session's model in its app; null if there is none. */
  calibration(): Promise<Calibration | null>
  /** Returns the ids that are offloads of this session, including those of messages that left the context. */
  offloadsAmong(ids: string[]): Promise<string[]>
  checkpoints(): Promise<Checkpoint[]>
  /** Returns complete messages, ascending by `seq`. Unknown numbers are skipped. */
  messages(seqs: number[]): Promise<StoredMessage[]>
  /** Like `Store.history`, including the messages of this transaction. */
  history(page: HistoryPageRequest): Promise<StoredMessage[]>
  outlines(page: HistoryPageRequest): Promise<StoredMessage[]>
  span(seqs: readonly number[]): Promise<StoredMessage[]>
  /** Returns digests of messages, ascending by `seq`. */
  digests(seqs: readonly number[]): Promise<{ seq: number; digest: string }[]>
  /** Returns calls after message `seq` with this call id or tool, ascending, at most 1,000.
   * Ignores MCP prefixes of tool names and the context state of the messages. */
  callsAfter(seq: number, wanted: { callId: string } | { toolName: string }): Promise<BoundaryCall[]>
  insertMessages(messages: NewMessage[]): Promise<void>
  /** Pins or unpins a stored message. */
  pin(seq: number, pinned: boolean): Promise<void>
  /** Inserts the reductions, marks their messages `reduced`, and lowers `viewTokens`. */
  insertReductions(reductions: Reduction[]): Promise<void>
  /** Marks messages covered by a checkpoint. Returns how many of them were raw or reduced.
   * The caller must reject a lower number than it expects. */
  cover(ranges: SeqRange[]): Promise<number>
  /** Marks messages evicted. Returns how many changed. */
  evict(ranges: SeqRange[]): Promise<number>
  /** Marks messages withdrawn, which counts as evicted. Returns how many changed. */
  withdraw(ranges: SeqRange[]): Promise<number>
  /** Returns the state of messages from `seq` on, ascending. */
  statesFrom(seq: number): Promise<StateOfMessage[]>
  /** Brings evicted messages and reduced parts back into the context, as they were received. Returns the messages that
   * were evicted and are back. [R4] */
  readmit(seqs: number[], reductions: Reduction[], cutId: string): Promise<number[]>
  insertCheckpoint(checkpoint: Checkpoint): Promise<void>
  /** Marks checkpoints superseded by another. */
  supersede(ids: string[], by: string): Promise<void>
  /** Returns the number of messages, parts, and checkpoints changed since the last cut of this transaction. */
  rewrittenBlocks(): number
  insertCut(cut: Cut): Promise<void>
  /** Keeps the prompt that context versions before `untilVersion` had. [PATCH] */
  keepPrompt(untilVersion: number, prompt: PromptVersion): void
  /** Adds new entries. Of several entries about the same subject only the newest stays open. [C9] */
  insertLedger(entries: LedgerEntry[]): Promise<void>
  /** Returns the newest `reach` open entries of each kind. */
  openLedger(reach: number): Promise<LedgerEntry[]>
  /** Returns the session's goals in the order they were added. */
  goals(): Promise<Goal[]>
  /** Returns all acts on the session's goals, in order. */
  goalActs(): Promise<GoalAct[]>
  /** Records an act and updates the goals it changed. [G4] */
  recordGoals(act: GoalAct, changed: Goal[]): Promise<void>
  insertCompression(compression: Compression): Promise<void>
  /** Writes the compression. Throws if a later run has started. */
  updateCompression(compression: Compression): Promise<void>
  compression(id: string): Promise<Compression | null>
  /** Returns the queued or running compression, if any. */
  activeCompression(): Promise<Compression | null>
  /** Records when an extractive checkpoint was last offered to a model; null: it may be offered again. */
  noteUpgrade(checkpointId: string, triedAt: Date | null): Promise<void>
  /** Stores the reply for an idempotency key. */
  rememberReply(key: string, bodyDigest: string, reply: string): Promise<void>
  rememberedReply(key: string): Promise<{ bodyDigest: string; reply: string } | null>
  /** Adds an event to the event log in the same transaction. */
  emit(event: NewEvent): void
}

export interface Store extends TimeStore, SearchStore, ArchiveStore<SessionTx> {
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
  /** Redeems a ticket and returns it; null if unknown, used, or expired. */
  takeTicket(hash: string, now: Date): Promise<Ticket | null>
  // sessions
  /** Inserts a session and returns it. If the idempotency key was used with the same digest, or the app has a session
   * with the same external id, stores nothing and returns the earlier session. Throws idempotency_conflict if it was used with another digest.
   * A fork is complete when this returns: it has copies of everything it shares with its parent. */
  insertSession(
    session: Session,
    events: NewEvent[],
    idempotency?: { key: string; bodyDigest: string },
    initialGoal?: FirstGoal,
    fork?: ForkSource,
    /** Only an import sees it, until `finishImport`. */
    hidden?: boolean,
  ): Promise<Session>
  /** Returns a session; null if it is unknown or belongs to another app. A null `appId` matches any app. */
  session(id: string, appId: string | null): Promise<Session | null>
  /** Returns the app's session with this external id; null if there is none. */
  sessionByExternalId(appId: string, externalId: string): Promise<Session | null>
  /** Returns sessions, newest first. `metadata` selects by top-level members with text, number or boolean values. */
  sessions(
    appId: string | null,
    page: Page & { externalId?: string; metadata?: Readonly<Record<string, string>> },
  ): Promise<Session[]>
  /** Deletes a session with all its data except the deletion event. Returns false if it is unknown. */
  deleteSession(id: string, appId: string | null): Promise<boolean>
  /** Locks the session and runs `work` in a transaction. Retries deadlocks and serialization failures a few times.
   * Throws session_not_found. */
  change<T>(id: string, appId: string | null, work: (tx: SessionTx) => Promise<T>): Promise<T>
  // reading
  records(id: string, appId: string | null): Promise<SessionRecords | null>
  /** Returns complete messages by `seq`, from a bounded cache or the table. Before reading long texts it calls `admit`
   * with their total bytes. If `admit` throws, none is read. */
  messages(
    sessionId: string,
    seqs: readonly number[],
    admit?: (bytes: number) => Promise<void>,
  ): Promise<StoredMessage[]>
  /** Returns complete messages, ascending, bypassing the cache. `maxBytes` defaults to 16 MiB.
   * If the last message of the page is not the last requested one, more follow. */
  history(sessionId: string, page: HistoryPageRequest): Promise<StoredMessage[]>
  /** Returns the last `seq` and the text bytes of that page without reading the text; null if the page is empty. */
  measureHistory(sessionId: string, page: HistoryPageRequest): Promise<{ last: number; bytes: number } | null>
  /** Returns messages as input for summaries and ledger entries. Long results and arguments have head and tail only;
   * images and files have no bytes. `maxBytes` defaults to 4 MiB. */
  outlines(sessionId: string, page: HistoryPageRequest): Promise<StoredMessage[]>
  /** Returns outlines of all the messages, shortened further to about 2 MiB of results and arguments in total. */
  span(sessionId: string, seqs: readonly number[]): Promise<StoredMessage[]>
  /** Returns the messages for which a copy without large parts is stored. */
  frames(sessionId: string, seqs: readonly number[]): Promise<FramedMessage[]>
  /** Returns the newest `count` human messages in any context state, ascending. Searches the newest 5,000 messages. */
  lastWords(sessionId: string, count: number): Promise<StoredMessage[]>
  compressions(sessionId: string, page: Page): Promise<Compression[]>
  compression(sessionId: string, id: string): Promise<Compression | null>
  /** Returns checkpoints, those of the newest messages first. Superseded ones only if requested. */
  checkpoints(sessionId: string, page: Page & { superseded?: boolean }): Promise<Checkpoint[]>
  checkpoint(sessionId: string, id: string): Promise<Checkpoint | null>
  reductions(sessionId: string, page: Page): Promise<Reduction[]>
  reduction(sessionId: string, id: string): Promise<Reduction | null>
  cuts(sessionId: string): Promise<Cut[]>
  /** Returns the prompt that a context version had, if it was replaced since; null: it is the session's. [PATCH] */
  replacedPrompt(sessionId: string, version: number): Promise<PromptVersion | null>
  /** Returns ledger entries, newest first. */
  ledger(sessionId: string, page: Page & { state?: LedgerState }): Promise<LedgerEntry[]>
  /** Returns the newest `reach` open entries of each kind. */
  openLedger(sessionId: string, reach: number): Promise<LedgerEntry[]>
  /** Returns the goals in the order they were added. */
  goals(sessionId: string): Promise<Goal[]>
  /** Returns all acts on the session's goals, in order. */
  goalActs(sessionId: string): Promise<GoalAct[]>
  /** Returns state, size, and pin of the messages in `range` (default: all), ascending. */
  states(sessionId: string, range?: SeqRange): Promise<StateOfMessage[]>
  /** Returns compressions that no worker runs, oldest first: queued ones, and running ones whose lease expired or ends
   * later than any valid lease. */
  pending(limit: number): Promise<Subject[]>
  /** Chooses the next compression and reserves it for the worker for CLAIM_MS. Picks the app that used the model least
   * recently, then its session closest to the limit. At most `modelSlots` compressions that use a model are claimed at
   * the same time. `waits` is the reason if none was chosen. [V7] */
  claim(modelSlots: number): Promise<(Subject & { isUpgrade: boolean }) | { waits: 'nothing-pending' | 'model-busy' }>
  /** Returns live extractive checkpoints of sessions idle since `idleSince` that no model was offered since
   * `triedBefore`. Sessions with the fewest tokens come first. Empty while an upgrade is pending or running. [V5] */
  upgradable(
    when: { idleSince: Date; triedBefore: Date },
    limit: number,
  ): Promise<{ sessionId: string; checkpointId: string }[]>
  /** Marks a compression that no worker runs as failed and emits an event, without reading any document of its session.
   * The session still refers to the compression; the next append detects that it is not active. */
  failUnread(subject: Subject, why: { reason: FailReason; detail: string }): Promise<void>
  /** Records that an extractive checkpoint was offered to a model, without reading its session. */
  noteOffer(offered: { sessionId: string; checkpointId: string }): Promise<void>
  /** Extends the lease of a run to LEASE_MS from now. Returns false if the run ended or a later run started. */
  extendLease(run: Pick<Run, 'compressionId' | 'runs'>): Promise<boolean>
  // model tokens
  /** Returns what an app's prompts taught about the token counts of a model; null if nothing yet. [T2] */
  calibration(appId: string, model: string): Promise<Calibration | null>
  /** Returns the calibrations of an app, by model. */
  calibrations(appId: string): Promise<ReadonlyMap<string, Calibration>>
  /** Adds prompts to the calibration of an app's model. */
  learnCalibration(appId: string, model: string, samples: readonly PromptSample[]): Promise<void>
  /** Returns the largest limit, in tokens, of the sessions of a model that were active in the last day, over all apps;
   * 0 if there is none. Cached for up to 1 s. */
  largestLimit(model: string): Promise<number>
  // model health
  /** Returns the health records of a server and its models, the server first. */
  modelHealth(server: string, limit: number): Promise<ModelHealth[]>
  /** Returns why models of a server cannot write summaries. Cached for up to 1 s, so replies rarely wait for it. */
  issues(server: string): Promise<HealthIssue[]>
  /** Reads and changes the health of a model (null: of the server) under one lock. Every app receives its events. */
  changeModelHealth<T>(
    server: string,
    model: string | null,
    work: (health: ModelHealth) => { health: ModelHealth; events?: NewEvent[]; result: T },
  ): Promise<T>
  // events
  /** Returns events after a cursor, ascending. Withholds an event while an older transaction may add one before it.
   * A page has at most `limit` events and `maxBytes` of stored text (default 2 MiB), but at least one event.
   * `head` is the cursor to continue from, even if the filter matched nothing. `more` is true if the page is full.
   * `sizes` are the characters of stored text of each event. Throws invalid_request for an invalid cursor,
   * cursor_invalid for one past the end. */
  events(
    after: string,
    filter: EventFilter,
    limit: number,
    maxBytes?: number,
  ): Promise<{ events: Event[]; sizes: number[]; head: string; more: boolean }>
  /** Returns the newest events of a session, in order. Fewer than `limit` if they exceed 2 MiB of stored text. */
  lastEvents(sessionId: string, types: EventType[], limit: number): Promise<Event[]>
  /** Returns the newest cursor before which no event can still appear. */
  head(): Promise<string>
  /** Resolves when there may be new events, after `timeoutMs`, or on abort. A wake-up does not guarantee an event. */
  untilEvents(signal: AbortSignal, timeoutMs: number): Promise<void>
  close(): Promise<void>
}
