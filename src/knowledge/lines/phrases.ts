import { BLANK, markedText, WORD, type MarkedText } from '../phrases/marked-text.js'
import * as match from '../phrases/match.js'
import type { Match } from '../phrases/match.js'
import { choiceOf, phraseOf } from '../phrases/phrase.js'
import type { LineRow, Place } from './row.js'

/** Finds the words of a row in a text, as a regular expression does. */
export interface WordPattern {
  test(text: string): boolean
  exec(text: string): { 0: string; index: number } | null
  /** Returns all places of the words, none within another. Absent: of a regular expression. */
  all?(text: string): Found[]
}

/** Where words are in a text. */
export interface Found {
  from: number
  to: number
}

/** Languages without blanks between words. */
const WIDE = ['zh', 'ja']
/** Words that may come before an order, in its clause. */
export const BEFORE_ORDERS =
  'please|and|but|so|also|then|just|note|important|remember|rule|make_sure|make_sure_to|be_sure_to|from_now_on|bitte'
const MAX_BEFORE_ORDERS = 3
/** Characters before a place in which words that may not come before are searched. */
const BEFORE_CHARS = 80

/** Signs before a clause. */
const CLAUSE_SIGNS = ',;:(.!?'

const AFTER: Record<Place, Match> = {
  start: match.nothing,
  clause: match.beforeWord,
  anywhere: match.nothing,
  within: match.beforeWord,
  end: match.textEnd,
  opens: match.beforeWord,
  short: match.shortRest,
  whole: match.textEnd,
  'clause-end': match.textEnd,
}

const blanks = match.run(BLANK, 1, 4)
const beforeOrder = match.sequence([choiceOf(BEFORE_ORDERS).match, match.optional(match.oneOf(',:!')), blanks])
const beforeOrders = Array.from({ length: MAX_BEFORE_ORDERS }).reduce<Match>(
  (rest) => match.optional(match.sequence([beforeOrder, rest])),
  match.nothing,
)
const clauseSign = match.sequence([match.oneOf(CLAUSE_SIGNS), blanks])
/** What may be between the end of a clause before and the words. */
const clauseStart = match.sequence([
  (text, at, then) => (at === 0 && then(0)) || clauseSign(text, at, then),
  beforeOrders,
])

/** Several readers have the same rows. */
const BUILT = new WeakMap<LineRow, WordPattern>()

export function patternOf(row: LineRow): WordPattern {
  if (row.pattern) return row.pattern
  const built = BUILT.get(row) ?? phrasesOf(row)
  BUILT.set(row, built)
  return built
}

function phrasesOf(row: LineRow): WordPattern {
  const { phrases = [], at = 'anywhere', language } = row
  const isWide = WIDE.includes(language)
  const words = match.choice(phrases.map((phrase) => phraseOf(phrase, isWide)))
  const mayStart = isAmong(words.firsts)
  const isForbidden = forbiddenBefore(row, isWide)
  const ending = endingOf(row, isWide)
  /** Returns the end of the words that start at a place; -1: none do. */
  const endFrom = (text: MarkedText, from: number): number => {
    if (!mayStart(text.lower.charCodeAt(from))) return -1
    let end = -1
    const isEnd = (to: number) => ending(text, to, (last) => (end = last) >= 0)
    return words.match(text, from, isEnd) && !isForbidden(text, from) ? end : -1
  }
  const clauseEndFrom = (text: MarkedText, from: number): number => {
    let end = -1
    clauseStart(text, from, (start) => (end = endFrom(text, start)) >= 0)
    return end
  }
  return wordPattern(words.heads, (text) => placesOf(text, at, isWide), isOfClause(at) ? clauseEndFrom : endFrom)
}

function wordPattern(
  heads: readonly number[] | null,
  places: (text: MarkedText) => Iterable<number>,
  endFrom: (text: MarkedText, from: number) => number,
): WordPattern {
  const isOut = (text: MarkedText) => heads !== null && !hasOne(text, heads)
  const first = (given: string): Found | null => {
    const text = markedText(given)
    if (isOut(text)) return null
    for (const from of places(text)) {
      const to = endFrom(text, from)
      if (to >= 0) return { from, to }
    }
    return null
  }
  const all = (given: string): Found[] => {
    const text = markedText(given)
    const found: Found[] = []
    if (isOut(text)) return found
    for (const from of places(text)) {
      const to = from < (found.at(-1)?.to ?? 0) ? -1 : endFrom(text, from)
      if (to >= 0) found.push({ from, to })
    }
    return found
  }
  return {
    test: (text) => first(text) !== null,
    exec(text) {
      const one = first(text)
      return one && { 0: text.slice(one.from, one.to), index: one.from }
    },
    all,
  }
}

/** Returns a function that returns whether words may begin with a character; null: with any. */
function isAmong(firsts: ReadonlySet<string> | null): (code: number) => boolean {
  if (firsts === null) return () => true
  const codes = new Set([...firsts].map((first) => first.charCodeAt(0)))
  const latin = Array.from({ length: 128 }, (_, code) => codes.has(code))
  return (code) => (code < 128 ? latin[code]! : codes.has(code))
}

function hasOne(text: MarkedText, heads: readonly number[]): boolean {
  for (const head of heads) if (text.heads[head] === 1) return true
  return false
}

/** Returns what must be after the words. */
function endingOf({ notThen = [], at = 'anywhere' }: LineRow, isWide: boolean): Match {
  if (isWide) {
    const rest = at === 'whole' || at === 'end' ? match.textEnd : match.nothing
    return match.sequence([match.unless(notThen.map((phrase) => phraseOf(phrase, true).match)), rest])
  }
  const follows = notThen.map((phrase) => match.sequence([match.blank, phraseOf(phrase, false).match, match.wordEnd]))
  return match.sequence([match.nameEnd, match.unless(follows), AFTER[at]])
}

/** Returns a function that returns whether words that may not come before are directly before a place. */
function forbiddenBefore({ notAfter = [] }: LineRow, isWide: boolean): (text: MarkedText, at: number) => boolean {
  const all = notAfter.map((words) =>
    match.sequence([choiceOf(words, isWide).match, isWide ? match.nothing : match.blank]),
  )
  const leadsTo = (text: MarkedText, from: number, at: number) =>
    (isWide || ((text.marks[from - 1] ?? 0) & WORD) === 0) && all.some((one) => one(text, from, (end) => end === at))
  return (text, at) => {
    if (all.length === 0) return false
    for (let from = at - 1; from >= Math.max(0, at - BEFORE_CHARS); from--) if (leadsTo(text, from, at)) return true
    return false
  }
}

function isOfClause(place: Place): boolean {
  return place === 'clause' || place === 'clause-end'
}

const FIRST = [0]

/** Returns where the words of a row, or what comes before them, may start. */
function placesOf({ lower, starts }: MarkedText, place: Place, isWide: boolean): Iterable<number> {
  if (place === 'start' || place === 'whole' || (!isWide && (place === 'opens' || place === 'short'))) return FIRST
  if (isWide) return Array(lower.length).keys()
  if (!isOfClause(place)) return starts
  return [0, ...[...lower.matchAll(/[,;:(.!?]/g)].map(({ index }) => index)]
}
