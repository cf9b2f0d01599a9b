import type { Checkpoint } from '../domain/checkpoint/checkpoint.js'
import type { Cut } from '../domain/context/cut.js'
import type { Reduction } from '../domain/context/reduction.js'
import type { GoalAct } from '../domain/goal/act.js'
import type { Goal } from '../domain/goal/goal.js'
import type { SeqRange, ViewEntry } from '../domain/message.js'
import type { Moment, NumberedReduction } from '../domain/time/moment.js'
import type { SessionState } from '../domain/time/session-state.js'
import type { Snapshot } from '../domain/time/snapshot.js'
import type { Page } from './store-records.js'

/** Parts of the store port that are about earlier states: moments, snapshots, restores and forks. [R1] [R2] [R3] */

/** A moment of a session as it is stored. [R3] */
export interface RecordedMoment {
  /** null: the first moment, which began with an empty context. */
  moment: Moment | null
  /** State when it ended; null: it lasts. */
  end: SessionState | null
  /** Version of the moment after it; null: it lasts. */
  nextVersion: number | null
  /** false: the session is older than the recording of moments, and the moment before the first recorded one is meant. */
  isRecorded: boolean
}

/** Where the messages of a session are. Messages that are nowhere here are evicted. */
export interface Places {
  members: readonly SeqRange[]
  covered: readonly SeqRange[]
  withdrawn: readonly SeqRange[]
}

/** A context to return to. */
export interface RestoredView {
  now: Places
  then: Places
  /** Reductions that apply then. */
  reductions: readonly Reduction[]
  /** Records that make these apply and no others. */
  records: readonly Reduction[]
  /** Ids of the live checkpoints then. */
  checkpoints: readonly string[]
  /** Messages pinned then. */
  pinned: readonly number[]
  /** Context version of then. */
  version: number
  cutId: string
}

export interface TimeTx {
  /** Whether this transaction has already changed older context, so that its present state is none that was handed out. */
  readonly hasCut: boolean
  /** Records how the context is after the cuts of this transaction. Call it before messages follow them: a context at one of these has what the
   * cuts left, not what there was before. */
  recordCuts(): Promise<void>
  /** Returns all cuts, in creation order. */
  cuts(): Promise<Cut[]>
  /** Returns all recorded reductions of the messages, those that no longer apply included, in order. */
  numberedReductions(ranges: readonly SeqRange[]): Promise<NumberedReduction[]>
  /** Inserts a snapshot. Of the automatic ones only the newest `keep` stay. Throws if the database refuses it; the transaction can go on then. */
  insertSnapshot(snapshot: Snapshot, keep: number): Promise<void>
  /** Inserts a snapshot without waiting. If the database refuses it, the transaction fails. */
  sendSnapshot(snapshot: Snapshot): void
  /** Number of snapshots that are not automatic, before the transaction. */
  snapshotCount(): Promise<number>
  /** Makes messages, checkpoints, reductions, pins and ledger entries appear as they did. */
  restoreView(view: RestoredView): Promise<void>
  /** Records an act that returns to earlier goals. */
  replaceGoals(act: GoalAct, goals: readonly Goal[]): Promise<void>
}

/** What a fork has of its parent. */
export interface ForkSource extends Places {
  parentId: string
  /** Whether the users of the parent are those of the fork. At a door, its own requests say whose it is. */
  keepsUsers: boolean
  /** Last message of the fork. */
  seq: number
  /** Context version of the fork. */
  version: number
  moment: Pick<Moment, 'startSeq' | 'reductionN'>
  reductions: readonly Reduction[]
  /** Live ones. They cover no message after the last one of the fork. */
  checkpoints: readonly Checkpoint[]
  pinned: readonly number[]
  /** Number of the last goal act. */
  acts: number
  goals: readonly Goal[]
  /** The state that the fork begins with, in the timeline of its parent. */
  state: SessionState
}

export interface TimeStore {
  /** Returns the last moment that began at or before a message, or the one of a context version. [R3] */
  moment(sessionId: string, at: { seq: number } | { version: number }): Promise<RecordedMoment>
  /** Returns messages as they were received, without reductions and later pins, ascending. */
  received(sessionId: string, ranges: readonly SeqRange[]): Promise<ViewEntry[]>
  /** Like `TimeTx.numberedReductions`. */
  numberedReductions(sessionId: string, ranges: readonly SeqRange[]): Promise<NumberedReduction[]>
  /** Returns checkpoints as they were made, superseded ones included. */
  checkpointsById(sessionId: string, ids: readonly string[]): Promise<Checkpoint[]>
  /** Returns snapshots, newest first. */
  snapshots(sessionId: string, page: Page): Promise<Snapshot[]>
  snapshot(sessionId: string, id: string): Promise<Snapshot | null>
  /** Returns false if it is unknown. */
  deleteSnapshot(sessionId: string, id: string): Promise<boolean>
}
