/** The part of the SDK's contract that this package implements. The SDK marks it as alpha, so the types are written
 * here; `npm run check:sdks` checks them against the SDK. */

export interface SessionKey {
  projectKey: string
  sessionId: string
  /** Transcript of a subagent; absent: the main transcript. */
  subpath?: string
}

/** One line of a transcript. Everything but these members is opaque. */
export interface SessionStoreEntry {
  type: string
  uuid?: string
  timestamp?: string
  [member: string]: unknown
}

export interface SessionStore {
  append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void>
  /** Returns the entries in order, deep-equal to what was appended; null for an unknown key. */
  load(key: SessionKey): Promise<SessionStoreEntry[] | null>
  /** @returns `mtime` in ms since 1970 */
  listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]>
  /** Deletes one subagent transcript, or the main transcript with all of them. */
  delete(key: SessionKey): Promise<void>
  listSubkeys(key: { projectKey: string; sessionId: string }): Promise<string[]>
}
