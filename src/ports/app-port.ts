import type { EventData } from '../domain/event-data.js'
import type { PolicyOverrides } from '../domain/session/policy-overrides.js'
import type { Preset } from '../domain/session/policy.js'
import type { Quotas } from '../domain/quota.js'
import type { AuditEntry } from './key-port.js'
import type { Page } from './store-records.js'

/** Settings of an app. [10.3] */
export interface AppSettings {
  /** Preset of sessions that name none; null: the default of the service. */
  preset: Preset | null
  /** Overrides of that preset; null: none. */
  policy: PolicyOverrides | null
  /** Days without activity after which a session is scheduled for deletion; null: sessions stay. */
  retentionDays: number | null
  quotas: Quotas
}

/** What an app stores. Bytes are estimates: its share of the rows of each table. */
export interface AppUsage {
  sessions: number
  messages: number
  estimatedBytes: { messages: number; search: number; events: number; total: number }
  /** Bytes of the whole database, of all apps. */
  databaseBytes: number
}

/** What the deletion of a session removed. `reductions`: reduced parts with their originals, offloads included. */
export type Removed = Omit<EventData['session-deleted'], 'by'>

export interface AppStore {
  /** Returns null for an unknown app. */
  appSettings(appId: string): Promise<AppSettings | null>
  /** Changes the settings given. Returns null for an unknown app. */
  changeAppSettings(appId: string, changes: Partial<AppSettings>, audit?: AuditEntry): Promise<AppSettings | null>
  appUsage(appId: string): Promise<AppUsage>
  /** Returns sessions idle for as long as their app keeps them, whose deletion is not scheduled, longest idle first. */
  idleSessions(now: Date, limit: number): Promise<{ id: string; retentionDays: number; lastActivityAt: Date }[]>
  /** Returns sessions whose scheduled deletion is due and that had no activity since. Withdraws the notices of
   * those that had. */
  expiredSessions(now: Date, limit: number): Promise<{ id: string; lastActivityAt: Date }[]>
}

/** What is deleted: all of an app; the sessions whose `metadata.user` is the name; or the sessions and standing entries of a scope. */
export type DeletionKind = 'app' | 'user' | 'scope'

/** What a deletion removed so far. */
export interface RemovedByDeletion extends Removed {
  sessions: number
  keys: number
  standingEntries: number
}

/** A deletion that takes many transactions. */
export interface Deletion {
  id: string
  appId: string
  kind: DeletionKind
  /** Name of the user or scope; null: of an app, or done, because then it is forgotten, too. */
  name: string | null
  state: 'running' | 'done'
  createdAt: Date
  finishedAt: Date | null
  removed: RemovedByDeletion
}

/** A session that a deletion removes next. */
export interface DoomedSession {
  id: string
  /** It is being imported. */
  isHidden: boolean
  /** Scope in which other sessions may have recalled from it; null: none. */
  scope: string | null
}

export interface DeletionStore {
  /** Starts a deletion. Of an app, also deletes its keys and hides it. Returns false if the app is unknown or is being deleted. */
  startDeletion(deletion: Pick<Deletion, 'id' | 'appId' | 'kind' | 'name'>, audit: AuditEntry): Promise<boolean>
  /** @param appId null: of any app */
  deletion(id: string, appId: string | null): Promise<Deletion | null>
  /** Returns deletions, newest first. */
  deletions(appId: string | null, page: Page): Promise<Deletion[]>
  /** Returns deletions that are not done, oldest first. */
  runningDeletions(limit: number): Promise<Deletion[]>
  /** Returns the sessions of the present step: those of an interrupted step, else the next ones, at most `limit`. None: all are deleted. */
  deletionStep(deletion: Deletion, limit: number): Promise<DoomedSession[]>
  /** Ends the step, so that `deletionStep` returns the next one. */
  endDeletionStep(deletion: Deletion, step: readonly DoomedSession[]): Promise<void>
  countDeleted(deletion: Deletion, removed: Partial<RemovedByDeletion>): Promise<void>
  /** Deletes at most `limit` events and standing entries of the app. Returns how many; 0: none is left. */
  deleteAppRows(deletion: Deletion, limit: number): Promise<number>
  /** Ends a deletion, and removes the app itself. Returns false if it is too early: a session was opened meanwhile, or the
   * deletion is younger than `settleMs`. */
  finishDeletion(deletion: Deletion, settleMs: number): Promise<boolean>
  /** Deletes reports of deletions that ended before, and the oldest beyond `keep`. Returns how many. */
  trimDeletions(before: Date, keep: number): Promise<number>
}
