import { added, noSums, type InputSums } from './sums.js'
import type { SessionDays } from './read-days.js'

/** Sums of sessions and days by what a person compares. */

export const GROUPINGS = { day: 'By day', app: 'By app', session: 'By session' } as const
export type Grouping = keyof typeof GROUPINGS

export interface Group {
  /** A day, or the id of an app or a session. */
  key: string
  sums: InputSums
}

/** Returns the groups that have calls: days from the newest, others by tokens saved.
 * @param appId only sessions of this app; null: all */
export function groupDays(sessions: readonly SessionDays[], by: Grouping, appId: string | null): Group[] {
  const groups = new Map<string, InputSums>()
  for (const { sessionId, appId: of, days } of sessions) {
    if (appId !== null && of !== appId) continue
    for (const day of days) {
      const key = by === 'day' ? day.day : by === 'app' ? of : sessionId
      groups.set(key, added(groups.get(key) ?? noSums(), day))
    }
  }
  const saved = ({ sums: { whole, sent } }: Group) => whole.tokens - sent.tokens
  return [...groups]
    .map(([key, sums]) => ({ key, sums }))
    .sort((a, b) => (by === 'day' ? (a.key < b.key ? 1 : -1) : saved(b) - saved(a) || (a.key < b.key ? -1 : 1)))
}

export const sumOf = (groups: readonly Group[]): InputSums =>
  groups.reduce((all, { sums }) => added(all, sums), noSums())
