import { kindAmong } from '../../knowledge/lines/read.js'

/** Which days the words of a quote name: “two days ago”. A small model does not reckon from the day of the quote. [M2] */

/** A date that words name from the day on which they were said. */
export interface NamedDay {
  /** The words, as they are in the quote. */
  words: string
  date: Date
  /** How much of the date they say. */
  unit: 'day' | 'month' | 'year'
  /** Whether they leave open which one it is exactly: “last week”, “a few years ago”. */
  isAbout: boolean
}

/** Dates of one line. More would take tokens that quotes need. */
const MAX_NAMED = 4
/** `9 April 2023`: a small model repeats the form that it reads, and a person does not write `2023-04-09`. */
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const timeQuestion = kindAmong('time-question')

/** Whether a question asks for a time. */
export function asksForTime(text: string): boolean {
  return timeQuestion(text) !== null
}

/** Returns the day of quotes, with what their words name: `21 October 2022 (“2 days ago”: 19 October 2022)`. */
export function dayLine(date: Date, named: readonly NamedDay[]): string {
  const meanings = new Map(named.map((one) => [one.words.toLowerCase(), `“${one.words}”: ${written(one)}`]))
  const shown = [...meanings.values()].slice(0, MAX_NAMED)
  return shown.length === 0 ? DAY.format(date) : `${DAY.format(date)} (${shown.join('; ')})`
}

function written({ date, unit, isAbout }: NamedDay): string {
  const day = unit === 'day' ? DAY.format(date) : unit === 'month' ? MONTH.format(date) : String(date.getUTCFullYear())
  return isAbout ? `about ${day}` : day
}
