import type { Checkpoint } from '../domain/checkpoint/checkpoint.js'
import type { Compression } from '../domain/compression/compression.js'
import type { Cut } from '../domain/context/cut.js'
import type { NewEvent } from '../domain/event.js'
import type { GoalAct } from '../domain/goal/act.js'
import type { Goal } from '../domain/goal/goal.js'
import type { LedgerEntry } from '../domain/ledger/ledger.js'
import type { Calibration } from '../domain/model/calibration.js'
import type { NewMessage, SeqRange, StoredMessage, ViewEntry } from '../domain/message.js'
import type { Reduction } from '../domain/context/reduction.js'
import type { Session, SessionChange } from '../domain/session/session.js'
import type { DoorTx } from './door-port.js'
import type { BoundaryCall } from '../domain/session/watermark.js'
import type { AuditEntry } from './key-port.js'
import type { RecallTx } from './search-port.js'
import type { HistoryPageRequest, StateOfMessage, PromptVersion } from './store-records.js'
import type { StandingSessionTx } from './standing-port.js'
import type { TimeTx } from './time-port.js'

/** Port for the transactions of the store. Independent of Postgres. */

/** A transaction on one locked session. All its writes become visible together, or none.
 * The store writes the session when the work returns. */
export interface SessionTx extends TimeTx, DoorTx, RecallTx, StandingSessionTx {
  /** The session with the changes so far: one object for the whole transaction, so a variable that holds it never goes stale. */
  readonly session: Session
  /** Gives the session new members. The only way to change it. */
  change(change: SessionChange): void
  /** Database time when the lock was acquired. Leases use this time, never the clock of a worker. */
  readonly now: Date
  entries(): Promise<readonly Readonly<ViewEntry>[]>
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
  /** Replaces all entries from the next context version on. */
  replaceLedger(entries: LedgerEntry[]): Promise<void>
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
  /** Notes that the session is deleted then, unless it becomes active again. */
  scheduleDeletion(deletesAt: Date): Promise<void>
  /** Stores the reply for an idempotency key. */
  rememberReply(key: string, bodyDigest: string, reply: string): Promise<void>
  rememberedReply(key: string): Promise<{ bodyDigest: string; reply: string } | null>
  /** Adds an event to the event log in the same transaction. */
  emit(event: NewEvent): void
  /** Adds an entry to the audit log in the same transaction. */
  audit(entry: AuditEntry): void
}
