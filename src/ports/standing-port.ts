import type { NewEvent } from '../domain/event.js'
import type { StandingEntry, StandingState } from '../domain/standing/entry.js'
import type { Session } from '../domain/session/session.js'
import type { AuditEntry } from './key-port.js'
import type { Page } from './store-records.js'

/** Parts of the store port for standing entries. Every call names app and scope, so no other app is reached. [M11] [P11] */

/** The entries of a locked scope. */
export interface StandingHeld {
  /** Oldest first. */
  open: StandingEntry[]
  /** Entries in any state. */
  count: number
}

export interface StandingChanges {
  added?: readonly StandingEntry[]
  /** Entries with another text, kind, or state. */
  changed?: readonly StandingEntry[]
  deleted?: readonly string[]
  /** Deletes this many of the oldest closed entries. */
  dropClosed?: number
}

/** In a transaction on a session. */
export interface StandingSessionTx {
  /** Locks the entries of a scope until the end of the transaction. */
  holdStanding(scope: string): Promise<StandingHeld>
  /** Returns the newest `reach` open entries of each kind. */
  openStanding(scope: string, reach: number): Promise<StandingEntry[]>
  /** Returns the newest `reach` open entries after a place in the order of the scope, those of `ids` that are closed, and the
   * place of the newest entry. */
  standingNews(
    scope: string,
    since: { place: number; ids: readonly string[]; reach: number },
  ): Promise<{ added: StandingEntry[]; closed: StandingEntry[]; newest: number }>
  writeStanding(scope: string, changes: StandingChanges): Promise<void>
  /** Notes that the context of the session shows entries of the scope. */
  noteStandingSession(scope: string): Promise<void>
}

export interface StandingStore {
  /** Returns entries, newest first. */
  standingEntries(
    of: { appId: string; scope: string },
    page: Page & { state?: StandingState | undefined },
  ): Promise<StandingEntry[]>
  /** Returns an entry of the scope; null if there is none. */
  standingEntry(of: { appId: string; scope: string }, id: string): Promise<StandingEntry | null>
  /** Returns the entries of the scope with these ids, in any state and order. */
  standingById(of: { appId: string; scope: string }, ids: readonly string[]): Promise<StandingEntry[]>
  /** Returns those of the ids that an entry of any scope of the app has. */
  takenStanding(appId: string, ids: readonly string[]): Promise<string[]>
  /** Locks the scope, runs `work`, and writes what it returns. */
  changeStanding<T>(
    of: { appId: string; scope: string },
    work: (held: StandingHeld) => { changes: StandingChanges; events: NewEvent[]; result: T },
    audit?: AuditEntry,
  ): Promise<T>
  /** Deletes all entries of the scope. Returns how many there were. */
  deleteStanding(of: { appId: string; scope: string }, audit?: AuditEntry): Promise<number>
  /** From now on, no session recalls from those of the scope. They stay in it. */
  endRecall(of: { appId: string; scope: string }): Promise<void>
  /** Returns sessions that belong to the scope or showed its entries, by id. */
  standingSessions(of: { appId: string; scope: string }, page: Page): Promise<string[]>
  /** Deletes the words that a session recalled from other sessions from its decisions, moments, and snapshots.
   * @param from only words of these sessions */
  forgetRecalled(sessionId: string, from?: readonly string[]): Promise<void>
}

/** Rows of a scope. */
export interface ScopeCounts {
  open: number
  superseded: number
  ended: number
  /** At most 10,000 are counted. */
  sessions: number
}

export interface ListedScope {
  scope: string
  openEntries: number
  /** Null: it only has entries. */
  newestSession: string | null
}

export interface ScopeStore {
  /** Returns the scopes that have sessions or entries, in an order of the store, after that of the name `after`. */
  scopes(appId: string, page: Page): Promise<ListedScope[]>
  /** Returns at most `limit` scopes without a session whose entries are all older than the retention of their app. */
  forgottenScopes(now: Date, limit: number): Promise<{ appId: string; scope: string; retentionDays: number }[]>
  scopeCounts(of: { appId: string; scope: string }): Promise<ScopeCounts>
  /** Returns the newest sessions of the scope, newest first. */
  scopeSessions(of: { appId: string; scope: string }, limit: number): Promise<Session[]>
}
