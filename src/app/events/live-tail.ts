import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '../../domain/event.js'
import type { EventFilter, Store } from '../../ports/ports.js'

/** The newest part of the event log, read once for all followers that have caught up. The number of followers does not
 * change the load on the store. */

const PAGE_SIZE = 500
/** Events in memory. A follower that falls further behind reads from the store again, so the bound loses no events. */
const MAX_EVENTS = 2_000
/** Characters of stored text in memory. */
const MAX_CHARACTERS = 8 * 1024 * 1024
/** The store returns an event only once no older transaction can add one before it. The wake-up may come earlier than
 * that, so the tail also polls. */
const POLL_MS = 1_000
/** Pause after a reading, in ms for each follower that it woke. What is committed meanwhile comes with the next one: to wake a
 * follower and to write on its connection takes about a third of this, whether for one event or for five. */
const PAUSE_PER_FOLLOWER_MS = 0.1
const MAX_PAUSE_MS = 100
const EVERYTHING: EventFilter = { appId: null }

export interface FollowPage {
  events: Event[]
  /** Cursor to continue from. */
  head: string
  /** Whether more events follow this page. */
  more: boolean
}

export class LiveTail {
  /** All events after `floor` up to `head`, ascending. */
  private readonly events: Event[] = []
  private readonly sizes: number[] = []
  private characters = 0
  private readonly waiters = new Set<() => void>()
  private readonly ended = new AbortController()
  private failure: unknown = null

  private constructor(
    private readonly store: Store,
    public floor: string,
    public head: string,
  ) {}

  static async open(store: Store): Promise<LiveTail> {
    const head = await store.head(null)
    const tail = new LiveTail(store, head, head)
    tail.run().catch((error: unknown) => tail.fail(error))
    return tail
  }

  /** Returns at most `limit` events after a cursor, which must not be below `floor`. Throws the error that stopped
   * reading. */
  after(cursor: string, limit: number): FollowPage {
    if (this.failure !== null) throw this.failure
    let from = this.events.length
    while (from > 0 && this.events[from - 1]!.cursor > cursor) from -= 1
    const events = this.events.slice(from, from + limit)
    const all = from + events.length === this.events.length
    return { events, head: all ? this.head : events[events.length - 1]!.cursor, more: !all }
  }

  /** Resolves when there are new events, when reading failed, or on abort. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.waiters.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.waiters.add(done)
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
    let wakeUp: Promise<void> | null = null
    while (!signal.aborted) {
      // Subscribe before reading: an event committed in between must still wake us.
      wakeUp ??= this.store.untilEvents(signal, POLL_MS)
      const { events, sizes, head, more } = await this.store.events(this.head, EVERYTHING, PAGE_SIZE)
      if (head === this.head) {
        await wakeUp
        wakeUp = null
      } else {
        const woken = this.append(events, sizes, head)
        if (!more) await pause(woken, signal)
      }
    }
  }

  /** Returns how many followers it woke. */
  private append(events: readonly Event[], sizes: readonly number[], head: string): number {
    this.events.push(...events)
    this.sizes.push(...sizes)
    this.characters += sizes.reduce((sum, size) => sum + size, 0)
    this.head = head
    let excess = Math.max(0, this.events.length - MAX_EVENTS)
    for (const size of this.sizes.slice(0, excess)) this.characters -= size
    while (this.characters > MAX_CHARACTERS) this.characters -= this.sizes[excess++]!
    this.sizes.splice(0, excess)
    this.floor = this.events.splice(0, excess).at(-1)?.cursor ?? this.floor
    return this.wakeAll()
  }

  private fail(error: unknown): void {
    this.failure = error
    this.wakeAll()
  }

  private wakeAll(): number {
    const woken = [...this.waiters]
    for (const wake of woken) wake()
    return woken.length
  }
}

/** Rejects never; an abort ends it. */
async function pause(followers: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(MAX_PAUSE_MS, followers * PAUSE_PER_FOLLOWER_MS), undefined, { signal }).catch(() => {})
}
