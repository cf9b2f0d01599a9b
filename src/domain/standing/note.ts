/** What changed in the scope while a session was open, as its context shows it before the next message of a person. The next cut moves it
 * into the block. [M11] [P12] */
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'
import { lineOf, ranked, STANDING_SHARE, type StandingNote } from './block.js'
import type { StandingEntry } from './entry.js'

/** What happened in a scope since a session last looked. */
export interface StandingNews {
  /** Open entries, any order. */
  added: readonly StandingEntry[]
  /** Entries that the session shows and that are open no more. */
  closed: readonly StandingEntry[]
}

const MAX_SOURCES = 5
const HEADING =
  '[Said by the user elsewhere since this conversation began, verbatim. It holds from now on, and goes before what was said earlier.]'
const CLOSED = 'No longer holds:'
const ENDING = '[End of what was said elsewhere. The message follows.]'

/** Returns the note of what fits; null if nothing does. What holds no longer comes first: it contradicts what the context shows.
 * @param seq newest message of a person
 * @param maxTokens base tokens */
export function noteOf(
  seq: number,
  { added, closed }: StandingNews,
  maxTokens: number,
  count: CountTokens,
): StandingNote | null {
  let kept: StandingNews = { added: [], closed: [] }
  const fits = (news: StandingNews) => count(noteText(news)) + MESSAGE_OVERHEAD <= maxTokens
  for (const entry of ranked(closed)) {
    const more = { ...kept, closed: [...kept.closed, entry] }
    if (fits(more)) kept = more
  }
  for (const entry of ranked(added)) {
    const more = { ...kept, added: [...kept.added, entry] }
    if (fits(more)) kept = more
  }
  const all = [...kept.added, ...kept.closed]
  if (all.length === 0) return null
  const text = noteText(kept)
  return {
    ...{ seq, text, tokens: count(text) + MESSAGE_OVERHEAD },
    added: kept.added.map(({ id }) => id),
    closed: kept.closed.map(({ id }) => id),
    sources: [...new Set(all.flatMap(({ sessionId }) => sessionId ?? []))].slice(0, MAX_SOURCES),
  }
}

/** Returns a recorded note with its words; null if none of its entries is left. */
export function noteWithWords(note: StandingNote, entries: readonly StandingEntry[]): StandingNote | null {
  const of = (ids: readonly string[]) => entries.filter(({ id }) => ids.includes(id))
  const [added, closed] = [of(note.added), of(note.closed)]
  return added.length + closed.length === 0 ? null : { ...note, text: noteText({ added, closed }) }
}

/** Returns the base tokens that the notes of a session may take together: as much as the block. */
export function noteTokensLeft(notes: readonly StandingNote[], limit: number): number {
  return Math.floor(STANDING_SHARE * limit) - notes.reduce((sum, { tokens }) => sum + tokens, 0)
}

function noteText({ added, closed }: StandingNews): string {
  const ended = closed.length === 0 ? [] : [CLOSED, ...ranked(closed).map(lineOf)]
  return [HEADING, ...ranked(added).map(lineOf), ...ended, ENDING].join('\n')
}
