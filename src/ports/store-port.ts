import type { AppStore, Deletion, DeletionStore, Removed } from './app-port.js'
import type { Checkpoint } from '../domain/checkpoint/checkpoint.js'
import type { Compression, FailReason } from '../domain/compression/compression.js'
import type { Cut } from '../domain/context/cut.js'
import type { NewEvent } from '../domain/event.js'
import type { GoalAct } from '../domain/goal/act.js'
import type { Goal } from '../domain/goal/goal.js'
import type { LedgerEntry, LedgerState } from '../domain/ledger/ledger.js'
import type { Calibration, PromptSample } from '../domain/model/calibration.js'
import type { ModelHealth, HealthIssue, HealthSubject } from '../domain/model/model-health.js'
import type { SeqRange, StoredMessage } from '../domain/message.js'
import type { Reduction } from '../domain/context/reduction.js'
import type { Session } from '../domain/session/session.js'
import type { ArchiveStore } from './archive-port.js'
import type { DoorStore, Hints } from './door-port.js'
import type { EventStore } from './event-port.js'
import type { QuotaStore } from './quota-port.js'
import type { StatsStore } from './telemetry-port.js'
import type { AuditEntry, AuditStore, KeyStore } from './key-port.js'
import type { RecallStore, SearchStore } from './search-port.js'
import type {
  Subject,
  Run,
  Page,
  HistoryPageRequest,
  FramedMessage,
  SessionRecords,
  FirstGoal,
  StateOfMessage,
  PromptVersion,
} from './store-records.js'
import type { ScopeStore, StandingStore } from './standing-port.js'
import type { ForkSource, TimeStore } from './time-port.js'
import type { SessionTx } from './session-port.js'

/** Port for the store. Independent of Postgres. */

export interface Store
  extends
    EventStore,
    UpkeepStore,
    AppStore,
    DeletionStore,
    KeyStore,
    AuditStore,
    QuotaStore,
    StatsStore,
    TimeStore,
    SearchStore,
    RecallStore,
    StandingStore,
    ScopeStore,
    DoorStore,
    ArchiveStore<SessionTx> {
  ping(): Promise<void>
  // sessions
  /** Inserts a session and returns it. If the idempotency key was used with the same digest, or the app has a session
   * with the same external id, stores nothing and returns the earlier session. Throws idempotency_conflict if it was used with another digest.
   * A fork is complete when this returns: it has copies of everything it shares with its parent. A fork with the
   * external id of another session is refused: throws external_id_taken. */
  insertSession(
    session: Session,
    events: NewEvent[],
    idempotency?: { key: string; bodyDigest: string },
    initialGoal?: FirstGoal,
    fork?: ForkSource,
    /** Only an import sees it, until `finishImport`. */
    hidden?: boolean,
  ): Promise<Session>
  /** Returns the session that a request with this key made. Throws idempotency_conflict if its body had another digest. */
  sessionMadeBefore(appId: string, idempotency: { key: string; bodyDigest: string }): Promise<Session | null>
  /** Returns a session; null if it is unknown or belongs to another app. A null `appId` matches any app. */
  session(id: string, appId: string | null): Promise<Session | null>
  /** Returns the app's session with this external id; null if there is none. */
  sessionByExternalId(appId: string, externalId: string): Promise<Session | null>
  /** Returns ids and newest messages of sessions of all apps, newest first, without reading their large members. */
  sessionPositions(page: Page): Promise<{ id: string; lastSeq: number }[]>
  /** Returns sessions, newest first, and whether older ones follow. Fewer than the limit if they are large, at least one.
   * `metadata` selects by top-level members with text, number or boolean values. */
  sessions(
    appId: string | null,
    page: Page & { externalId?: string; metadata?: Readonly<Record<string, string>> },
  ): Promise<{ sessions: Session[]; more: boolean }>
  /** Returns the sessions with this metadata that were active last, the last one first. */
  latestSessions(appId: string, metadata: Readonly<Record<string, string>>, limit: number): Promise<Session[]>
  /** Deletes a session with all its data except the deletion event. Returns what was removed; null if it is unknown, or
   * was active after `idleSince`. A `deletion` counts it in the same transaction. */
  deleteSession(
    id: string,
    appId: string | null,
    how?: { idleSince?: Date; audit?: AuditEntry; deletion?: Pick<Deletion, 'appId' | 'id'> },
  ): Promise<Removed | null>
  /** Locks the session and runs `work` in a transaction. Retries deadlocks and serialization failures a few times.
   * Throws session_not_found.
   * @param hints what `work` does first */
  change<T>(id: string, appId: string | null, work: (tx: SessionTx) => Promise<T>, hints?: Hints): Promise<T>
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
  /** Returns the base tokens of all messages of a session, as they were received. */
  historyTokens(sessionId: string): Promise<number>
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
  /** Returns the decisions and files among the entries of messages in `range`, ascending; the newest `limit` of them. */
  ledgerWithin(sessionId: string, range: SeqRange, limit: number): Promise<LedgerEntry[]>
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
  /** Returns sessions without a title whose policy asks for one, of the newest 1,000, newest first: idle since `idleSince`, with two messages or more,
   * and no compression pending or running. */
  untitled(idleSince: Date, limit: number): Promise<string[]>
  /** Whether a compression uses a model now or waits for one. */
  wantsModel(): Promise<boolean>
  /** Marks a compression that no worker runs as failed and emits an event, without reading any document of its session.
   * The session still refers to the compression; the next append detects that it is not active. */
  failUnread(subject: Subject, why: { reason: FailReason; detail: string }): Promise<void>
  /** Records that an extractive checkpoint was offered to a model, without reading its session. */
  noteOffer(offered: { sessionId: string; checkpointId: string }): Promise<void>
  /** Extends the lease of a run to LEASE_MS from now. Returns false if the run ended or a later run started. */
  extendLease(run: Pick<Run, 'sessionId' | 'compressionId' | 'runs'>): Promise<boolean>
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
  /** Returns the health of a server, and of its models as an app uses them (null: as every app), the server first. */
  modelHealth(server: string, appId: string | null, limit: number): Promise<ModelHealth[]>
  /** Returns why a server, and its models for an app (null: none), cannot be called. Cached for up to 1 s, so replies rarely
   * wait for it. */
  issues(server: string, appId: string | null): Promise<HealthIssue[]>
  /** Reads and changes a health under one lock. Events of a model go to its app, those of the server to every app.
   * @param work has no effects: it runs again under the lock if it changes what it was given */
  changeModelHealth<T>(
    server: string,
    subject: HealthSubject,
    work: (health: ModelHealth) => { health: ModelHealth; events?: NewEvent[]; result: T },
  ): Promise<T>
  close(): Promise<void>
}

/** Upkeep that examines all sessions, some in each round. */
export type UpkeepTask = 'audit' | 'ledger' | 'alerts'

export interface UpkeepStore {
  /** Returns the session where the last round ended; null: the next round begins with the newest session. Of alerts: their
   * state as text. */
  upkeepCursor(task: UpkeepTask): Promise<string | null>
  /** @param after any text: a task may note that it is done */
  moveUpkeepCursor(task: UpkeepTask, after: string | null): Promise<void>
  /**
   * Frees the compressions of workers that do not live and that the previous call missed as well. Returns the workers
   * missed now and how many compressions are free again.
   */
  freeAbandoned(missedBefore: readonly number[]): Promise<{ missing: number[]; freed: number }>
}
