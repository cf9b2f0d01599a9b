import type { Event } from '../../domain/event.js'
import type { EventFilter, Store } from '../ports/ports.js'

/** The newest stretch of the log, read once for everyone who has caught up: however many follow, the store is asked as for one. */

const PAGE_SIZE = 500
/** Events kept; who falls further behind reads from the store again. Bounds the memory of the process, not what anyone can hear. */
const KEPT = 1_000
/** And characters of their stored text. */
const KEPT_CHARACTERS = 4 * 1024 * 1024
/** An event is handed out only when no older transaction can still add one before it; its wake-up may come too early, so look again. */
const POLL_MS = 1_000
const EVERYTHING: EventFilter = { appId: null }

export interface FollowPage {
  events: Event[]
  /** Cursor to go on from. */
  head: string
  /** There is more behind this page. */
  more: boolean
}

export class LiveTail {
  /** Ascending; all events there are after `floor` up to `head`. */
  private readonly events: Event[] = []
  private readonly sizes: number[] = []
  private characters = 0
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
  after(cursor: string, limit: number): FollowPage {
    if (this.failure !== null) throw this.failure
    let from = this.events.length
    while (from > 0 && this.events[from - 1]!.cursor > cursor) from -= 1
    const events = this.events.slice(from, from + limit)
    const all = from + events.length === this.events.length
    return { events, head: all ? this.head : events[events.length - 1]!.cursor, more: !all }
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
    let notifier: Promise<void> | null = null
    while (!signal.aborted) {
      // Asked for before reading: what is written between the read and the wait must not be slept through.
      notifier ??= this.store.untilEvents(signal, POLL_MS)
      const { events, sizes, head } = await this.store.events(this.head, EVERYTHING, PAGE_SIZE)
      if (head === this.head) {
        await notifier
        notifier = null
      } else {
        this.take(events, sizes, head)
      }
    }
  }

  private take(events: readonly Event[], sizes: readonly number[], head: string): void {
    this.events.push(...events)
    this.sizes.push(...sizes)
    this.characters += sizes.reduce((sum, size) => sum + size, 0)
    this.head = head
    let excess = Math.max(0, this.events.length - KEPT)
    for (const size of this.sizes.slice(0, excess)) this.characters -= size
    while (this.characters > KEPT_CHARACTERS) this.characters -= this.sizes[excess++]!
    this.sizes.splice(0, excess)
    this.floor = this.events.splice(0, excess).at(-1)?.cursor ?? this.floor
    this.wakeAll()
  }

  private fail(error: unknown): void {
    this.failure = error
    this.wakeAll()
  }

  private wakeAll(): void {
    for (const notifier of [...this.waiting]) notifier()
  }
}
