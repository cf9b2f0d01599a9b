import { readFileSync } from 'node:fs'
import type { StandingEntry } from '../../src/domain/standing/entry.js'

/** Hand-made cases of what supersedes, ends, and adds: what a person says, message by message, and words of each entry that is then open
 * or closed. Every entry must be named, and no other may exist. [M11] */
export interface StandingCase {
  said: string[]
  open: string[]
  closed: string[]
}

export const LANGUAGES = ['en', 'de', 'zh'] as const

export function casesOf(language: (typeof LANGUAGES)[number]): StandingCase[] {
  return JSON.parse(readFileSync(`eval/standing/cases/${language}.json`, 'utf8')) as StandingCase[]
}

/** Returns what a case fails at, or null. */
export function failureOf(
  wanted: StandingCase,
  entries: readonly Pick<StandingEntry, 'text' | 'state'>[],
): string | null {
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
