/** A whole session as records: what `export` writes and `import` restores. [R6] */
import type { Cut } from '../context/cut.js'
import type { Reduction } from '../context/reduction.js'
import type { Checkpoint } from '../checkpoint/checkpoint.js'
import type { Compression } from '../compression/compression.js'
import type { GoalAct } from '../goal/act.js'
import type { Goal } from '../goal/goal.js'
import type { LedgerEntry, LedgerState } from '../ledger/ledger.js'
import type { MessageState, NewMessage } from '../message.js'
import type { RecallRecord } from '../recall/recall.js'
import type { Session } from '../session/session.js'
import type { StandingEntry } from '../standing/entry.js'
import type { Moment } from '../time/moment.js'
import type { SessionState } from '../time/session-state.js'
import type { Snapshot } from '../time/snapshot.js'

/** Name of the format in the first record. */
export const ARCHIVE_FORMAT = 'palimpsest'
/** Grows when a reader of the older version would misread the records. */
export const ARCHIVE_VERSION = 1

/** Kinds of records after the head, in the order in which they are written. Later records refer to earlier ones.
 * The JSON document has one array per kind. */
export const ARCHIVE_SECTIONS = [
  'messages',
  'goals',
  'goalActs',
  'replacedPrompts',
  'checkpoints',
  'reductions',
  'cuts',
  'ledger',
  'compressions',
  'moments',
  'snapshots',
  'recalls',
  'standing',
] as const
export type ArchiveSection = (typeof ARCHIVE_SECTIONS)[number]

/** First record: the session as stored. */
export interface ArchiveHead {
  format: typeof ARCHIVE_FORMAT
  version: number
  session: Session
}

/** Last record. `digest`: lower-case hex SHA-256 over the section and the text of every record before, in order. */
export interface ArchiveEnd {
  records: number
  digest: string
}

/** A withdrawn message is evicted because the app took it back. */
export type ArchivedState = MessageState | 'withdrawn'

/** Where a message is, apart from its content, which never changes. */
export interface ArchivedPlace {
  state: ArchivedState
  /** Pinned or unpinned after it came; null: neither. */
  pin: boolean | null
  /** Base tokens in the context. */
  viewTokens: number
}

/** A message as received. In an archive, `raw` is the member `message`. */
export interface ArchivedMessage extends ArchivedPlace, Omit<NewMessage, 'shortened'> {
  createdAt: Date
  irregular: boolean
}

/** Prompt and tools that context versions before `untilVersion` had. */
export interface ArchivedPrompt {
  untilVersion: number
  systemPrompt: string | null
  tools: string | null
}

/** A checkpoint and the first context version that had it; absent or null: not recorded. */
export type ArchivedCheckpoint = Checkpoint & { sinceVersion?: number | null }

/** A ledger entry with the context versions in which it counted, as text of a Postgres multirange such as `{[3,10),[12,)}`;
 * absent: in all. `hidden`: a restore removed it. */
export type ArchivedLedgerEntry = Omit<LedgerEntry, 'state'> & { state: LedgerState | 'hidden'; shown?: string }

/** How a moment began, and how the one before it ended; null: not recorded. `reductions`: how many records of the section of
 * this name existed then. */
export type ArchivedMoment = Omit<Moment, 'reductionN'> & { reductions: number; before: SessionState | null }

/** The records of each section. */
export interface ArchiveRecords {
  messages: ArchivedMessage
  goals: Goal
  goalActs: GoalAct
  replacedPrompts: ArchivedPrompt
  checkpoints: ArchivedCheckpoint
  reductions: Reduction
  cuts: Cut
  ledger: ArchivedLedgerEntry
  /** Only ended ones. */
  compressions: Compression
  moments: ArchivedMoment
  snapshots: Snapshot
  recalls: RecallRecord
  /** What was stated in the session for its scope. */
  standing: StandingEntry
}

/** One record after the head. */
export type ArchiveRecord = {
  [S in ArchiveSection]: { section: S; value: ArchiveRecords[S] }
}[ArchiveSection]
