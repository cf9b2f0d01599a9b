import { CHINESE } from './chinese.js'
import { ENGLISH } from './english.js'
import { FRENCH } from './french.js'
import { GERMAN } from './german.js'
import { ITALIAN } from './italian.js'
import { JAPANESE } from './japanese.js'
import { patternOf, type Found, type WordPattern } from './phrases.js'
import { PORTUGUESE } from './portuguese.js'
import type { LineKind, LineRow, TableRow } from './row.js'
import { RUSSIAN } from './russian.js'
import { SPANISH } from './spanish.js'

/** A new language is a file with its rows, and its line here. Each kind works without it, so it may begin with a few. */
const LANGUAGES: Record<string, readonly TableRow[]> = {
  en: ENGLISH,
  de: GERMAN,
  zh: CHINESE,
  ja: JAPANESE,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  ru: RUSSIAN,
}
const USUAL_PRIORITY = 10

/** All rows of all languages. */
export const LINE_ROWS: readonly LineRow[] = Object.entries(LANGUAGES).flatMap(([language, rows]) =>
  rows.map((row) => ({ priority: USUAL_PRIORITY, ...row, language })),
)

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
