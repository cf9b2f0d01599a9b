import type { Event } from '../domain/event.js'
import type { EventFilter, Store } from './ports.js'

/** The newest stretch of the log, read once for everyone who has caught up: however many follow, the store is asked as for one. */

const PAGE_SIZE = 500
/** Events kept; who falls further behind reads from the store again. Bounds the memory of the process, not what anyone can hear. */
const KEPT = 1_000
/** An event is handed out only when no older transaction can still add one before it; its wake-up may come too early, so look again. */
const POLL_MS = 1_000
const EVERYTHING: EventFilter = { appId: null }

export class LiveTail {
  /** Ascending; all events there are after `floor` up to `head`. */
  private readonly events: Event[] = []
  private readonly waiting = new Set<() => void>()
  private readonly ended = new AbortController()
  private failure: unknown = null

  private constructor(
    private readonly store: Store,
    public floor: string,
    public head: string,
  ) {}

  static async open(store: Store): Promise<LiveTail> {
    const head = await store.head()
    const tail = new LiveTail(store, head, head)
    tail.run().catch((error: unknown) => tail.fail(error))
    return tail
  }

  /** At most `limit` events after a cursor that is not below `floor`, and the cursor to go on from. Throws what stopped the reading. */
  after(cursor: string, limit: number): { events: Event[]; head: string } {
    if (this.failure !== null) throw this.failure
    let from = this.events.length
    while (from > 0 && this.events[from - 1]!.cursor > cursor) from -= 1
    const events = this.events.slice(from, from + limit)
    const all = from + events.length === this.events.length
    return { events, head: all ? this.head : events[events.length - 1]!.cursor }
  }

  /** Resolves when there is more, when reading has failed, or on abort. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.waiting.add(done)
      signal.addEventListener('abort', done, { once: true })
      if (signal.aborted || this.failure !== null) done()
    })
  }

  get failed(): boolean {
    return this.failure !== null
  }

  close(): void {
    this.ended.abort()
  }

  private async run(): Promise<void> {
    const { signal } = this.ended
    let wake: Promise<void> | null = null
    while (!signal.aborted) {
      // Asked for before reading: what is written between the read and the wait must not be slept through.
      wake ??= this.store.untilEvents(signal, POLL_MS)
      const { events, head } = await this.store.events(this.head, EVERYTHING, PAGE_SIZE)
      if (head === this.head) {
        await wake
        wake = null
      } else {
        this.take(events, head)
      }
    }
  }

  private take(events: Event[], head: string): void {
    this.events.push(...events)
    this.head = head
    const excess = this.events.length - KEPT
    const dropped = excess > 0 ? this.events.splice(0, excess) : []
    this.floor = dropped[dropped.length - 1]?.cursor ?? this.floor
    this.wakeAll()
  }

  private fail(error: unknown): void {
    this.failure = error
    this.wakeAll()
  }

  private wakeAll(): void {
    for (const wake of [...this.waiting]) wake()
  }
}
