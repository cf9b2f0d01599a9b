import type { NamedDay } from '../domain/recall/days.js'
import type { NamedDates } from '../domain/recall/dates.js'
import type { MessageState, Role, SeqRange } from '../domain/message.js'
import type { RecallRecord } from '../domain/recall/recall.js'
import type { Passage, WrittenPassage } from '../domain/search/passages.js'
import type { QueryTerm } from '../domain/search/query.js'
import type { Collection } from '../domain/search/rank.js'
import type { Session } from '../domain/session/session.js'
import type { Page } from './store-records.js'

/** Port for the search index. Derived from messages; filled in the background. [R7] */

/** Where to search: one session of an app, or all of its sessions. */
export interface SearchScope {
  appId: string
  sessionId: string | null
  /** Sessions of the app that are searched with `sessionId`. Only in the index. */
  besides?: readonly string[]
}

/** A passage and its message. */
export interface FoundPassage extends Passage {
  sessionId: string
  seq: number
}

/** A session whose newest messages are not in the index. */
export interface UnindexedSession {
  sessionId: string
  appId: string
  /** Position in the order of sessions. */
  n: number
  /** Messages up to here are in the index. */
  indexedSeq: number
  lastSeq: number
}

/** The part of a message that a hit is in. */
export interface PartAddress {
  sessionId: string
  seq: number
  part: number
}

/** Where the message of a hit is now. */
export interface HitPlace {
  messageId: string
  role: Role
  createdAt: Date
  where: MessageState | 'withdrawn'
  /** Handle of the part's original, if the part was ever reduced. */
  offloadId: string | null
  /** The live checkpoint that covers the message. */
  checkpointId: string | null
}

export interface SearchStore {
  /** Returns sessions with messages that are not in the index, by ascending `n` after `after`, or newest first in a
   * scope. */
  unindexed(from: { after: number } | SearchScope, limit: number): Promise<UnindexedSession[]>
  /** Adds passages of messages. Passages that are already in the index are skipped. Returns how many were added. */
  addPassages(session: UnindexedSession, passages: readonly WrittenPassage[]): Promise<number>
  /** Records that all messages up to `seq` are in the index, with `added` passages more than before. */
  markIndexed(session: UnindexedSession, seq: number, added: number): Promise<void>
  /** Returns the most promising passages with any of the terms, in no order, and how often each term occurs. Bounded,
   * whatever the terms. */
  findPassages(
    scope: SearchScope,
    terms: readonly QueryTerm[],
  ): Promise<{ passages: FoundPassage[]; collection: Collection }>
  /** Returns the place of each part, null for one that is not in a session of the app. */
  placesOf(appId: string, parts: readonly PartAddress[]): Promise<(HitPlace | null)[]>
}

/** Parts of the store port for recall. [M1]–[M9] */

/** Where a session recalls from besides its own messages. */
export interface RecallSources {
  /** Sessions whose rows have messages that this one shares, and which ones. */
  shared: { sessionId: string; seqs: SeqRange[] }[]
  /** Other sessions of the app with the same scope, newest first. */
  others: string[]
}

/** A deleted session whose words others may still quote. */
export interface ForgottenSource {
  appId: string
  sourceId: string
  /** When it was deleted. */
  at: Date
}

export interface RecallStore {
  /** @param scope null: none */
  recallSources(session: Pick<Session, 'id' | 'appId'>, scope: string | null): Promise<RecallSources>
  /** Returns decisions, newest first. */
  recalls(sessionId: string, page: Page & { seq?: number | undefined }): Promise<RecallRecord[]>
  /** Returns deleted sessions that others may quote, the oldest deletion first. */
  forgottenSources(limit: number): Promise<ForgottenSource[]>
  /** Returns the sessions that quote another one, by id. */
  quotingSessions(sourceId: string, page: Page): Promise<string[]>
  /** Notes that no session quotes it any more, unless it was deleted less than a minute ago: a read may have begun before. */
  settleForgotten(source: Pick<ForgottenSource, 'appId' | 'sourceId'>): Promise<void>
}

export interface RecallTx {
  /** Records a decision. Throws if the message has one. */
  insertRecall(record: RecallRecord): Promise<void>
}

/** Finds the dates that a text names, in the languages that the implementation knows. */
export interface DateReader {
  /** @param text is read up to some length
   * @param askedAt when the text was written: “yesterday” is the day before
   * @param newest time of the newest earlier message: a date without a year is the last one before it */
  namedDates(text: string, askedAt: Date, newest: Date): NamedDates
  /** Returns the dates that words name from the day on which they were said: “two days ago”, not “on 5 May”. */
  namedDays(text: string, saidAt: Date): NamedDay[]
}
