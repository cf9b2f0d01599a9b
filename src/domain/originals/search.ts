/** Searches a text of up to 16 MiB in one pass. [D1] */
import { countLineBreaks } from './slices.js'
import { startOfCharacter } from '../texts.js'

export interface Match {
  /** In characters (UTF-16 code units). */
  offset: number
  /** Line number, from 1. */
  line: number
  /** The match with the text around it. */
  excerpt: string
}

export interface Found {
  matches: Match[]
  /** Whether there are more matches than the limit. */
  more: boolean
  /** Offset of the next match, to continue from; null: none. */
  nextOffset: number | null
}

/** Characters shown on either side of a match. */
const EXCERPT_SIDE = 80
const LINE_BREAK = 10

/** Returns the matches of `query` at or after the character `from`, ignoring case. Matches do not overlap. Uses
 * the Knuth–Morris–Pratt algorithm: run time does not depend on the query, unlike with regular expressions. */
export function searchText(text: string, query: string, from: number, limit: number): Found {
  const wanted = Array.from({ length: query.length }, (_, at) => caseless(query.charCodeAt(at)))
  const fallback = fallbacksOf(wanted)
  const breaksInside = countLineBreaks(query)
  const matches: Match[] = []
  let breaks = 0
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LINE_BREAK) breaks += 1
    if (at < from) continue
    const letter = caseless(code)
    while (matched > 0 && wanted[matched] !== letter) matched = fallback[matched - 1]!
    if (wanted[matched] === letter) matched += 1
    if (matched < wanted.length) continue
    const offset = at + 1 - wanted.length
    if (matches.length === limit) return { matches, more: true, nextOffset: offset }
    matches.push({ offset, line: breaks - breaksInside + 1, excerpt: excerptOf(text, offset, at + 1) })
    matched = 0
  }
  return { matches, more: false, nextOffset: null }
}

/** Returns the Knuth–Morris–Pratt failure table: for each prefix length, the longest proper prefix that is also a
 * suffix. */
function fallbacksOf(wanted: readonly number[]): number[] {
  const fallback = [0]
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    while (matched > 0 && wanted[matched] !== wanted[at]) matched = fallback[matched - 1]!
    if (wanted[matched] === wanted[at]) matched += 1
    fallback.push(matched)
  }
  return fallback
}

function excerptOf(text: string, from: number, to: number): string {
  const start = startOfCharacter(text, Math.max(0, from - EXCERPT_SIDE))
  return text.slice(start, startOfCharacter(text, Math.min(text.length, to + EXCERPT_SIDE)))
}

let table: Uint16Array | undefined

/** Returns the same code for a letter in either case. Never maps one letter to two (`ß` is unchanged), so that offsets
 * stay valid, and never maps a non-ASCII letter to ASCII. */
function caseless(code: number): number {
  table ??= Uint16Array.from({ length: 65_536 }, (_, unit) => {
    const upper = String.fromCharCode(unit).toUpperCase()
    const first = upper.charCodeAt(0)
    return upper.length === 1 && (first >= 128 || unit < 128) ? first : unit
  })
  return table[code]!
}
