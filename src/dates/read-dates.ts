import * as chrono from 'chrono-node'
import { holdsOne } from '../domain/texts.js'
import type { DateReader } from '../ports/ports.js'
import type { NamedDate, NamedDates } from '../domain/recall/dates.js'

/** Reads dates with chrono-node: “on 25 May”, “last Friday”, “vor zwei Wochen”, “昨天”. [M2] */

/** Characters that are read, at the end of the text, where the question mostly is. */
const READ_CHARS = 600
const DAY_MS = 86_400_000
/** Days before and after the one that “last week” names. */
const WEEK_SPREAD = 3
const HAN = /\p{Script=Han}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const CYRILLIC = /\p{Script=Cyrillic}/u

type Parser = Pick<chrono.Chrono, 'parse'>
type Result = ReturnType<Parser['parse']>[number]

/** What names a time of day, or the present, names no date of the conversation. */
const NO_DATE_TAGS = /now|Time(?:Expression)?Parser|DateAndTime/
/** A word that is a month or a weekday in one sense only: “march”, “sat”, “May”. */
const SHORT_WORD = /^(?:\p{Ll}{2,5}|\p{L}{2,3})\.?$/u
const WEEK = ['week', 'woche', 'semaine', 'semana', 'недел', '周', '週', '星期']
const WEEKDAY = /星期[一二三四五六日天]|周[一二三四五六日]/

export const dateReader: DateReader = {
  namedDates(text, askedAt, newest) {
    const read = text.slice(-READ_CHARS)
    const at = text.length - read.length
    for (const parser of parsersFor(read)) {
      const results = parser.parse(read, { instant: askedAt, timezone: 0 })
      const found = results.flatMap((result) => {
        const date = dateOf(result, askedAt.getTime(), newest.getTime())
        return date ? [{ date, start: at + result.index, end: at + result.index + result.text.length }] : []
      })
      if (found.length > 0) return { dates: found.map(({ date }) => date), rest: without(text, found) }
    }
    return { dates: [], rest: text }
  },
}

function parsersFor(text: string): Parser[] {
  if (KANA.test(text)) return [chrono.ja]
  if (HAN.test(text)) return [chrono.zh.hans]
  if (CYRILLIC.test(text)) return [chrono.ru]
  return [chrono.en, chrono.de, chrono.fr, chrono.es]
}

/** Returns the days of a result, or its whole month; null: it names neither, or the future. */
function dateOf(result: Result, askedMs: number, newestMs: number): NamedDate | null {
  const { start, end, text } = result
  const hasDay = start.isCertain('day') || start.isCertain('weekday')
  if (!hasDay && !start.isCertain('month')) return null
  if ([...result.tags()].some((tag) => NO_DATE_TAGS.test(tag))) return null
  if (!start.isCertain('day') && !start.isCertain('year') && SHORT_WORD.test(text)) return null
  const spread = holdsOne(text, WEEK) && !WEEKDAY.test(text) ? WEEK_SPREAD : 0
  const date = hasDay
    ? { from: dayOf(start, -spread), to: dayOf(end ?? start, spread + 1) }
    : { from: monthOf(start, 0), to: monthOf(end ?? start, 1) }
  const isOpen = !start.isCertain('year') && !start.isCertain('weekday')
  for (let years = 0; isOpen && date.from > newestMs && years < 100; years++) {
    date.from = yearBefore(date.from)
    date.to = yearBefore(date.to)
  }
  return date.from > askedMs ? null : date
}

type Components = Result['start']

function dayOf(date: Components, days: number): number {
  return Date.UTC(date.get('year') ?? 0, (date.get('month') ?? 1) - 1, date.get('day') ?? 1) + days * DAY_MS
}

function monthOf(date: Components, months: number): number {
  return Date.UTC(date.get('year') ?? 0, (date.get('month') ?? 1) - 1 + months, 1)
}

function yearBefore(ms: number): number {
  const date = new Date(ms)
  return date.setUTCFullYear(date.getUTCFullYear() - 1)
}

function without(text: string, spans: readonly { start: number; end: number }[]): NamedDates['rest'] {
  let rest = ''
  let at = 0
  for (const { start, end } of spans) {
    rest += `${text.slice(at, start)} `
    at = end
  }
  return rest + text.slice(at)
}
