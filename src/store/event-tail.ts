import type { EventFilter } from '../app/ports.js'
import { SERVICE_APP, type Event } from '../domain/event.js'

export interface EventPage {
  events: Event[]
  head: string
}

/** Events kept at most; a follower further behind reads the table until it has caught up. */
const KEPT = 2_000
/** More than this at once, and nobody has followed for long: the window starts anew at the end. */
const PULL_SIZE = 1_000

/** The newest events of the log in memory, so that any number of live followers cost one reader of the table. Complete between `start` and
 * `end`: both lie below the edge, where nothing can appear any more. [P10] */
export class EventTail {
  private start: string | null = null
  private end = '0'
  private kept: Event[] = []
  private running: Promise<void> = Promise.resolve()
  private queued: Promise<void> | null = null

  constructor(private readonly log: { page(after: string, limit: number): Promise<EventPage>; head(): Promise<string> }) {}

  /** null when the cursor lies before the window. What was committed before the call is seen. */
  async after(cursor: string, filter: EventFilter, limit: number): Promise<EventPage | null> {
    await this.refresh()
    if (this.start === null || cursor < this.start) return null
    const events: Event[] = []
    for (let at = this.firstAfter(cursor); at < this.kept.length; at++) {
      const event = this.kept[at]
      if (event && passes(event, filter) && events.push(event) === limit) return { events, head: event.cursor }
    }
    return { events, head: this.end > cursor ? this.end : cursor }
  }

  /** One pull at a time. Who asks while one is under way waits for the next: that one saw the table before the question. */
  private refresh(): Promise<void> {
    if (this.queued) return this.queued
    const mine = this.running.then(() => {
      this.queued = null
      return this.pull()
    })
    this.queued = mine
    this.running = mine.catch(() => {})
    return mine
  }

  private async pull(): Promise<void> {
    const page = this.start === null ? null : await this.log.page(this.end, PULL_SIZE)
    if (page === null || page.events.length === PULL_SIZE) {
      this.kept = []
      this.start = this.end = await this.log.head()
      return this.pull()
    }
    for (const event of page.events) {
      // Events of a deleted session leave the log, so they leave here as well.
      if (event.type === 'session-deleted') this.kept = this.kept.filter(({ sessionId }) => sessionId !== event.sessionId)
      this.kept.push(Object.freeze(event))
    }
    this.end = page.head
    if (this.kept.length > KEPT) this.start = this.kept.splice(0, this.kept.length - KEPT / 2).at(-1)?.cursor ?? this.start
  }

  /** Index of the first event behind a cursor; the kept ones are in order. */
  private firstAfter(cursor: string): number {
    let [low, high] = [0, this.kept.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const event = this.kept[middle]
      if (event && event.cursor <= cursor) low = middle + 1
      else high = middle
    }
    return low
  }
}

function passes(event: Event, { appId, sessionIds, types }: EventFilter): boolean {
  if (appId !== null && event.appId !== appId && event.appId !== SERVICE_APP) return false
  if (sessionIds && (event.sessionId === null || !sessionIds.includes(event.sessionId))) return false
  return !types || types.includes(event.type)
}
