import { signal } from '@preact/signals'
import { PalimpsestError, take, type Event, type EventType, type PalimpsestClient } from '@palimpsest/client'
import { faultOf } from './connection.js'

/** A feed of events: live, paused, or replayed from a point of the log. Its memory is bounded. */

export interface FeedFilter {
  sessionId: string | null
  /** Empty: all types. */
  types: readonly EventType[]
}
/** Where the feed starts: with new events, at the beginning, at a time (ISO 8601), or after an event. */
export type FeedStart =
  | { kind: 'now' }
  | { kind: 'beginning' }
  | { kind: 'since'; at: string }
  | { kind: 'after'; cursor: string }

export interface FeedState {
  /** `full`: a replay filled the list and waits; `waiting`: the connection is lost. */
  status: 'connecting' | 'replaying' | 'live' | 'paused' | 'full' | 'waiting'
  fault: string | null
  /** Newest last. */
  events: readonly Event[]
  /** Events that were shown before and left the list. */
  dropped: number
}

/** Events in the list. The oldest leave a live list; a replay stops here until the person continues. */
export const FEED_MAX = 5_000
/** Changes are shown together, at most this often. */
const SHOW_MS = 200
/** A time after all events. */
const NEVER = '9999-01-01T00:00:00Z'

export class Feed {
  readonly state = signal<FeedState>({ status: 'connecting', fault: null, events: [], dropped: 0 })
  private events: Event[] = []
  private status: FeedState['status'] = 'connecting'
  private fault: string | null = null
  private dropped = 0
  /** Everything up to here was received. null: the start is not known yet. */
  private cursor: string | null = null
  private running: AbortController | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Events of the present replay. */
  private replayed = 0

  constructor(
    private readonly client: PalimpsestClient,
    private readonly filter: FeedFilter,
    private readonly start: FeedStart,
  ) {}

  /** Stops reading. What happens meanwhile is read on `resume`. */
  pause(): void {
    this.stop()
    this.change('paused')
  }

  /** Begins, or continues after the last event that was received. */
  resume(): void {
    this.stop()
    const running = (this.running = new AbortController())
    this.fault = null
    this.replayed = 0
    this.change('connecting')
    void this.follow(running.signal).catch((error: unknown) => {
      if (running.signal.aborted) return
      const isOtherLog = error instanceof PalimpsestError && error.code === 'cursor_invalid'
      this.fault = isOtherLog ? 'The event log is another one now. Start the feed again.' : faultOf(error)
      this.change('paused')
    })
  }

  stop(): void {
    this.running?.abort()
    this.running = null
  }

  private async follow(ended: AbortSignal): Promise<void> {
    this.cursor ??= await this.firstCursor(ended)
    if (ended.aborted) return
    const { sessionId, types } = this.filter
    let isLive = false
    const items = this.client.events({
      after: this.cursor,
      ...(sessionId !== null && { sessionIds: [sessionId] }),
      types,
      signal: ended,
      onState: ({ status }) => {
        if (status === 'waiting') this.change('waiting')
        else if (status === 'open') this.change(isLive ? 'live' : 'replaying')
      },
    })
    for await (const item of items) {
      // An item may have been on its way when the feed was paused. It is read again then.
      if (ended.aborted) return
      this.cursor = item.cursor
      if (item.kind === 'caught-up') {
        isLive = true
        this.change('live')
        continue
      }
      this.add(item.event)
      this.replayed += isLive ? 0 : 1
      if (!isLive && this.replayed >= FEED_MAX) {
        this.stop()
        return this.change('full')
      }
    }
  }

  /** Finds the position before the first event of the feed. */
  private async firstCursor(ended: AbortSignal): Promise<string> {
    const { start } = this
    if (start.kind === 'beginning') return '0'
    if (start.kind === 'after') return start.cursor
    const { sessionId, types } = this.filter
    const query = {
      since: start.kind === 'now' ? NEVER : start.at,
      limit: 1,
      ...(sessionId !== null && { sessionId: [sessionId] }),
      ...(types.length > 0 && { types: [...types] }),
    }
    const page = await take(this.client.api.GET('/v1/events', { params: { query }, signal: ended }))
    for (const event of page.events) this.add(event as Event)
    return page.cursor
  }

  private add(event: Event): void {
    this.events.push(event)
    // Moving all events for each new one would be slow, so some more are kept between two moves.
    if (this.events.length > 1.2 * FEED_MAX) this.trim()
    this.show()
  }

  private trim(): void {
    const extra = Math.max(0, this.events.length - FEED_MAX)
    this.dropped += extra
    this.events = this.events.slice(extra)
  }

  private change(status: FeedState['status']): void {
    this.status = status
    this.show()
  }

  private show(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.trim()
      const { status, fault, dropped } = this
      this.state.value = { status, fault, dropped, events: this.events.slice() }
    }, SHOW_MS)
  }
}
