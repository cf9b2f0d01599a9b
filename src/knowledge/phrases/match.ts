import { BLANK, isInLine, LETTER, UNDERSCORE, WORD, type MarkedText } from './marked-text.js'

/** Matches words in a text and goes on after them, as a regular expression would. Expressions for all rows took half a second to
 * compile, in which nothing else ran, and most of a second more for the first text beyond Latin letters. */

/** Tries one way after the other to match from a place on, until what comes after it matches, too.
 * @param then whether what comes after it matches from a place on */
export type Match = (text: MarkedText, at: number, then: (end: number) => boolean) => boolean

/** One of several ways to match. */
export interface Option {
  match: Match
  /** The characters with which it can begin; null: with any. */
  firsts: ReadonlySet<string> | null
  /** The heads of words with which it can begin; null: with any. */
  heads: readonly number[] | null
}

const MAX_BLANKS = 4
/** Of words that a phrase leaves open. */
const MAX_GAP_CHARS = 60
const MAX_CLAUSE_CHARS = 160
const [MAX_WIDE_GAP_CHARS, MAX_WIDE_CLAUSE_CHARS] = [12, 16]

export const nothing: Match = (_, at, then) => then(at)

export function literal(chars: string): Match {
  return ({ lower }, at, then) => lower.startsWith(chars, at) && then(at + chars.length)
}

/** Matches from `least` to `most` characters of a class, rather more. */
export function run(bits: number, least: number, most: number): Match {
  return ({ marks }, at, then) => {
    let count = 0
    while (count < most && at + count < marks.length && (marks[at + count]! & bits) !== 0) count++
    for (; count >= least; count--) if (then(at + count)) return true
    return false
  }
}

export function sequence(all: readonly Match[]): Match {
  return all.length === 0
    ? nothing
    : all.reduceRight((rest, one) => (text, at, then) => one(text, at, (end) => rest(text, end, then)))
}

/** Matches the first of several options that does. */
export function choice(all: readonly Option[]): Option {
  if (all.length === 1) return all[0]!
  const firsts = all.some((one) => one.firsts === null) ? null : new Set(all.flatMap((one) => [...one.firsts!]))
  const heads = all.some((one) => one.heads === null) ? null : [...new Set(all.flatMap((one) => one.heads!))]
  const { byFirst, others } = byFirstCharacter(all)
  const latin = Array<Match[]>(128).fill(others)
  for (const [code, matches] of byFirst) if (code < 128) latin[code] = matches
  const match: Match = (text, at, then) => {
    const code = text.lower.charCodeAt(at)
    for (const one of code < 128 ? latin[code]! : (byFirst.get(code) ?? others)) if (one(text, at, then)) return true
    return false
  }
  return { match, firsts, heads }
}

/** Returns which options can begin with each character, and which with any other, in order. */
function byFirstCharacter(all: readonly Option[]): { byFirst: Map<number, Match[]>; others: Match[] } {
  const byFirst = new Map<number, Match[]>()
  const others: Match[] = []
  for (const { match, firsts } of all) {
    for (const first of firsts ?? []) {
      const code = first.charCodeAt(0)
      const matches = byFirst.get(code)
      if (matches) matches.push(match)
      else byFirst.set(code, [...others, match])
    }
    if (firsts !== null) continue
    for (const matches of byFirst.values()) matches.push(match)
    others.push(match)
  }
  return { byFirst, others }
}

export function optional(one: Match): Match {
  return (text, at, then) => one(text, at, then) || then(at)
}

/** Matches nothing, if none of several follows. */
export function unless(all: readonly Match[]): Match {
  if (all.length === 0) return nothing
  return (text, at, then) => !all.some((one) => one(text, at, () => true)) && then(at)
}

/** Matches one of several characters. */
export function oneOf(chars: string): Match {
  return ({ lower }, at, then) => at < lower.length && chars.includes(lower[at]!) && then(at + 1)
}

export const apostrophe = oneOf("'’")

const blanks = run(BLANK, 1, MAX_BLANKS)
/** What is between two words. */
export const blank: Match = (text, at, then) => blanks(text, text.lower[at] === ',' ? at + 1 : at, then)

/** Words that are not given, as few as possible; at the end of a phrase, maybe none.
 * @param isWithin whether a character may be one of theirs */
function gapOf(isWithin: (text: MarkedText, at: number) => boolean, most: number): Match {
  return (text, at, then) => {
    for (let end = at; end <= at + most && (end === at || isWithin(text, end - 1)); end++)
      if (!isInWord(text, end) && then(end)) return true
    return false
  }
}

function isInWord({ marks }: MarkedText, at: number): boolean {
  return ((marks[at - 1] ?? 0) & WORD) !== 0 && ((marks[at] ?? 0) & WORD) !== 0
}

export const gap = gapOf(isInLine, MAX_GAP_CHARS)
/** Without signs that end a clause. */
export const clauseGap = gapOf(isInClause, MAX_CLAUSE_CHARS)

const CLAUSE_ENDS = '.,;:!?'
const WIDE_CLAUSE_ENDS = '。，；：！？'

/** Whether the character is in the line and ends no clause: that of `7:30` does not. */
function isInClause(text: MarkedText, at: number): boolean {
  const sign = text.lower[at]!
  if (!isInLine(text, at) || WIDE_CLAUSE_ENDS.includes(sign)) return false
  return !CLAUSE_ENDS.includes(sign) || ((text.marks[at + 1] ?? 0) & WORD) !== 0
}

/** As many characters as possible of words that are not given, in a language without blanks between words. */
function wideGapOf(isWithin: (text: MarkedText, at: number) => boolean, most: number): Match {
  return (text, at, then) => {
    let end = at
    while (end < at + most && isWithin(text, end)) end++
    for (; end >= at; end--) if (then(end)) return true
    return false
  }
}

export const wideGap = wideGapOf(isInLine, MAX_WIDE_GAP_CHARS)
export const wideClauseGap = wideGapOf(isInClause, MAX_WIDE_CLAUSE_CHARS)

/** The end of a word, and of a name such as `max_size`. */
export const wordEnd: Match = ({ marks }, at, then) => ((marks[at] ?? 0) & WORD) === 0 && then(at)
export const nameEnd: Match = ({ marks }, at, then) => ((marks[at] ?? 0) & (WORD | UNDERSCORE)) === 0 && then(at)

/** Whether a word follows, as for an order: `never push`. */
export const beforeWord: Match = (text, at, then) => blank(text, at, (end) => startsWord(text, end)) && then(at)

function startsWord({ lower, marks }: MarkedText, at: number): boolean {
  return ((marks['"\'“`'.includes(lower[at] ?? ' ') ? at + 1 : at] ?? 0) & LETTER) !== 0
}

export const end: Match = ({ lower }, at, then) => at === lower.length && then(at)

/** What ends a sentence, and the text with it. */
export const textEnd: Match = ({ lower }, at, then) => /^[.!。！]{0,3}$/u.test(lower.slice(at)) && then(lower.length)

const MAX_REST_CHARS = 40
/** A short rest of the text. */
export const shortRest: Match = ({ lower }, at, then) =>
  lower.length - at <= MAX_REST_CHARS && !/[\n\r\u2028\u2029]/.test(lower.slice(at)) && then(lower.length)
