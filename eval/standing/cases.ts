import { readFileSync } from 'node:fs'
import { changeOf } from '../../src/domain/standing/apply.js'
import { endingsIn } from '../../src/domain/standing/ending.js'
import type { StandingEntry } from '../../src/domain/standing/entry.js'
import { standingIn } from '../../src/domain/standing/find.js'

/** Hand-made cases of what supersedes, ends, and adds: what a person says, message by message, and words of each entry that is then open
 * or closed. Every entry must be named, and no other may exist. [M11] */
export interface StandingCase {
  said: string[]
  open: string[]
  closed: string[]
}

export const LANGUAGES = ['en', 'de', 'zh'] as const

export function casesOf(language: (typeof LANGUAGES)[number]): StandingCase[] {
  return JSON.parse(readFileSync(new URL(`./cases/${language}.json`, import.meta.url), 'utf8')) as StandingCase[]
}

/** Returns what a case fails at, or null. */
export function failureOf(wanted: StandingCase, entries: readonly Pick<StandingEntry, 'text' | 'state'>[]): string | null {
  const open = entries.flatMap(({ text, state }) => (state === 'open' ? [text] : []))
  const closed = entries.flatMap(({ text, state }) => (state === 'open' ? [] : [text]))
  if (areThese(open, wanted.open) && areThese(closed, wanted.closed)) return null
  return JSON.stringify({ open, wantedOpen: wanted.open, closed, wantedClosed: wanted.closed })
}

/** Returns whether the texts and the words pair up, whatever their order. */
function areThese(texts: readonly string[], words: readonly string[]): boolean {
  if (texts.length !== words.length) return false
  if (words.length === 0) return true
  const [first, ...others] = words
  return texts.some((text, at) => text.includes(first!) && areThese(texts.toSpliced(at, 1), others))
}

/** Plays a case by the rules alone, without a store. */
export function played({ said }: StandingCase): StandingEntry[] {
  let entries: StandingEntry[] = []
  for (const [index, text] of said.entries()) {
    const seq = index + 1
    const stated = standingIn(text).map((one, at): StandingEntry => ({
      ...{ id: `std_${seq}_${at}`, ...one, source: 'message', sessionId: 'ses_1', seq, at: `2026-01-01T00:00:0${seq}.000Z` },
      ...{ state: 'open', closedAt: null, supersededBy: null, reason: null },
    }))
    const open = entries.filter(({ state }) => state === 'open')
    const input = { stated, endings: endingsIn(text), sessionId: 'ses_1', at: `2026-01-01T00:00:0${seq}.000Z` }
    const change = changeOf('s', { open, count: entries.length }, input)
    const changed = new Map(change.changed.map((one) => [one.id, one]))
    entries = [...entries, ...change.added].map((one) => changed.get(one.id) ?? one)
  }
  return entries
}
