import { SERVICE_APP, type Event } from '../../domain/event.js'
import { LiveTail, type FollowPage } from './live-tail.js'
import type { EventFilter, Store } from '../ports/ports.js'

export interface FollowRequest {
  /** Give what came after this cursor. */
  after: string
  filter: EventFilter
  /** Ends the following; must be aborted by whoever stops reading. */
  signal: AbortSignal
}
/** `caught-up` comes once, when the end of the log was reached; `cursor` is the place to resume from. */
export type Followed = { kind: 'event'; event: Event } | { kind: 'caught-up'; cursor: string }

/** Events and bytes of stored text per read: bound what one slow subscriber can hold in memory. */
const PAGE_SIZE = 500
const PAGE_BYTES = 512 * 1024

/** Followers of one log. Each has its own cursor and pace; those at the end of the log share one reader of it. */
export class EventFeed {
  private tail: Promise<LiveTail> | null = null
  private followers = 0

  constructor(private readonly store: Store) {}

  /** The log from a cursor on, then live: the same rows either way, so nothing is missed or told twice between the two. [P10]
   * Throws invalid_request for a cursor that is none, store_unavailable; the caller resumes from the last cursor it got. */
  async *follow({ after, filter, signal }: FollowRequest): AsyncGenerator<Followed> {
    this.followers += 1
    try {
      const tail = await this.join()
      let cursor = after
      let caughtUp = false
      for (let first = true; !signal.aborted; first = false) {
        // The store judges the cursor, so it is asked at least once.
        const page =
          first || cursor < tail.floor ? await this.fromStore(tail, cursor, filter) : tail.after(cursor, PAGE_SIZE)
        for (const event of page.events) {
          if (signal.aborted) return
          if (passes(event, filter)) yield { kind: 'event', event }
        }
        cursor = page.head > cursor ? page.head : cursor
        const atEnd = !page.more
        if (atEnd && !caughtUp) {
          caughtUp = true
          yield { kind: 'caught-up', cursor }
        }
        if (atEnd && cursor >= tail.head) await tail.changed(signal)
      }
    } finally {
      this.leave()
    }
  }

  /** A page that is not full has shown all that was there, so also all up to where the tail begins. */
  private async fromStore(tail: LiveTail, cursor: string, filter: EventFilter): Promise<FollowPage> {
    const { floor } = tail
    const { events, head, more } = await this.store.events(cursor, filter, PAGE_SIZE, PAGE_BYTES)
    return { events, head: !more && floor > head ? floor : head, more }
  }

  private async join(): Promise<LiveTail> {
    const found = this.tail
    // A tail that failed told its followers; whoever comes back gets a new one, and all who come back get the same.
    if (found && (await found.then((tail) => tail.failed).catch(() => true)) && this.tail === found) this.tail = null
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

function passes(event: Event, { appId, sessionIds, types }: EventFilter): boolean {
  if (appId !== null && event.appId !== appId && event.appId !== SERVICE_APP) return false
  if (sessionIds && (event.sessionId === null || !sessionIds.includes(event.sessionId))) return false
  return !types || types.includes(event.type)
}
