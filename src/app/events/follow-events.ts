import { SERVICE_APP, type Event } from '../../domain/event.js'
import { LiveTail, type FollowPage } from './live-tail.js'
import type { EventFilter, Store } from '../../ports/ports.js'

export interface FollowRequest {
  /** Cursor after which events are returned. */
  after: string
  filter: EventFilter
  /** Ends the stream. The reader must abort it when it stops reading. */
  signal: AbortSignal
}
/** `caught-up` is emitted once, at the end of the event log; `cursor` is the position to resume from. */
export type Followed = { kind: 'event'; event: Event } | { kind: 'caught-up'; cursor: string }

/** Events and bytes of stored text per read. They bound the memory one slow subscriber can use. */
const PAGE_SIZE = 500
const PAGE_BYTES = 512 * 1024

/** Serves all followers of the event log. Each has its own cursor and pace. Those at the end share one `LiveTail`. */
export class EventFeed {
  private tail: Promise<LiveTail> | null = null
  private followers = 0

  constructor(private readonly store: Store) {}

  /** Yields stored events after the cursor, then live ones. Both come from the same rows: no event is lost or repeated.
   * [P10] Throws invalid_request and cursor_invalid for a cursor of no event, and store_unavailable; then resume from the last cursor. */
  async *follow({ after, filter, signal }: FollowRequest): AsyncGenerator<Followed> {
    this.followers += 1
    try {
      const tail = await this.join()
      let cursor = after
      // An app gets positions of events that it may see. Others would show it the activity of other apps. [P11]
      let shown = after
      let caughtUp = false
      for (let first = true; !signal.aborted; first = false) {
        // The first page always comes from the store, because only the store validates the cursor.
        const page: FollowPage & { shown?: string } =
          first || cursor < tail.floor ? await this.fromStore(tail, cursor, filter) : tail.after(cursor, PAGE_SIZE)
        for (const event of page.events) {
          if (signal.aborted) return
          if (isVisible(event, filter)) shown = event.cursor
          if (passes(event, filter)) yield { kind: 'event', event }
        }
        if (page.shown !== undefined && page.shown > shown) shown = page.shown
        cursor = page.head > cursor ? page.head : cursor
        const atEnd = !page.more
        if (atEnd && !caughtUp) {
          caughtUp = true
          yield { kind: 'caught-up', cursor: shown }
        }
        if (atEnd && cursor >= tail.head) await tail.changed(signal)
      }
    } finally {
      this.leave()
    }
  }

  /** Reads a page from the store. A page that is not full covers everything up to the start of the tail. */
  private async fromStore(
    tail: LiveTail,
    cursor: string,
    filter: EventFilter,
  ): Promise<FollowPage & { shown?: string }> {
    const { floor } = tail
    const { events, head, more } = await this.store.events(cursor, filter, PAGE_SIZE, PAGE_BYTES)
    return { events, head: !more && floor > head ? floor : head, more, shown: head }
  }

  private async join(): Promise<LiveTail> {
    const current = this.tail
    // A failed tail has already failed its followers. Those that return share one new tail.
    if (current && (await current.then((tail) => tail.failed).catch(() => true)) && this.tail === current) {
      this.tail = null
    }
    this.tail ??= LiveTail.open(this.store)
    return this.tail
  }

  private leave(): void {
    this.followers -= 1
    if (this.followers > 0) return
    this.tail?.then((tail) => tail.close()).catch(() => {})
    this.tail = null
  }
}

function isVisible(event: Event, { appId }: EventFilter): boolean {
  return appId === null || event.appId === appId || event.appId === SERVICE_APP
}

function passes(event: Event, filter: EventFilter): boolean {
  const { sessionIds, types } = filter
  if (!isVisible(event, filter)) return false
  if (sessionIds && (event.sessionId === null || !sessionIds.includes(event.sessionId))) return false
  return !types || types.includes(event.type)
}
