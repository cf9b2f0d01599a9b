import { ASIDES } from './asides.js'
import { DECISIONS } from './decisions.js'
import { DIRECTIONS } from './directions.js'
import { GUESSES } from './guesses.js'
import { LASTING } from './lasting.js'
import { ORDERS_ELSEWHERE } from './orders-elsewhere.js'
import { patternOf, type Found, type WordPattern } from './phrases.js'
import { PERSONS } from './persons.js'
import { PERSONS_ELSEWHERE } from './persons-elsewhere.js'
import { PERSONS_FACTS } from './persons-facts.js'
import { PREFERENCES } from './preferences.js'
import type { LineKind, LineRow } from './row.js'
import { RULES_ELSEWHERE } from './rules-elsewhere.js'
import { RULES } from './rules.js'
import { STANDING_CHINESE } from './standing-chinese.js'
import { STANDING_ELSEWHERE } from './standing-elsewhere.js'
import { STANDING_ADDRESSED } from './standing/addressed.js'
import { STANDING_ALL_OF_KIND } from './standing/all-of-kind.js'
import { STANDING_ALONE } from './standing/alone.js'
import { STANDING_ALONE_ELSEWHERE } from './standing/alone-elsewhere.js'
import { STANDING_CASES } from './standing/cases.js'
import { STANDING_CHANGES } from './standing/changes.js'
import { STANDING_DEEDS } from './standing/deeds.js'
import { STANDING_HEADS } from './standing/heads.js'
import { STANDING_MESSAGES } from './standing/messages.js'
import { STANDING_ORDERS } from './standing/orders.js'
import { STANDING_PASSING } from './standing/passing.js'
import { STANDING_PERSONAL } from './standing/personal.js'
import { STANDING_PERSONS } from './standing/persons.js'
import { STANDING_PROJECTS } from './standing/projects.js'
import { STANDING_PROPOSALS } from './standing/proposals.js'
import { STANDING_TASTES } from './standing/tastes.js'
import { STANDING_TOPICS } from './standing/topics.js'
import { STANDING_USES } from './standing/uses.js'
import { STANDING_WISHES } from './standing/wishes.js'
import { STANDING } from './standing.js'
import { THOUGHTS } from './thoughts.js'
import { ASKING } from './talk/asking.js'
import { SIDES } from './talk/sides.js'
import { STATES } from './talk/states.js'
import { TIME_QUESTIONS } from './talk/time-questions.js'
import { POLITENESS } from './talk/politeness.js'
import { WEAK } from './weak.js'

/** Reads the table of kinds of lines. */
export const LINE_ROWS: readonly LineRow[] = [
  ...[...RULES, ...PREFERENCES, ...RULES_ELSEWHERE, ...DECISIONS, ...ASIDES],
  ...[
    ...DIRECTIONS,
    ...THOUGHTS,
    ...GUESSES,
    ...WEAK,
    ...POLITENESS,
    ...ASKING,
    ...SIDES,
    ...TIME_QUESTIONS,
    ...STATES,
    ...STANDING,
    ...STANDING_ELSEWHERE,
    ...STANDING_CHINESE,
    ...LASTING,
    ...STANDING_ADDRESSED,
    ...STANDING_TASTES,
    ...STANDING_TOPICS,
    ...STANDING_ORDERS,
    ...STANDING_ALL_OF_KIND,
    ...STANDING_ALONE,
    ...STANDING_ALONE_ELSEWHERE,
    ...STANDING_CASES,
    ...STANDING_CHANGES,
    ...STANDING_DEEDS,
    ...STANDING_PERSONAL,
    ...STANDING_WISHES,
    ...STANDING_USES,
    ...STANDING_PROJECTS,
    ...STANDING_PERSONS,
    ...STANDING_MESSAGES,
    ...STANDING_HEADS,
    ...STANDING_PROPOSALS,
    ...STANDING_PASSING,
  ],
  ...[...ORDERS_ELSEWHERE, ...PERSONS, ...PERSONS_FACTS, ...PERSONS_ELSEWHERE],
]

interface Compiled {
  kind: LineKind
  pattern: WordPattern
}

/** Returns a function that returns which of some kinds a sentence is; null: none of them. The row with the highest priority
 * decides. */
export function kindAmong<Kind extends LineKind>(...kinds: Kind[]): (sentence: string) => Kind | null {
  const rows: Compiled[] = LINE_ROWS.filter(({ kind }) => kinds.includes(kind as Kind))
    .toSorted((a, b) => b.priority - a.priority)
    .map((row) => ({ kind: row.kind, pattern: patternOf(row) }))
  return (sentence) => (rows.find(({ pattern }) => pattern.test(sentence))?.kind as Kind | undefined) ?? null
}

/** Returns a function that returns whether a sentence has words of a kind in one language. */
export function inLanguage(language: string, ...kinds: LineKind[]): (sentence: string) => boolean {
  const patterns = LINE_ROWS.filter((row) => row.language === language && kinds.includes(row.kind)).map(patternOf)
  return (sentence) => patterns.some((pattern) => pattern.test(sentence))
}

/** Returns a function that returns the length of the words of a kind with which a sentence starts; 0: none. */
export function lengthOfStart(kind: LineKind): (sentence: string) => number {
  const patterns = LINE_ROWS.filter((row) => row.kind === kind).map(patternOf)
  return (sentence) => Math.max(0, ...patterns.map((pattern) => pattern.exec(sentence)?.[0].length ?? 0))
}

/** Returns what finds the words of a kind in a sentence. */
export function patternsOf(kind: LineKind): readonly WordPattern[] {
  return LINE_ROWS.filter((row) => row.kind === kind).map(patternOf)
}

/** Returns a function that returns where the words of a kind are in a text, in order; none within another. */
export function placesOf(kind: LineKind): (text: string) => Found[] {
  const patterns = patternsOf(kind)
  return (text) => {
    const all = patterns.flatMap((pattern) => pattern.all?.(text) ?? []).toSorted((a, b) => a.from - b.from)
    let end = 0
    return all.filter(({ from, to }) => from >= end && (end = to) > from)
  }
}

/** Returns a function that returns where the first words of a kind are in a text; null: nowhere. */
export function firstOf(kind: LineKind): (text: string) => Found | null {
  const patterns = patternsOf(kind)
  return (text) => {
    const found = patterns.flatMap((pattern) => pattern.exec(text) ?? [])
    const [first] = found.toSorted((a, b) => a.index - b.index)
    return first ? { from: first.index, to: first.index + first[0].length } : null
  }
}

/** Returns a function that splits a text at all words of a kind. */
export function splitAt(kind: LineKind): (text: string) => string[] {
  const places = placesOf(kind)
  return (text) => {
    const all = places(text)
    return [...all, null].map((found, at) => text.slice(at === 0 ? 0 : all[at - 1]!.to, found?.from))
  }
}
