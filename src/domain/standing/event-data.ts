import type { StandingKind, StandingSource, StandingState } from './entry.js'

/** Data of the events about standing entries. Never their words. [M11] */
export interface StandingEventData {
  'standing-added': {
    scope: string
    entryId: string
    kind: StandingKind
    source: StandingSource
    /** Message that has the words; absent: none. */
    seq?: number
  }
  'standing-changed': {
    scope: string
    entryId: string
    state: StandingState
    /** Entry that replaced it. */
    supersededBy?: string
  }
  'standing-deleted': {
    scope: string
    /** The entry; absent: all of the scope. */
    entryId?: string
    entries: number
  }
}
