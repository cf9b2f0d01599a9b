import type { NamedDay } from '../domain/recall/days.js'
import { holdsOne } from '../domain/texts.js'
import {
  DAY_BEFORE,
  DAY_WORDS,
  LATER_PARTS,
  LATER_WORDS,
  SPAN_WORDS,
  VAGUE_WORDS,
  WEEKDAY_WORDS,
} from '../knowledge/time-questions.js'
import { dayOf, DAY_MS, namesWeek, parsersFor, type Components, type Result } from './parsers.js'

/** Reads what words name from the day on which they were said: “two days ago”, “last Friday”, “letzte Woche”, “昨天”. [M2] */

const READ_CHARS = 600
/** A date that is named from the day on which it is said moves with that day. Not a whole number of weeks, for weekdays. */
const LATER_MS = 11 * DAY_MS
/** Around the middle of a week. “This week” says nothing else than the day of the quote. */
const THIS_WEEK_MS = 3 * DAY_MS

/** @param saidAt when the text was written */
export function namedDays(text: string, saidAt: Date): NamedDay[] {
  const read = text.slice(0, READ_CHARS)
  // Most texts have none of these words, and a parser takes a millisecond.
  if (!holdsOne(read.toLowerCase(), DAY_WORDS)) return []
  for (const parser of parsersFor(read)) {
    const results = parser.parse(read, { instant: saidAt, timezone: 0 })
    if (results.length === 0) continue
    const later = parser.parse(read, { instant: new Date(saidAt.getTime() + LATER_MS), timezone: 0 })
    const found = results.filter((one) => moves(one, later)).flatMap((one) => namedDay(one, saidAt.getTime()) ?? [])
    if (found.length > 0) return found
  }
  return []
}

function moves({ index, start }: Result, later: readonly Result[]): boolean {
  const other = later.find((one) => one.index === index)
  return other !== undefined && dayOf(other.start, 0) !== dayOf(start, 0)
}

/** Returns the date that words name; null: it is the day or the time itself, a time that lasts or counts from another one, or a weekday
 * that may be before or after the day on which it was said. */
function namedDay({ start, end, text }: Result, saidMs: number): NamedDay | null {
  const words = text.trim().replace(/\s+/gu, ' ')
  const lower = words.toLowerCase()
  const unit = unitOf(start)
  if (unit === null || end || SPAN_WORDS.has(lower.split(' ')[0]!)) return null
  if (countsFromAnother(lower)) return null
  const isWeekday = start.isCertain('weekday') && !start.isCertain('day')
  if (isWeekday && !holdsOne(lower, WEEKDAY_WORDS)) return null
  const date = new Date(dayOf(start, 0))
  const isWeek = namesWeek(words)
  const named = { words, date, unit, isAbout: isWeek || holdsOne(lower, VAGUE_WORDS) }
  return saysMore(date, isWeek ? 'week' : unit, saidMs) ? named : null
}

function countsFromAnother(words: string): boolean {
  if (holdsOne(words, DAY_BEFORE)) return false
  return words.split(' ').some((word) => LATER_WORDS.has(word)) || holdsOne(words, LATER_PARTS)
}

function unitOf(date: Components): NamedDay['unit'] | null {
  if (date.isCertain('day') || date.isCertain('weekday')) return 'day'
  if (date.isCertain('month')) return 'month'
  return date.isCertain('year') ? 'year' : null
}

function saysMore(date: Date, unit: NamedDay['unit'] | 'week', saidMs: number): boolean {
  const said = new Date(saidMs)
  if (unit === 'week') return Math.abs(date.getTime() - saidMs) > THIS_WEEK_MS
  const isSameYear = date.getUTCFullYear() === said.getUTCFullYear()
  if (unit === 'year') return !isSameYear
  if (unit === 'month') return !isSameYear || date.getUTCMonth() !== said.getUTCMonth()
  return Math.floor(date.getTime() / DAY_MS) !== Math.floor(saidMs / DAY_MS)
}
