/** Finds messages by the dates that a question names. [M2] */

/** A span of time that a question names: ms since 1970, the start inclusive and the end exclusive. */
export interface NamedDate {
  from: number
  to: number
}

export interface NamedDates {
  dates: NamedDate[]
  /** The text without the words that name them: they are in no message of those days. */
  rest: string
}

/** Messages of the named dates. */
export interface DatedMessages {
  /** Returns 1 for a message of the dates, a little less for one of the days after them, and 0 for others. */
  share(message: { sessionId: string; seq: number }): number
  /** Weight of the dates among the terms of the query: few messages of one day say more than many of a year. */
  weight: number
}

export const NO_DATES: DatedMessages = { share: () => 0, weight: 0 }

/** What happened on a day is often said in the days after it. */
export const AFTER_MS = 5 * 86_400_000
export const AFTER_SHARE = 0.95

/** Returns the weight of dates like that of a term: the inverse document frequency.
 * @param dated number of messages of these dates
 * @param all number of all messages */
export function dateWeight(dated: number, all: number): number {
  return dated === 0 ? 0 : Math.log(1 + (all - dated + 0.5) / (dated + 0.5))
}
