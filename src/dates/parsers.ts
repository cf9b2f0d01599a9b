import * as chrono from 'chrono-node'
import { holdsOne } from '../domain/texts.js'
import { DAY_WORDS, PRESENT_WORDS } from '../knowledge/time-questions.js'

/** Parsers of chrono-node by language, and what their results say. */

export type Parser = Pick<chrono.Chrono, 'parse'>
export type Result = ReturnType<Parser['parse']>[number]
export type Components = Result['start']

export const DAY_MS = 86_400_000
const HAN = /\p{Script=Han}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const CYRILLIC = /\p{Script=Cyrillic}/u
const WEEK = ['week', 'woche', 'semaine', 'semana', 'недел', '周', '週', '星期']
const WEEKDAY = /星期[一二三四五六日天]|周[一二三四五六日]/

export function parsersFor(text: string): Parser[] {
  if (KANA.test(text)) return [chrono.ja]
  if (HAN.test(text)) return [chrono.zh.hans]
  if (CYRILLIC.test(text)) return [chrono.ru]
  return [chrono.en, chrono.de, chrono.fr, chrono.es]
}

/** Days that are in each month, and on each weekday. */
const DAYS = {
  month: Array.from({ length: 12 }, (_, at) => 31 * at),
  weekday: Array.from({ length: 7 }, (_, at) => at),
}
const NAMES = ['en', 'de', 'fr', 'es', 'ru'].flatMap((locale) =>
  (['month', 'weekday'] as const).flatMap((part) => {
    const format = new Intl.DateTimeFormat(locale, { [part]: 'long', timeZone: 'UTC' })
    return DAYS[part].map((day) => format.format(day * DAY_MS).toLowerCase())
  }),
)
/** Letters of a name of which each form of a month or weekday begins with: “marzo”, “марта”. */
const NAME_START = 4
const DATE_WORDS = [...new Set([...DAY_WORDS, ...PRESENT_WORDS, ...NAMES.map((name) => name.slice(0, NAME_START))])]

/** Whether a text may name a date. Most do not, and a parser takes a millisecond; the second text of a process takes 200, because patterns are
 * compiled then. */
export function mayNameDate(text: string): boolean {
  return /\p{Nd}/u.test(text) || HAN.test(text) || KANA.test(text) || holdsOne(` ${text.toLowerCase()}`, DATE_WORDS)
}

/** Whether the words of a date name a week: “last week”, “上周”. */
export function namesWeek(words: string): boolean {
  return holdsOne(words.toLowerCase(), WEEK) && !WEEKDAY.test(words)
}

/** Returns the start of the day, some days later, in ms. */
export function dayOf(date: Components, days: number): number {
  return Date.UTC(date.get('year') ?? 0, (date.get('month') ?? 1) - 1, date.get('day') ?? 1) + days * DAY_MS
}
