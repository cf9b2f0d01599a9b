import type { DateReader } from '../ports/ports.js'
import type { NamedDate, NamedDates } from '../domain/recall/dates.js'
import { namedDays } from './named-days.js'
import { dayOf, mayNameDate, namesWeek, parsersFor, type Components, type Result } from './parsers.js'

/** Reads dates with chrono-node: “on 25 May”, “last Friday”, “vor zwei Wochen”, “昨天”. [M2] */

/** Characters that are read, at the end of the text, where the question mostly is. */
const READ_CHARS = 600
/** Days before and after the one that “last week” names. */
const WEEK_SPREAD = 3
/** What names a time of day, or the present, names no date of the conversation. */
const NO_DATE_TAGS = /now|Time(?:Expression)?Parser|DateAndTime/
/** A word that is a month or a weekday in one sense only: “march”, “sat”, “May”. */
const SHORT_WORD = /^(?:\p{Ll}{2,5}|\p{L}{2,3})\.?$/u

export const dateReader: DateReader = {
  namedDates(text, askedAt, newest) {
    const read = text.slice(-READ_CHARS)
    if (!mayNameDate(read)) return { dates: [], rest: text }
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
  namedDays,
}

/** Returns the days of a result, or its whole month; null: it names neither, or the future. */
function dateOf(result: Result, askedMs: number, newestMs: number): NamedDate | null {
  const { start, end, text } = result
  const hasDay = start.isCertain('day') || start.isCertain('weekday')
  if (!hasDay && !start.isCertain('month')) return null
  if ([...result.tags()].some((tag) => NO_DATE_TAGS.test(tag))) return null
  if (!start.isCertain('day') && !start.isCertain('year') && SHORT_WORD.test(text)) return null
  const spread = namesWeek(text) ? WEEK_SPREAD : 0
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
