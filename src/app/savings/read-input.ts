import { modelCounts } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import { CURSOR_START } from '../../domain/event.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { recentEntries } from '../shared/recent.js'
import { readSession } from '../shared/read-session.js'
import { eachPage } from './each-page.js'
import { INPUT_TYPES, InputCount, type InputPoint } from './input-count.js'
import { addInput, dayOf, noInput, type InputSums } from './input-sums.js'

/** What the calls of sessions were sent, and would have been sent otherwise, from the recorded events. [R5] */

type FromStore = Pick<Ports, 'store'>

/** Events read at once. */
const EVENTS_PAGE = 1_000
/** Points of a session that are returned. */
const POINTS_MAX = 200

export interface SessionInput extends InputSums {
  limit: number
  points: InputPoint[]
}

/** Inputs of sessions that are looked at, with the number of their newest event then. */
const shown = recentEntries<{ eventSeq: number; input: SessionInput }>(50)

/** Returns the input of all calls of a session. Throws session_not_found. */
export async function readInput({ store }: FromStore, { sessionId, appId }: SessionAddress): Promise<SessionInput> {
  const session = await readSession({ store }, { sessionId, appId })
  const { eventSeq, limit } = session
  const known = shown.get(sessionId)
  if (known?.eventSeq === eventSeq) return known.input
  await store.untilPublished()
  const count = (await countInput({ store }, [session])).get(sessionId)!
  const sums = noInput()
  for (const more of count.days.values()) addInput(sums, more)
  const input = { ...sums, limit, points: thinned(count.points) }
  shown.set(sessionId, { eventSeq, input })
  return input
}

export interface DayInput extends InputSums {
  /** In UTC: `2026-11-27`. */
  day: string
}

export interface InputOfSession {
  sessionId: string
  appId: string
  days: DayInput[]
}

/** Returns the input of each of a page of sessions by day, newest sessions first. Sessions without a call since then have no
 * days. @param since a day in UTC */
export async function readInputByDay(
  { store }: FromStore,
  input: { appId: string | null; since: string; limit: number; after?: string },
): Promise<{ sessions: InputOfSession[]; more: boolean }> {
  const { appId, since, ...page } = input
  const { sessions, more } = await store.sessions(appId, page)
  await store.untilPublished()
  const active = sessions.filter(({ lastActivityAt }) => dayOf(lastActivityAt) >= since)
  const known = await daysOf({ store }, active)
  const found = sessions.map(({ id, appId: of }): InputOfSession => {
    const days = [...(known.get(id) ?? [])].filter(([day]) => day >= since).map(([day, sums]) => ({ day, ...sums }))
    return { sessionId: id, appId: of, days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)) }
  })
  return { sessions: found, more }
}

type Days = ReadonlyMap<string, InputSums>

/** Sums of sessions that did not change since. */
const counted = recentEntries<{ eventSeq: number; days: Days }>(5_000)

/** Returns the sums of sessions by day. */
async function daysOf({ store }: FromStore, sessions: readonly Session[]): Promise<ReadonlyMap<string, Days>> {
  const found = new Map<string, Days>()
  const changed = sessions.filter(({ id, eventSeq }) => {
    const known = counted.get(id)
    if (known?.eventSeq === eventSeq) found.set(id, known.days)
    return !found.has(id)
  })
  for (const together of batchesOf(changed)) {
    const counts = await countInput({ store }, together)
    for (const { id, eventSeq } of together) {
      const { days } = counts.get(id)!
      found.set(id, days)
      counted.set(id, { eventSeq, days })
    }
  }
  return found
}

/** Divides sessions into those whose events are read together: at most a page, or of one session. */
function batchesOf(sessions: readonly Session[]): Session[][] {
  const batches: Session[][] = []
  let events = Infinity
  for (const session of sessions) {
    events += session.eventSeq
    if (events > EVENTS_PAGE) [events] = [session.eventSeq, batches.push([])]
    batches.at(-1)!.push(session)
  }
  return batches
}

/** Counts the input of sessions, by their ids. */
async function countInput({ store }: FromStore, sessions: readonly Session[]): Promise<Map<string, InputCount>> {
  const counts = new Map<string, InputCount>()
  for (const session of sessions) {
    const { system, tools } = modelCounts(session)
    counts.set(session.id, new InputCount({ fixed: system + tools, limit: session.limit }))
  }
  const filter = { sessionIds: [...counts.keys()], types: INPUT_TYPES }
  for (let cursor = CURSOR_START, isMore = true; isMore;) {
    const { events, head, more } = await store.sessionEvents(cursor, filter, EVENTS_PAGE)
    for (const event of events) counts.get(event.sessionId!)!.add(event)
    ;[cursor, isMore] = [head, more]
  }
  for (const { id, compressionCount } of sessions) {
    const count = counts.get(id)!
    count.end()
    if (compressionCount > 0) await addSummaries({ store }, id, count)
  }
  return counts
}

/** Adds what the model calls of the compressions used, accepted or not, on the day of each. */
async function addSummaries({ store }: FromStore, sessionId: string, { days }: InputCount): Promise<void> {
  await eachPage(
    (page) => store.compressions(sessionId, page),
    (found) => {
      for (const { attempts, createdAt } of found) {
        if (attempts.length === 0) continue
        const day = dayOf(createdAt)
        const sums = days.get(day) ?? noInput()
        days.set(day, sums)
        for (const { promptTokens, outputTokens } of attempts) {
          sums.summaries.promptTokens += promptTokens
          sums.summaries.outputTokens += outputTokens
        }
      }
    },
  )
}

/** Leaves out points evenly. The first and the last remain. */
function thinned(points: InputPoint[]): InputPoint[] {
  if (points.length <= POINTS_MAX) return points
  const step = (points.length - 1) / (POINTS_MAX - 1)
  return Array.from({ length: POINTS_MAX }, (_, index) => points[Math.round(index * step)]!)
}
