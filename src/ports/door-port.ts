/** Parts of the store port that recognize resent histories. */

/** `sent` by the client, or an answer that the client has not sent back yet, or began itself. `refused`: sent, and the upstream refused
 * the request; only the newest links are. */
export type LinkKind = 'sent' | 'answer' | 'interrupted' | 'refused'

/** One message of a client's history and where it is in the session. */
export interface DoorLink {
  /** Place in the client's history, from 1. Messages that are no turns have none. */
  position: number
  /** Digest of the history up to here, lower-case hex. */
  digest: string
  /** Several positions may share one stored message. */
  seq: number
  kind: LinkKind
  /** Version of the newest change of older context when the message was made; 0: there was none. Reasoning is valid
   * only against that prefix. [D7] */
  prefixVersion: number
}

/** A session whose history begins like a request. */
export interface DoorMatch {
  sessionId: string
  /** Longest common beginning, in positions. */
  position: number
  /** The message at its end. */
  seq: number
  /** Last position of the session. */
  tip: number
  model: string
}

/** A response that the next request may name instead of sending its items. */
export interface DoorResponse {
  id: string
  /** Last message of the answer. */
  seq: number
  /** Exact text of the items before the conversation, which are no messages of the session. */
  leading: readonly string[]
  /** Number of items up to the end of the answer, and the length of their text in characters. */
  items: number
  length: number
}

/** Items of an answer that a later request may refer to by their ids, each with its message. */
export interface DoorItem {
  id: string
  seq: number
}

export interface DoorStore {
  /** Returns the message with an item of an answer; null: unknown. */
  doorItem(appId: string, id: string): Promise<{ sessionId: string; seq: number } | null>
  /** Returns a response of an app, and its session; null: unknown. */
  doorResponse(appId: string, id: string): Promise<(DoorResponse & { sessionId: string }) | null>
  /** Returns sessions with one of the digests, the longest common beginning first, newest first among equals. At most
   * 16. Digests are unique per app. */
  doorMatches(digests: readonly string[]): Promise<DoorMatch[]>
  /** Returns the links of the messages from `seq` on, ascending by position. */
  doorLinks(sessionId: string, fromSeq: number): Promise<DoorLink[]>
  /** Returns the version of the newest change of older context up to a version of the session; 0: none. */
  prefixVersion(sessionId: string, version: number): Promise<number>
}

/** What a door reads of a session in a change of it. */
export interface DoorReads {
  /** First position of the links to read. */
  position: number
  /** Whether to read the version of the newest change of older context, too. */
  withPrefix: boolean
  /** Model whose calibration the change needs. */
  model: string
}

/** What a change does first. */
export interface Hints extends EarlyReads {
  /** It mostly writes without reading: the store may compare the session with what it remembers, when it writes. Then the clock of
   * the transaction is an estimate, and work that fails may run again. */
  isWrite?: true
}

/** What a change reads first. Sent together with the lock: a round trip of its own would delay the request of the client. */
export interface EarlyReads {
  door?: DoorReads
  /** Whether to read the number of snapshots. */
  snapshotCount?: true
}

export interface DoorTx {
  /** Returns the links from `position` on, ascending. */
  linksFrom(position: number): Promise<DoorLink[]>
  /** Returns the version of the newest change of older context, including one of this transaction; 0: none. */
  prefixVersion(): Promise<number>
  insertLinks(links: readonly DoorLink[]): Promise<void>
  /** Replaces a response, and items, with the same ids. */
  insertResponse(response: DoorResponse, items: readonly DoorItem[]): Promise<void>
  /** Marks the links after the last answer as refused, or as sent again. */
  refuseLinks(isRefused: boolean): Promise<void>
  /** Forgets the links from `position` on. The messages stay. */
  removeLinks(position: number): Promise<void>
  /** Notes that a user speaks in the session: deletions by user find it. */
  noteUser(user: string): void
  /** Copies the links of another session up to `position`. Those at hand stay: another process was faster. */
  copyLinks(sessionId: string, position: number): Promise<void>
}
