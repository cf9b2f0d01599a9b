import type { EventFilter } from '../app/ports/ports.js'
import { SERVICE_APP, type Event } from '../domain/event.js'

export interface EventPage {
  events: Event[]
  /** Length of the stored text of each event, in characters. */
  sizes: number[]
  /** Cursor to continue from. */
  head: string
  /** Whether the page is full, so that more events may follow. */
  more: boolean
}

/** Maximum number of events in memory. A follower that is further behind reads the table until it has caught up. */
const MAX_EVENTS = 2_000
/** Maximum length of their stored text, in characters. */
const MAX_CHARACTERS = 8 * 1024 * 1024
/** Events read per pull. If more are new, no follower was live for a while, and the window restarts at the end. */
const PULL_SIZE = 1_000

/**
 * Keeps the newest events in memory, so that any number of live followers cost one reader of the table. [P10]
 * The window is complete between `start` and `end`. Both are below the edge, so no event can appear between them later.
 */
export class EventTail {
  private start: string | null = null
  private end = '0'
  private kept: { event: Event; size: number }[] = []
  private keptCharacters = 0
  private running: Promise<void> = Promise.resolve()
  private queued: Promise<void> | null = null

  constructor(
    private readonly log: { page(after: string, limit: number): Promise<EventPage>; head(): Promise<string> },
  ) {}

  /** Returns null if the cursor is before the window. Includes every event committed before the call. */
  async after(
    cursor: string,
    filter: EventFilter,
    { limit, maxBytes }: { limit: number; maxBytes: number },
  ): Promise<EventPage | null> {
    await this.refresh()
    if (this.start === null || cursor < this.start) return null
    const page: EventPage = { events: [], sizes: [], head: this.end > cursor ? this.end : cursor, more: false }
    let bytes = 0
    for (let at = this.firstAfter(cursor); at < this.kept.length; at++) {
      const { event, size } = this.kept[at]!
      if (!passes(event, filter)) continue
      bytes += size
      const last = page.events.at(-1)
      if (last && bytes > maxBytes) return { ...page, head: last.cursor, more: true }
      page.sizes.push(size)
      if (page.events.push(event) === limit) return { ...page, head: event.cursor, more: true }
    }
    return page
  }

  /** Runs one pull at a time. A call during a pull waits for the next one: the current one may miss new events. */
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
    if (page === null || page.more) {
      this.kept = []
      this.keptCharacters = 0
      this.start = this.end = await this.log.head()
      return this.pull()
    }
    for (const [at, event] of page.events.entries()) {
      // Deleting a session removes its events from the log, so they are removed here as well.
      if (event.type === 'session-deleted') this.forget(event.sessionId)
      const size = page.sizes[at] ?? 0
      this.kept.push({ event: Object.freeze(event), size })
      this.keptCharacters += size
    }
    this.end = page.head
    this.trim()
  }

  private forget(sessionId: string | null): void {
    this.kept = this.kept.filter(({ event }) => event.sessionId !== sessionId)
    this.keptCharacters = this.kept.reduce((sum, { size }) => sum + size, 0)
  }

  /** Drops half of the window at once, so that not every new event moves it. */
  private trim(): void {
    if (this.kept.length <= MAX_EVENTS && this.keptCharacters <= MAX_CHARACTERS) return
    let dropped = 0
    while (this.kept.length - dropped > MAX_EVENTS / 2 || this.keptCharacters > MAX_CHARACTERS / 2)
      this.keptCharacters -= this.kept[dropped++]!.size
    this.start = this.kept.splice(0, dropped).at(-1)?.event.cursor ?? this.start
  }

  /** Index of the first event after a cursor, by binary search. */
  private firstAfter(cursor: string): number {
    let [low, high] = [0, this.kept.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.kept[middle]!.event.cursor <= cursor) low = middle + 1
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
