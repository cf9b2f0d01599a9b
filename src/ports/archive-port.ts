import type { ArchivedMessage, ArchiveRecord, ArchiveSection } from '../domain/archive/archive.js'
import type { NewMessage } from '../domain/message.js'
import type { Session } from '../domain/session/session.js'

/** Reads whole sessions and writes imported ones. [R6] */

/** A session as of one moment. Later changes do not appear in it. */
export interface OpenArchive {
  session: Session
  /** Yields the records of a section as JSON texts, in pages of a few MiB. */
  pages(section: ArchiveSection): AsyncGenerator<string[]>
}

/** An imported message with the shortened copies that are stored beside it. */
export type ImportedMessage = ArchivedMessage & Pick<NewMessage, 'shortened'>
export type ImportedRecord =
  | Exclude<ArchiveRecord, { section: 'messages' | 'standing' }>
  | { section: 'messages'; value: ImportedMessage }

/** @typeParam Tx a transaction on one session */
export interface ArchiveStore<Tx> {
  /** Returns the session at this moment; null if it is unknown or belongs to another app. */
  openArchive(sessionId: string, appId: string | null): Promise<OpenArchive | null>
  /** Whether any app has a session with this id, also a hidden one. */
  hasSession(sessionId: string): Promise<boolean>
  /** Adds records to a hidden session, in order. All or none of them are written. */
  importRecords(sessionId: string, records: readonly ImportedRecord[]): Promise<void>
  /** Like `change`, for a hidden session. */
  changeImport<T>(sessionId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` on a hidden session and makes the session visible. Its `externalId` becomes null if another session
   * of the app has it. Returns the session. */
  finishImport(sessionId: string, work: (tx: Tx) => Promise<void>): Promise<Session>
  /** Deletes a hidden session. */
  dropImport(sessionId: string): Promise<void>
  /** Deletes hidden sessions whose import wrote nothing for some minutes, so it ended without finishing. Returns how many. */
  sweepImports(): Promise<number>
}
