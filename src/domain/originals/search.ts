/** Finding words in a text that may be 16 MiB: one pass whatever is looked for, with pauses, so that nobody waits behind it. [D1] */
import { countLineBreaks, startOfCharacter } from './slices.js'

export interface Match {
  /** In characters (UTF-16 code units). */
  offset: number
  /** Line number, from 1. */
  line: number
  /** The match with what stands around it. */
  excerpt: string
}

export interface Found {
  matches: Match[]
  /** There are more than were asked for. */
  more: boolean
  /** Where the next match stands: go on from here; null: there is none. */
  nextOffset: number | null
}

/** Characters shown on either side of a match. */
const EXCERPT_SIDE = 80
/** Characters looked at between two pauses: a few milliseconds. */
const CHARACTERS_PER_STEP = 262_144
const LINE_BREAK = 10

/** Places where `query` stands, from a character on, whatever the case of letters; matches do not overlap. Yields now and then, so that the
 * caller may pause. After Knuth, Morris and Pratt: no query makes it slower than another, as some do with regular expressions. */
export function* searchText(text: string, query: string, from: number, limit: number): Generator<void, Found, void> {
  const wanted = Array.from({ length: query.length }, (_, at) => caseless(query.charCodeAt(at)))
  const fallback = fallbacksOf(wanted)
  const breaksInside = countLineBreaks(query)
  const matches: Match[] = []
  let breaks = 0
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    if (at % CHARACTERS_PER_STEP === CHARACTERS_PER_STEP - 1) yield
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

/** For each length of a match so far, the longest shorter one that it ends with. */
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

/** The same number for a letter in either case. Never one letter for two (`ß` stays), so that places in the text stay what they are, and
 * never ASCII for what is not. */
function caseless(code: number): number {
  table ??= Uint16Array.from({ length: 65_536 }, (_, unit) => {
    const upper = String.fromCharCode(unit).toUpperCase()
    const first = upper.charCodeAt(0)
    return upper.length === 1 && (first >= 128 || unit < 128) ? first : unit
  })
  return table[code]!
}
