import { oneLine } from '../texts.js'

/** Standing entries: what a person said that holds in every session of a scope, in their own words. [M11] */

/** Most binding first. */
export const STANDING_KINDS = ['rule', 'preference', 'decision', 'fact'] as const
export type StandingKind = (typeof STANDING_KINDS)[number]

/** `open`: it holds. `superseded`: a newer entry replaced it. `ended`: a person or the app ended it. */
export const STANDING_STATES = ['open', 'superseded', 'ended'] as const
export type StandingState = (typeof STANDING_STATES)[number]

/** Who wrote the entry: a message of a person, a pin, a decision that the app or a tool locked, the API, or a tool call. */
export const STANDING_SOURCES = ['message', 'pin', 'lock', 'api', 'tool'] as const
export type StandingSource = (typeof STANDING_SOURCES)[number]

export interface StandingEntry {
  /** `std_…` */
  id: string
  kind: StandingKind
  /** Verbatim words of the message, or the text that the app gave. */
  text: string
  source: StandingSource
  /** Session in which it was said; null: none. */
  sessionId: string | null
  /** Message that has the words; null: none. */
  seq: number | null
  /** When it was said, ISO 8601. */
  at: string
  state: StandingState
  /** When it was superseded or ended, ISO 8601; null: it is open. */
  closedAt: string | null
  /** Entry that replaced it; null: none. */
  supersededBy: string | null
  /** Words that ended or replaced it; null: none. */
  reason: string | null
}

/** Entries of one scope, closed ones included. */
export const MAX_ENTRIES = 10_000
/** Characters of an entry that the app gives. Longer ones are refused. */
export const MAX_ENTRY_CHARS = 1_000
/** Characters of an entry that is found in a message. A longer sentence is cut at a word. */
export const MAX_STATED_CHARS = 240
/** Entries of one message. A text with more is a document. */
export const MAX_PER_MESSAGE = 50

/** Returns the identity of the words of an entry: the same words are one entry. */
export function wordsKey(text: string): string {
  const plain = text.normalize('NFKC').trim()
  return oneLine(plain.replace(/[\s.!。！]{1,20}$/u, '')).toLowerCase()
}
